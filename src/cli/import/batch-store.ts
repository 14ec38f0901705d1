import { type DataSource } from 'typeorm';
import { errorMessage } from '../../error-message.js';
import { codeOf } from '../failure.js';
import { retryOnDeadlock } from './retry-on-deadlock.js';
import { type Kind, type Removed, type Stored } from './record-kind.js';

/** What became of a batch. */
export interface Outcome extends Stored {
  /** Reasons, by the place of the row in the batch. */
  refused: ReadonlyMap<number, string>;
}

const nothing: Removed = { places: 0, reviews: 0, checkins: 0 };

/**
 * Writes a batch in one transaction. When PostgreSQL refuses it for what a row holds, which `check` did not foresee,
 * halves of it are tried until only the offending rows are left out.
 */
export async function storeBatch<Row extends object>(
  database: DataSource,
  kind: Kind<Row>,
  rows: readonly Row[],
): Promise<Outcome> {
  try {
    return await retryOnDeadlock(() => storeTogether(database, kind, rows));
  } catch (error) {
    if (!isFaultOfRow(error)) throw error;
    if (rows.length === 1) {
      return { created: 0, changed: 0, refused: new Map([[0, `PostgreSQL refuses it: ${errorMessage(error)}`]]) };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await storeBatch(database, kind, rows.slice(0, middle));
    const second = await storeBatch(database, kind, rows.slice(middle));
    return {
      created: first.created + second.created,
      changed: first.changed + second.changed,
      removed: sum(first.removed, second.removed),
      refused: new Map([...first.refused, ...[...second.refused].map(([at, why]) => [at + middle, why] as const)]),
    };
  }
}

function sum(first = nothing, second = nothing): Removed {
  return {
    places: first.places + second.places,
    reviews: first.reviews + second.reviews,
    checkins: first.checkins + second.checkins,
  };
}

function storeTogether<Row extends object>(
  database: DataSource,
  kind: Kind<Row>,
  rows: readonly Row[],
): Promise<Outcome> {
  return database.transaction(async (manager) => {
    const refused = await kind.check(manager, rows);
    const latest = new Map<string, Row>();
    for (const [at, row] of rows.entries()) {
      if (refused.has(at)) continue;
      const key = kind.key(row);
      const earlier = latest.get(key);
      latest.set(key, earlier && kind.after ? kind.after(earlier, row) : row);
    }
    const stored = latest.size > 0 ? await kind.store(manager, [...latest.values()]) : { created: 0, changed: 0 };
    return { ...stored, refused };
  });
}

/** Bad values (22), broken constraints (23, 44), too large (54), and what a trigger objects to (P0001). */
function isFaultOfRow(error: unknown): boolean {
  return /^(22|23|44|54|P0001)/.test(codeOf(error) ?? '');
}
