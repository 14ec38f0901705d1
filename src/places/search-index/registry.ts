import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { InjectBackground } from '../../database/data-source.js';
import { IndexUnavailableError } from '../elasticsearch/unavailable.js';

/**
 * The number of a PostgreSQL advisory lock on the table `place_indices`. Each batch of a relay shares it until it commits. A change of
 * the table takes it alone: it waits for all running batches, and new batches wait for it.
 */
const registryLock = 731_001;

/** Attempts to get the lock. A relay may hold it during a whole batch, which can take longer than `statement_timeout` allows one attempt. */
const maxAttempts = 10;

interface RegisteredIndex {
  name: string;
  /** `active`: relays write to it. `retired`: kept for cursors only. `expired`: retired for long enough to be dropped. */
  state: 'active' | 'retired' | 'expired';
}

/** A cursor that nobody reads expires after five minutes. One that is still read after this time gets 410 (docs/adr/0005). */
const keepRetired = '6 minutes';

/**
 * The indices that relays write to, and retired ones until they are dropped. Owns the table `place_indices`: in PostgreSQL, so that
 * every relay sees a new index at once.
 */
@Injectable()
export class IndexRegistry {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /**
   * Locks the registry until the transaction of `manager` ends, so that the active indices do not change meanwhile. Waits for a
   * change that is in progress (`registryLock`).
   *
   * @returns the names of the active indices
   */
  async lockActiveIndices(manager: EntityManager): Promise<string[]> {
    await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [registryLock]);
    return (await readAll(manager)).filter(isActive).map(({ name }) => name);
  }

  list(): Promise<RegisteredIndex[]> {
    return readAll(this.database.manager);
  }

  /** Whether relays write to the index. */
  async isActive(name: string): Promise<boolean> {
    return (await this.list()).some((index) => index.name === name && isActive(index));
  }

  /**
   * Once this resolves, every relay writes to the new index too.
   *
   * @param create creates the index; relays wait until it exists
   */
  async add(name: string, create: () => Promise<void>): Promise<void> {
    await this.change('INSERT INTO place_indices (name) VALUES ($1)', name, create);
  }

  /** Once this resolves, no relay writes to the index. */
  async retire(name: string): Promise<void> {
    // The index may be unregistered if PostgreSQL was restored to an earlier time. Registered, it is dropped later.
    await this.change(
      `INSERT INTO place_indices (name, retired) VALUES ($1, now())
       ON CONFLICT (name) DO UPDATE SET retired = excluded.retired`,
      name,
    );
  }

  /** Once this resolves, no relay writes to the index. */
  async remove(name: string): Promise<void> {
    await this.change('DELETE FROM place_indices WHERE name = $1', name);
  }

  private async change(statement: string, name: string, whileLocked?: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const lock = { isHeld: false };
      try {
        await this.database.transaction(async (manager) => {
          await manager.query('SELECT pg_advisory_xact_lock($1)', [registryLock]);
          lock.isHeld = true;
          await manager.query(statement, [name]);
          await whileLocked?.();
        });
        return;
      } catch (error) {
        // A batch may hold the lock for longer than a statement may wait.
        if (lock.isHeld || attempt === maxAttempts) throw error;
      }
    }
  }
}

function readAll(manager: EntityManager): Promise<RegisteredIndex[]> {
  return manager.query(
    `SELECT name, CASE WHEN retired IS NULL THEN 'active'
       WHEN retired < now() - $1::interval THEN 'expired' ELSE 'retired' END AS state
     FROM place_indices ORDER BY created, name`,
    [keepRetired],
  );
}

export function isActive({ state }: RegisteredIndex): boolean {
  return state === 'active';
}

/** The number of a PostgreSQL advisory lock. It has to differ from `registryLock` and from the number in `cli/commands/migrate.ts`. */
const buildLockNumber = 731_002;

/** The connection that held the lock is lost. */
export class LockLostError extends IndexUnavailableError {}

/** @throws LockLostError if the lock was lost; any other error if PostgreSQL is slow */
export type AssertLocked = () => Promise<void>;

/** Lets one process at a time build, swap and drop indices. */
@Injectable()
export class BuildLock {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /**
   * Runs work while it holds the lock.
   *
   * @param work must call `assertLocked` before each step: the lock is lost with its connection
   * @returns the result of the work; undefined if another process holds the lock
   */
  async run<T>(work: (assertLocked: AssertLocked) => Promise<T>): Promise<T | undefined> {
    const runner = this.database.createQueryRunner();
    try {
      const rows = (await runner.query('SELECT pg_try_advisory_lock($1) AS locked', [buildLockNumber])) as {
        locked: boolean;
      }[];
      if (rows[0]?.locked !== true) return undefined;
      try {
        return await work(() => assertConnected(runner));
      } finally {
        // Fails only if the connection, and with it the lock, is lost.
        await runner.query('SELECT pg_advisory_unlock($1)', [buildLockNumber]).catch(() => undefined);
      }
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

async function assertConnected(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('SELECT 1');
  } catch (error) {
    // 57014: PostgreSQL has cancelled a slow statement. The connection stays.
    if (error instanceof Error && 'code' in error && error.code === '57014') throw error;
    throw new LockLostError('The lock on the index was lost', { cause: error });
  }
}
