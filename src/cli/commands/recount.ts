import { withBackgroundIndexing } from '../background-indexing.js';
import { retryOnDeadlock } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { type CommandRow } from '../command-table.js';
import { type ListName, lists } from '../../lists/list-reader.js';

/** Rows per transaction. */
const batchSize = 5000;

/** The statistics of each table. The rating is null without reviews. */
const statistics = { places: ['reviews', 'checkins', 'rating'], users: ['reviews', 'checkins'] };

/**
 * Counts for the rows with the identifiers $1; writes only rows that differ. Rows are locked in the order in which an import writes them,
 * so that the two wait for each other.
 */
function correctCounts(table: keyof typeof statistics): string {
  const owner = table === 'places' ? 'place_id' : 'user_id';
  // `4.0` and `4` are equal as numbers, but responses show the text.
  const values = (of: string) => statistics[table].map((name) => `${of}.${name}${name === 'rating' ? '::text' : ''}`);
  return `
    WITH counted AS (
      SELECT t.id, r.reviews, c.checkins, r.rating
      FROM ${table} t
      CROSS JOIN LATERAL (
        SELECT count(*) AS reviews, round(avg(rating), 1) AS rating FROM reviews WHERE ${owner} = t.id) r
      CROSS JOIN LATERAL (SELECT count(*) AS checkins FROM checkins WHERE ${owner} = t.id) c
      WHERE t.id = ANY($1)
    ), differing AS (
      SELECT c.* FROM ${table} t JOIN counted c ON t.id = c.id
      WHERE (${values('t').join(', ')}) IS DISTINCT FROM (${values('c').join(', ')})
      ORDER BY t.id FOR NO KEY UPDATE OF t
    ), written AS (
      UPDATE ${table} t SET ${statistics[table].map((name) => `${name} = d.${name}`).join(', ')}
      FROM differing d WHERE t.id = d.id
      RETURNING t.id
    ) SELECT count(*)::integer AS changed FROM written`;
}

export const command: CommandRow = {
  name: 'recount',
  description:
    'Recomputes the statistics of places and users and the sizes of lists from stored reviews, check-ins and follows.',
  examples: ['recount'],
  work: recount,
};

async function recount(context: CommandContext): Promise<void> {
  const { terminal, json } = context;
  const counts: Record<string, RecountCounts> = {};
  const add = (what: string, recounted: RecountCounts): void => {
    counts[what] = recounted;
    if (json) return;
    const { counted, changed } = recounted;
    terminal.print(`${what}: ${counted.toLocaleString('en')} counted, ${changed.toLocaleString('en')} changed`);
  };
  await withBackgroundIndexing(context, async (indexing, interrupted) => {
    add('places', await recountTable(context, 'places', interrupted, () => indexing.indexNewChanges()));
    add('users', await recountTable(context, 'users', interrupted, () => Promise.resolve()));
    add('lists', await recountLists(context, interrupted));
    if (json) terminal.printJson(counts);
  });
}

async function recountTable(
  context: CommandContext,
  table: keyof typeof statistics,
  interrupted: AbortSignal,
  afterBatch: () => Promise<void>,
): Promise<RecountCounts> {
  const { database } = context;
  let counted = 0;
  let changed = 0;
  let last = '';
  for (;;) {
    interrupted.throwIfAborted();
    const rows = await database.query<{ id: string }[]>(
      `SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${batchSize}`,
      [last],
    );
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    const [result] = await retryOnDeadlock(() => database.query<{ changed: number }[]>(correctCounts(table), [ids]));
    counted += rows.length;
    changed += result?.changed ?? 0;
    last = rows.at(-1)?.id ?? last;
    await afterBatch();
  }
  return { counted, changed };
}

/** How many rows or lists were counted, and how many of their statistics or sizes were corrected. */
interface RecountCounts {
  counted: number;
  changed: number;
}

/**
 * Counts the rows of every list, one kind of list at a time, and corrects stored sizes that differ.
 *
 * @returns how many lists have rows, and how many sizes were corrected
 */
async function recountLists(
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
