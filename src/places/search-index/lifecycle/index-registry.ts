import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';

/** The number of a PostgreSQL advisory lock on the table `place_indices`. Relays share it; changes of the table take it alone. */
const registryLock = 731_001;

/** Attempts to get the lock. A relay may hold it for as long as a batch takes; an attempt ends with `statement_timeout` before. */
const maxAttempts = 10;

export interface RegisteredIndex {
  name: string;
  /** `active`: relays write to it. `retired`: kept for cursors only. `expired`: retired for long enough to be dropped. */
  state: 'active' | 'retired' | 'expired';
}

/** Longer than any cursor of a retired index lives: its point in time lives five minutes after the last page. */
const keepRetired = '6 minutes';

/**
 * The indices that relays write to, and retired ones until they are dropped. Owns the table `place_indices`: in PostgreSQL, so that every relay sees a new index
 * at once.
 */
@Injectable()
export class IndexRegistry {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** The names of the active indices. They do not change until the transaction of `manager` ends. */
  async lockActiveIndices(manager: EntityManager): Promise<string[]> {
    await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [registryLock]);
    return (await readAll(manager)).filter(isActive).map(({ name }) => name);
  }

  list(): Promise<RegisteredIndex[]> {
    return readAll(this.database.manager);
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
