import { Injectable } from '@nestjs/common';
import { type DataSource, type QueryRunner } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { IndexUnavailableError } from '../elasticsearch-errors.js';

/** The number of a PostgreSQL advisory lock. It only has to differ from those of `index-registry.ts` and `cli/commands/migrate.ts`. */
const lockNumber = 731_002;

/** @throws IndexUnavailableError if the lock was lost */
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
      const rows = (await runner.query('SELECT pg_try_advisory_lock($1) AS locked', [lockNumber])) as {
        locked: boolean;
      }[];
      if (rows[0]?.locked !== true) return undefined;
      try {
        return await work(() => assertConnected(runner));
      } finally {
        // Fails only if the connection, and with it the lock, is lost.
        await runner.query('SELECT pg_advisory_unlock($1)', [lockNumber]).catch(() => undefined);
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
    throw new IndexUnavailableError('The lock on the index was lost', { cause: error });
  }
}
