import { type ListName, lists } from '../../lists/list-statements.js';
import { retryOnDeadlock } from '../import/retry-on-deadlock.js';
import { type CommandContext } from '../command-context.js';

/** How many rows or lists were counted, and how many of their statistics or sizes were corrected. */
export interface RecountCounts {
  counted: number;
  changed: number;
}

/**
 * Counts the rows of every list, one kind of list at a time, and corrects stored sizes that differ.
 *
 * @returns how many lists have rows, and how many sizes were corrected
 */
export async function recountLists(
  { database }: Pick<CommandContext, 'database'>,
  interrupted: AbortSignal,
): Promise<RecountCounts> {
  const total: RecountCounts = { counted: 0, changed: 0 };
  for (const name of Object.keys(lists) as ListName[]) {
    interrupted.throwIfAborted();
    const [result] = await retryOnDeadlock(() => database.query<RecountCounts[]>(correctSizes(name)));
    total.counted += result?.counted ?? 0;
    total.changed += result?.changed ?? 0;
  }
  await database.query(deleteEmpty);
  return total;
}

/** Adds the difference instead of setting the size, so that concurrent writes still count. */
function correctSizes(name: ListName): string {
  const { table, owner } = lists[name];
  return `
    WITH counted AS (
      SELECT ${owner} AS owner, count(*) AS size FROM ${table} GROUP BY ${owner}
    ), wrong AS (
      SELECT owner, COALESCE(counted.size, 0) - COALESCE(stored.size, 0) AS change
      FROM counted FULL JOIN (SELECT owner, size FROM list_sizes WHERE list = '${name}') AS stored USING (owner)
    ), corrected AS (
      INSERT INTO list_sizes AS stored
      SELECT '${name}', owner, change FROM wrong WHERE change <> 0 ORDER BY owner
      ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size
      RETURNING owner
    ) SELECT (SELECT count(*)::integer FROM counted) AS counted, (SELECT count(*)::integer FROM corrected) AS changed`;
}

/** Size 0 means the same as no row. Skips locked rows instead of waiting for their writers. */
const deleteEmpty = `
  DELETE FROM list_sizes USING (
    SELECT list, owner FROM list_sizes WHERE size = 0 FOR UPDATE SKIP LOCKED
  ) AS empty
  WHERE (list_sizes.list, list_sizes.owner) = (empty.list, empty.owner)`;
