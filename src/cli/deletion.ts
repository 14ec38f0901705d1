import { type EntityManager } from 'typeorm';
import { type Action, changeAndRecord, storesOf, type TransactionStores } from './audit.js';
import { withBackgroundIndexing } from './background-indexing.js';
import { type CommandContext } from './command-context.js';
import { CommandError, errorCode, interruptible, retryOnDeadlock } from './command-error.js';

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
 * Deletes in one transaction, which Ctrl-C rolls back. Without `--yes` it is rolled back too, and its report says what it would delete.
 *
 * @throws CommandError without `--yes`
 */
export async function deleteIfConfirmed<Report>(
  context: CommandContext,
  yes: boolean,
  deletion: Deletion<Report>,
): Promise<void> {
  const change = (stores: TransactionStores, interrupted: AbortSignal): Promise<Report> =>
    unlessInterrupted(context, stores.manager, interrupted, () => deletion.delete(stores));
  if (!yes) {
    const report = await interruptible((interrupted) =>
      retryOnDeadlock(() => rehearse(context, (stores) => change(stores, interrupted))),
    );
    deletion.print(report);
    throw new CommandError('Nothing is deleted without --yes.', 2);
  }
  const work = async (interrupted: AbortSignal): Promise<void> => {
    const report = await retryOnDeadlock(() =>
      changeAndRecord(context, (stores) => change(stores, interrupted), deletion.describe),
    );
    deletion.print(report);
  };
  const { indexing } = deletion;
  await (indexing
    ? withBackgroundIndexing(context, (_, interrupted) => work(interrupted), { ...indexing, isAtomic: true })
    : interruptible(work));
}

/** Ctrl-C cancels the statement that runs: it may take minutes, or wait for a lock. */
async function unlessInterrupted<T>(
  { database }: CommandContext,
  manager: EntityManager,
  interrupted: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const [backend] = await manager.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
  let cancelled: Promise<unknown> | undefined;
  const cancel = (): void => {
    cancelled = database.query('SELECT pg_cancel_backend($1)', [backend?.pid]).catch(() => undefined);
  };
  interrupted.addEventListener('abort', cancel);
  try {
    interrupted.throwIfAborted();
    return await work();
  } finally {
    interrupted.removeEventListener('abort', cancel);
    // Else it might cancel a later statement of the connection.
    await cancelled;
    // Instead of the error of the cancelled statement.
    interrupted.throwIfAborted();
  }
}

/** A rehearsal holds locks, for which sign-ins and imports wait. So it does not wait for theirs for long. */
const rehearsalLockSeconds = 5;

/** SQLSTATE of `lock_timeout`. */
const lockNotAvailable = '55P03';

async function rehearse<T>(context: CommandContext, work: (stores: TransactionStores) => Promise<T>): Promise<T> {
  const runner = context.database.createQueryRunner();
  try {
    await runner.startTransaction();
    try {
      await runner.query(`SET LOCAL lock_timeout = '${rehearsalLockSeconds}s'`);
      return await work(storesOf(context, runner.manager));
    } finally {
      // A connection that breaks rolls back, too. Its first error is the one to report.
      await runner.rollbackTransaction().catch(() => undefined);
    }
  } catch (error) {
    if (errorCode(error) !== lockNotAvailable) throw error;
    throw new CommandError(
      `Another command or the service has used these records for ${rehearsalLockSeconds} s: try again later.`,
    );
  } finally {
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

/** How many names of rows a report has. There may be millions of rows. */
const maxNames = 10;

/** Rows of a table, for a report. */
export interface NamedRows {
  count: number;
  /** The first ten. */
  names: string[];
}

/** Columns of `NamedRows` over rows with a `name`. */
export const countAndNames = `count(*)::float AS count, COALESCE((array_agg(name ORDER BY name))[1:${maxNames}], '{}') AS names`;

/** Locks the rows for which a condition holds. What begins to use one meanwhile waits, or has ended and is seen by the next statement. */
export async function lockRows(
  manager: EntityManager,
  { table, key }: DeletableTable,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  await manager.query(
    `WITH locked AS (SELECT FROM ${table} t WHERE ${condition} ORDER BY ${key.join(', ')} FOR UPDATE) SELECT count(*) FROM locked`,
    [...values],
  );
}

/**
 * Deletes the rows for which a condition holds, and that nothing uses.
 *
 * @param condition about `t`, with `values` as its parameters
 * @returns the deleted rows
 */
export async function deleteUnused(
  manager: EntityManager,
  target: DeletableTable,
  condition: string,
  values: readonly unknown[],
): Promise<NamedRows> {
  const { table, inUse } = target;
  await lockRows(manager, target, condition, values);
  const [rows] = await manager.query<NamedRows[]>(
    `WITH deleted AS (DELETE FROM ${table} t WHERE ${condition} AND NOT (${inUse}) RETURNING ${nameOf(target)} AS name)
     SELECT ${countAndNames} FROM deleted`,
    [...values],
  );
  return rows ?? { count: 0, names: [] };
}
