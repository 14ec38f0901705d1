import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { IndexBusyError } from './bulk.js';

/** Advisory locks: the list of indices, and the building of one. The numbers only have to differ from each other. */
const listLock = 731_001;
const buildLock = 731_002;

/** Which indices changes are carried to, kept in PostgreSQL so that every carrier knows a new one at once. */
@Injectable()
export class IndexRegister {
  constructor(private readonly database: DataSource) {}

  /** The indices, for a batch that is carried in this transaction: until it ends, the list does not change. */
  async listForCarrying(manager: EntityManager): Promise<string[]> {
    await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [listLock]);
    return names(manager);
  }

  list(): Promise<string[]> {
    return names(this.database.manager);
  }

  /**
   * Once this returns, every batch that is carried goes to the new index too.
   *
   * @param create makes the index; no batch is carried until it is there
   */
  async add(name: string, create: () => Promise<void>): Promise<void> {
    await this.change('INSERT INTO place_indices (name) VALUES ($1)', name, create);
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
    await this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [listLock]);
      await manager.query(statement, [name]);
      await meanwhile?.();
    });
  }
}

async function names(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>('SELECT name FROM place_indices ORDER BY created, name');
  return rows.map((row) => row.name);
}

/** The lock lives as long as the connection that took it. */
async function holds(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('SELECT 1');
  } catch (error) {
    throw new IndexBusyError('The lock on the index was lost', { cause: error });
  }
}
