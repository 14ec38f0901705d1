import { type EntityManager } from 'typeorm';
import { type Action, changeAndRecord, storesOf, type TransactionStores } from './audit.js';
import { withBackgroundIndexing } from './background-indexing.js';
import { type CommandContext } from './command-context.js';
import { CommandError, retryOnDeadlock } from './command-error.js';

/** For a command that deletes. */
export const yesOption = ['--yes', 'delete; without it the command only says what it would delete', false] as const;

interface Deletion<Report> {
  delete: (stores: TransactionStores) => Promise<Report>;
  /** The entry of the audit log. */
  describe: (report: Report) => Action;
  print: (report: Report) => void;
  /** Absent if no places are deleted. */
  indexing?: { computesAreas?: boolean };
}

/**
 * Deletes in one transaction. Without `--yes` the transaction is rolled back, and its report says what it would delete.
 *
 * @throws CommandError without `--yes`
 */
export async function deleteIfConfirmed<Report>(
  context: CommandContext,
  yes: boolean,
  deletion: Deletion<Report>,
): Promise<void> {
  if (!yes) {
    deletion.print(await rehearse(context, deletion.delete));
    throw new CommandError('Nothing is deleted without --yes.', 2);
  }
  const work = async (): Promise<void> => {
    deletion.print(await retryOnDeadlock(() => changeAndRecord(context, deletion.delete, deletion.describe)));
  };
  await (deletion.indexing ? withBackgroundIndexing(context, work, deletion.indexing) : work());
}

async function rehearse<T>(context: CommandContext, work: (stores: TransactionStores) => Promise<T>): Promise<T> {
  const runner = context.database.createQueryRunner();
  try {
    await runner.startTransaction();
    return await work(storesOf(context, runner.manager));
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

/** A table whose rows can be deleted unless others need them. Statements call its rows `t`. */
export interface DeletableTable {
  table: string;
  key: readonly string[];
  /** SQL conditions: other rows need the row, or would be deleted with it. */
  inUse: string;
}

const exists = (...queries: string[]): string => queries.map((query) => `EXISTS (SELECT FROM ${query})`).join(' OR ');

export const places: DeletableTable = {
  table: 'places',
  key: ['id'],
  inUse: exists('reviews WHERE place_id = t.id', 'checkins WHERE place_id = t.id'),
};

export const subcategories: DeletableTable = {
  table: 'subcategories',
  key: ['category_id', 'id'],
  inUse: exists('place_categories c WHERE (c.category_id, c.subcategory_id) = (t.category_id, t.id)'),
};

export const categories: DeletableTable = {
  table: 'categories',
  key: ['id'],
  inUse: exists('place_categories c WHERE c.category_id = t.id', 'subcategories s WHERE s.category_id = t.id'),
};

export const sources: DeletableTable = {
  table: 'sources',
  key: ['name'],
  inUse: exists('places p WHERE p.source = t.name'),
};

/** SQL expression that names a row: `museums/art`. */
export function nameOf({ key }: DeletableTable): string {
  return key.map((column) => `t.${column}`).join(" || '/' || ");
}

/**
 * Deletes the rows for which a condition holds, and that nothing uses. They are locked first, in a statement of their own: what begins
 * to use one meanwhile waits, or has ended and is seen.
 *
 * @param condition about `t`, with `values` as its parameters
 * @returns the names of the deleted rows
 */
export async function deleteUnused(
  manager: EntityManager,
  target: DeletableTable,
  condition: string,
  values: readonly unknown[],
): Promise<string[]> {
  const { table, key, inUse } = target;
  await manager.query(
    `WITH locked AS (SELECT FROM ${table} t WHERE ${condition} ORDER BY ${key.join(', ')} FOR UPDATE) SELECT count(*) FROM locked`,
    [...values],
  );
  const [row] = await manager.query<{ names: string[] }[]>(
    `WITH deleted AS (DELETE FROM ${table} t WHERE ${condition} AND NOT (${inUse}) RETURNING ${nameOf(target)} AS name)
     SELECT COALESCE(array_agg(name ORDER BY name), '{}') AS names FROM deleted`,
    [...values],
  );
  return row?.names ?? [];
}
