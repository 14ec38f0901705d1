import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { IndexBusyError } from '../sync/bulk-request.js';

/** Advisory locks: the list of indices, and the building of one. The numbers only have to differ from each other. */
const listLock = 731_001;
const buildLock = 731_002;

/** How often the list is waited for. */
const tries = 10;

/** An index that is registered. */
export interface RegisteredIndex {
  name: string;
  /** Searches have left it; `outlived`: so long ago that it may go. */
  state: 'carried to' | 'retired' | 'outlived';
}

/** A view lives five minutes after the last step of its walk, and a step takes no minute; who steps on for longer begins anew. */
const outlivedAfter = '6 minutes';

/** Which indices changes are carried to, kept in PostgreSQL so that every carrier knows a new one at once. */
@Injectable()
export class IndexRegistry {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** The indices, for a batch that is carried in this transaction: until it ends, the list does not change. */
  async listForCarrying(manager: EntityManager): Promise<string[]> {
    await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [listLock]);
    return (await registered(manager)).filter(isCarriedTo).map(({ name }) => name);
  }

  list(): Promise<RegisteredIndex[]> {
    return registered(this.database.manager);
  }

  /**
   * Once this returns, every batch that is carried goes to the new index too.
   *
   * @param create makes the index; no batch is carried until it is there
   */
  async add(name: string, create: () => Promise<void>): Promise<void> {
    await this.change('INSERT INTO place_indices (name) VALUES ($1)', name, create);
  }

  /**
   * Once this returns, no batch goes to the index any more; it is kept for the walks that are on it. After PostgreSQL was
   * restored to an earlier time it may be one that is not registered: then it is, so that it is dropped in its time.
   */
  async retire(name: string): Promise<void> {
    await this.change(
      `INSERT INTO place_indices (name, retired) VALUES ($1, now())
       ON CONFLICT (name) DO UPDATE SET retired = excluded.retired`,
      name,
    );
  }

  /** Once this returns, no batch goes to the index any more. */
  async remove(name: string): Promise<void> {
    await this.change('DELETE FROM place_indices WHERE name = $1', name);
  }

  /** The number of the states that are read from now on; higher than of any that were read before. */
  async nextVersion(manager: EntityManager = this.database.manager): Promise<number> {
    const [{ version } = { version: '0' }] = await manager.query<{ version: string }[]>(
      "SELECT nextval('place_versions') AS version",
    );
    return Number(version);
  }

  /**
   * Goes on beyond a number that an index holds already: one that was drawn before PostgreSQL was restored to an earlier
   * time. Numbers are drawn one by one, because setting the sequence might undo what another carrier draws meanwhile.
   */
  async passVersion(held: number): Promise<void> {
    await this.database.query(
      `SELECT count(nextval('place_versions'))
       FROM generate_series(1, $1::bigint - (SELECT last_value FROM place_versions))`,
      [held],
    );
  }

  /**
   * Does what only one process may do at a time: making, swapping and dropping indices.
   *
   * @param work gets a check to call before each step: it throws once the lock is lost, and with it the right to go on
   * @returns what the work comes to; undefined when another process is at it
   */
  async alone<T>(work: (stillAlone: () => Promise<void>) => Promise<T>): Promise<T | undefined> {
    const runner = this.database.createQueryRunner();
    try {
      const rows = (await runner.query('SELECT pg_try_advisory_lock($1) AS locked', [buildLock])) as {
        locked: boolean;
      }[];
      if (rows[0]?.locked !== true) return undefined;
      try {
        return await work(() => holds(runner));
      } finally {
        // Without its connection the lock is gone anyway.
        await runner.query('SELECT pg_advisory_unlock($1)', [buildLock]).catch(() => undefined);
      }
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  private async change(statement: string, name: string, meanwhile?: () => Promise<void>): Promise<void> {
    for (let left = tries - 1; ; left -= 1) {
      const lock = { isOurs: false };
      try {
        await this.database.transaction(async (manager) => {
          await manager.query('SELECT pg_advisory_xact_lock($1)', [listLock]);
          lock.isOurs = true;
          await manager.query(statement, [name]);
          await meanwhile?.();
        });
        return;
      } catch (error) {
        // A batch may be under way for longer than a statement of the service may wait.
        if (lock.isOurs || left === 0) throw error;
      }
    }
  }
}

function registered(manager: EntityManager): Promise<RegisteredIndex[]> {
  return manager.query(
    `SELECT name, CASE WHEN retired IS NULL THEN 'carried to'
       WHEN retired < now() - $1::interval THEN 'outlived' ELSE 'retired' END AS state
     FROM place_indices ORDER BY created, name`,
    [outlivedAfter],
  );
}

export function isCarriedTo({ state }: RegisteredIndex): boolean {
  return state === 'carried to';
}

/** The lock lives as long as the connection that took it. */
async function holds(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('SELECT 1');
  } catch (error) {
    throw new IndexBusyError('The lock on the index was lost', { cause: error });
  }
}
