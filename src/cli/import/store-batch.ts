import { type DataSource } from 'typeorm';
import { errorMessage } from '../../error-message.js';
import { errorCode } from '../command-error.js';
import { addCounts, type Counts } from './import-summary.js';
import { type ImportRun, noRun } from './import-run.js';
import { type RecordWriter } from './record-kind.js';
import { retryOnDeadlock } from './retry-on-deadlock.js';

export interface BatchResult {
  counts: Counts;
  /** The reason for each rejected row, by its index in the batch. */
  rejections: ReadonlyMap<number, string>;
}

/**
 * Stores a batch in one transaction. If PostgreSQL rejects a value that `check` let through, stores each half on its own,
 * until only the invalid rows are rejected.
 *
 * @param run absent for the demonstration data, which no run remembers
 */
export async function storeBatch(
  database: DataSource,
  writer: RecordWriter<object>,
  rows: readonly object[],
  run?: ImportRun,
): Promise<BatchResult> {
  try {
    return await retryOnDeadlock(() => storeInTransaction(database, writer, rows, run));
  } catch (error) {
    if (!isRowError(error)) throw error;
    if (rows.length === 1) {
      return { counts: {}, rejections: new Map([[0, `PostgreSQL rejects it: ${errorMessage(error)}`]]) };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await storeBatch(database, writer, rows.slice(0, middle), run);
    const second = await storeBatch(database, writer, rows.slice(middle), run);
    const shifted = [...second.rejections].map(([index, reason]) => [index + middle, reason] as const);
    return {
      counts: addCounts(first.counts, second.counts),
      rejections: new Map([...first.rejections, ...shifted]),
    };
  }
}

function storeInTransaction(
  database: DataSource,
  writer: RecordWriter<object>,
  rows: readonly object[],
  run: ImportRun | undefined,
): Promise<BatchResult> {
  return database.transaction(async (manager) => {
    const rejections = (await writer.check?.(manager, rows)) ?? new Map<number, string>();
    const byKey = new Map<string, object>();
    for (const [index, row] of rows.entries()) {
      if (rejections.has(index)) continue;
      const key = writer.key(row);
      const earlier = byKey.get(key);
      byKey.set(key, earlier && writer.mergeWithEarlier ? writer.mergeWithEarlier(earlier, row) : row);
    }
    const counts = byKey.size > 0 ? await writer.write(manager, [...byKey.values()], run?.id ?? noRun) : {};
    await run?.count(manager, counts);
    return { counts, rejections };
  });
}

/** SQLSTATE classes of invalid values (22), constraints (23, 44), program limits (54) and trigger errors (P0001). */
function isRowError(error: unknown): boolean {
  return /^(22|23|44|54|P0001)/.test(errorCode(error) ?? '');
}
