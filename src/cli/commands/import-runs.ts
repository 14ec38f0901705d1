import { type EntityManager } from 'typeorm';
import { changeAndRecord } from '../audit.js';
import { type BackgroundIndexing, withBackgroundIndexing } from '../background-indexing.js';
import { CommandError, retryOnDeadlock } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { assertConfirmed, type CommandRow, parseLimit, printList, wholeNumber, yesOption } from '../command-table.js';
import { findRun, laterRuns, listRuns, markUndone, type StoredRun } from '../import/import-run.js';
import { type Cell } from '../terminal.js';
import { UserAdministration } from '../../users/user-administration.service.js';
import { type RecordKindName } from '../import/record-kinds.js';
import { countOf, namesAndMore } from '../visible-text.js';

/** Names in a line of the report. JSON has all. */
const maxNames = 10;

interface UndoOptions {
  yes: boolean;
  dryRun: boolean;
}

/** Below `import`. */
export const importRunCommands: readonly CommandRow[] = [
  {
    name: 'list',
    description: 'Lists imports, the newest first. They are kept as long as the audit log.',
    options: (command) => command.option('--limit <number>', 'how many imports at most', parseLimit, 20),
    examples: ['import list --limit 5'],
    runOptions: () => ({ usesIndex: false }),
    work: list,
  },
  {
    name: 'undo',
    description: 'Deletes what an import added.',
    options: (command) =>
      command
        .argument(
          '<id>',
          'number of the import, as its report and `import list` say',
          wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a number of `import list`'),
        )
        .option(...yesOption)
        .option('--dry-run', 'list what would be deleted and what would stay', false),
    notes: `\
Deletes the records that the import added, also if it was interrupted or killed, or if a later import of the same files changed
them. These stay, and are listed:
  - records that the import changed
  - records that a later import of other files, or a command, changed
  - places with reviews or check-ins, users with reviews, check-ins, follows, sessions or tokens: undo the imports of these first
Of places, also the categories and sources that the import created and no other place uses. What the import deleted (closed places,
--replace-source) is not restored. A record that a later import found unchanged is deleted, too: import its file again.

Exit status: 0 all that the import added is deleted; 1 records of it stay; 2 wrong usage.`,
    examples: ['import undo 12 --dry-run', 'import undo 12 --yes'],
    work: undo,
  },
];

async function list(context: CommandContext, { limit }: { limit: number }): Promise<void> {
  const runs = await listRuns(context.database, limit);
  printList(context, runs, runHeads, cellsOf, 'There are no imports.');
}

const runHeads = ['ID', 'WHEN', 'KIND', 'OPERATOR', 'NEW', 'CHANGED', 'REMOVED', 'REJECTED', 'STATE', 'FILES'];

function cellsOf(run: StoredRun): Cell[] {
  const { id, created, kind, operator, added, changed, removed, rejected, files } = run;
  return [String(id), created, kind, operator, added, changed, removed, rejected, stateOf(run), files.join(' ')];
}

function stateOf({ undone, complete }: StoredRun): string {
  if (undone) return `undone ${undone.toISOString()}`;
  return complete === null ? 'not ended' : complete ? 'complete' : 'incomplete';
}

async function undo(context: CommandContext, id: number, { yes, dryRun }: UndoOptions): Promise<void> {
  const { database, json } = context;
  const run = await findRun(database.manager, id);
  if (!run) throw new CommandError(`There is no import ${id}: see import list.`);
  const limit = json ? undefined : maxNames;
  const plan = await planUndo(database.manager, run, limit);
  const later = await laterRuns(database.manager, run);
  const print = (shown: UndoPlan): void => {
    const value = { run: id, kind: run.kind, dryRun, ...shown, laterRuns: later };
    context.print(value, formatPlan(run, shown, later, dryRun).join('\n'));
  };
  if (dryRun) {
    print(plan);
    if (isPartial(run, plan)) throw new CommandError('Not all that the import added would be deleted: see above.');
    return;
  }
  const counts = plan.deleted.map(countOfRows).join(', ');
  assertConfirmed(yes, counts || 'nothing', ' --dry-run lists them, and what stays.');
  const deletedCounts = Object.fromEntries(plan.deleted.map(({ table, count }) => [table, count]));
  await withBackgroundIndexing(
    context,
    async (indexing, interrupted) => {
      await changeAndRecord(
        context,
        ({ manager }) => markUndone(manager, id),
        () => ['import.undo', `import:${id}`, { kind: run.kind, ...deletedCounts }],
      );
      const deleted = await deleteRows(context, run, indexing, interrupted);
      const { left, changed } = await planUndo(database.manager, run, limit);
      const done = { deleted, left, changed };
      print(done);
      if (isPartial(run, done)) throw new CommandError('Not all that the import added is deleted: see above.');
    },
    { computesAreas: true },
  );
}

/** Names no rows: of users, nothing may stay. */
async function deleteRows(
  { database }: CommandContext,
  run: StoredRun,
  indexing: BackgroundIndexing,
  interrupted: AbortSignal,
): Promise<Rows[]> {
  const deleted: Rows[] = [];
  // A category is deleted after those below it.
  for (const target of run.kind === 'categories' ? [subcategories, categories] : targetsOf[run.kind]) {
    let count = 0;
    let after: readonly string[] | undefined;
    for (;;) {
      interrupted.throwIfAborted();
      const from = after;
      const batch = await retryOnDeadlock(() =>
        database.transaction((manager) => deleteBatch(manager, run, target, from)),
      );
      if (batch.read === 0) break;
      count += batch.deleted;
      after = batch.last;
      if (run.kind === 'places') await indexing.indexNewChanges();
    }
    if (count > 0) deleted.push({ table: target.table, count, names: [] });
  }
  return deleted;
}

function formatPlan(run: StoredRun, plan: UndoPlan, later: readonly number[], dryRun: boolean): string[] {
  const { id, kind, removed } = run;
  const listed = ({ count, names }: Rows): string => (names.length === 0 ? '' : `: ${namesAndMore(names, count)}`);
  const line = (what: string, rows: Rows): string => `${countOfRows(rows)} ${what}${listed(rows)}`;
  const lines = [
    ...plan.deleted.map((rows) => line(dryRun ? 'would be deleted' : 'deleted', rows)),
    ...plan.left.map((rows) => line(`kept, ${rows.reason}`, rows)),
    ...plan.changed.map((rows) => line(`kept, changed by import ${id}`, rows)),
  ];
  if (plan.deleted.length === 0) lines.unshift(`Nothing of import ${id} ${dryRun ? 'would be' : 'is'} deleted.`);
  if (removed > 0)
    lines.push(`${countOf(removed, 'place')} that import ${id} deleted ${removed === 1 ? 'is' : 'are'} not restored.`);
  if (later.length > 0) {
    lines.push(
      `Later imports of ${kind} (${later.slice(0, maxNames).join(', ')}) may have had the same records unchanged: ` +
        'import their files again.',
    );
  }
  if (kind === 'reviews' || kind === 'checkins')
    lines.push('Run recount to update the statistics of places and users.');
  return lines;
}

/** `1 category`, `2 check-ins` */
function countOfRows({ table, count }: Rows): string {
  const name = table === 'checkins' ? 'check-ins' : table;
  return countOf(count, name.replace(/ies$/, 'y').replace(/s$/, ''), name);
}

/** A table of which an import adds rows. Statements call its rows `t`, and get the run as $1. */
interface UndoTable {
  table: string;
  /** Default: `id`. */
  key?: readonly string[];
  /** Names a row. Default: its key. */
  label?: string;
  /** SQL condition: other rows need the row, or would be deleted with it. */
  inUse?: string;
  /** What that means. */
  use?: string;
}

const exists = (...queries: string[]): string => queries.map((query) => `EXISTS (SELECT FROM ${query})`).join(' OR ');

/** The run, and later imports of the same files, which correct them. Standard input is no file. */
const itsRuns = `(SELECT again.id FROM import_runs own JOIN import_runs again
  ON again.kind = own.kind AND again.files = own.files AND again.id >= own.id AND '-' <> ALL (own.files) WHERE own.id = $1)`;

/** The run added the row, and nothing has changed it since but the run and imports of the same files. */
const isUntouched = (row: string): string =>
  `(${row}.added_by = $1 AND (COALESCE(${row}.changed_by, $1) = $1 OR ${row}.changed_by IN ${itsRuns})) IS TRUE`;

const placeInUse = (place: string): string =>
  exists(`reviews WHERE place_id = ${place}.id`, `checkins WHERE place_id = ${place}.id`);

/** Places that stay when the run is undone. */
const stayingPlaces = `places p WHERE (NOT ${isUntouched('p')} OR ${placeInUse('p')})`;

const places: UndoTable = {
  table: 'places',
  inUse: placeInUse('t'),
  use: 'with reviews or check-ins',
};

const inCategory = `(SELECT FROM place_categories c WHERE c.place_id = p.id AND c.category_id`;

const subcategoryInUse = (row: string): string =>
  exists(`${stayingPlaces} AND EXISTS ${inCategory} = ${row}.category_id AND c.subcategory_id = ${row}.id)`);

const subcategories: UndoTable = {
  table: 'subcategories',
  key: ['category_id', 'id'],
  inUse: subcategoryInUse('t'),
  use: 'used by places that stay',
};

const categories: UndoTable = {
  table: 'categories',
  inUse: exists(
    `${stayingPlaces} AND EXISTS ${inCategory} = t.id)`,
    `subcategories s WHERE s.category_id = t.id AND (NOT ${isUntouched('s')} OR ${subcategoryInUse('s')})`,
  ),
  use: 'used by places or with subcategories that stay',
};

const sources: UndoTable = {
  table: 'sources',
  key: ['name'],
  inUse: exists(`${stayingPlaces} AND p.source = t.name`),
  use: 'used by places that stay',
};

const users: UndoTable = {
  table: 'users',
  inUse: exists(
    ...['reviews', 'checkins', 'sessions', 'token_families', 'access_tokens'].map((of) => `${of} WHERE user_id = t.id`),
    'follows WHERE follower_id = t.id',
    'follows WHERE following_id = t.id',
  ),
  use: 'with reviews, check-ins, follows, sessions or tokens',
};

/** What an import of a kind adds: the kind itself first, each table before those that it needs. */
const targetsOf: Readonly<Record<RecordKindName, readonly UndoTable[]>> = {
  categories: [categories, subcategories],
  places: [places, subcategories, categories, sources],
  users: [users],
  follows: [
    { table: 'follows', key: ['follower_id', 'following_id'], label: "t.follower_id || ' → ' || t.following_id" },
  ],
  checkins: [{ table: 'checkins' }],
  reviews: [{ table: 'reviews' }],
};

/** Rows of a table, and the names of the first of them. */
interface Rows {
  table: string;
  count: number;
  names: string[];
}

interface UndoPlan {
  /** Rows that the undo deletes. */
  deleted: Rows[];
  /** Rows that the run added, and that stay. */
  left: (Rows & { reason: string })[];
  /** Rows that the run changed. They stay as they are. */
  changed: Rows[];
}

/** @param maxNames of each list; undefined for all */
async function planUndo(
  manager: EntityManager,
  { id, kind }: StoredRun,
  maxNames: number | undefined,
): Promise<UndoPlan> {
  const plan: UndoPlan = { deleted: [], left: [], changed: [] };
  const find = async ({ table, key = ['id'], ...target }: UndoTable, condition: string): Promise<Rows[]> => {
    const { label = key.map((column) => `t.${column}`).join(" || '/' || ") } = target;
    const [row] = await manager.query<{ count: number; names: string[] }[]>(
      `WITH found AS (SELECT ${label} AS shown, ${key.map((column) => `t.${column}`).join(', ')} FROM ${table} t WHERE ${condition})
       SELECT (SELECT count(*)::float FROM found) AS count,
         ARRAY(SELECT shown FROM found ORDER BY ${key.join(', ')} LIMIT $2) AS names`,
      [id, maxNames ?? null],
    );
    return row && row.count > 0 ? [{ table, ...row }] : [];
  };
  for (const target of targetsOf[kind]) {
    const { inUse = 'false', use = '' } = target;
    const because = (reason: string) => (rows: Rows) => ({ ...rows, reason });
    plan.deleted.push(...(await find(target, `${isUntouched('t')} AND NOT (${inUse})`)));
    const changedSince = await find(target, `t.added_by = $1 AND NOT ${isUntouched('t')}`);
    plan.left.push(...changedSince.map(because('changed by a later import or command')));
    plan.left.push(...(await find(target, `${isUntouched('t')} AND (${inUse})`)).map(because(use)));
    plan.changed.push(...(await find(target, 't.changed_by = $1 AND t.added_by IS DISTINCT FROM $1')));
  }
  return plan;
}

/** Whether rows of the kind itself stay. Categories and sources of places may stay, because other places use them. */
function isPartial({ kind }: StoredRun, { left }: UndoPlan): boolean {
  return left.some(({ table }) => table === targetsOf[kind][0]?.table);
}

/** Rows of a transaction. */
const batchSize = 1000;

/** The next rows of a table. */
interface DeletedRows {
  /** Rows that were looked at. 0 at the end of the table. */
  read: number;
  deleted: number;
  /** The key of the last row. */
  last: string[];
}

/**
 * Deletes the next rows that the run added. They are locked first: what refers to them meanwhile waits, and is found or fails.
 *
 * @param after the key of the last row before
 */
async function deleteBatch(
  manager: EntityManager,
  { id }: StoredRun,
  { table, key = ['id'], inUse = 'false' }: UndoTable,
  after: readonly string[] = key.map(() => ''),
): Promise<DeletedRows> {
  const columns = key.map((column) => `t.${column}`).join(', ');
  const locked = await manager.query<{ key: string[] }[]>(
    `SELECT ARRAY[${columns}] AS key FROM ${table} t
      WHERE ${isUntouched('t')} AND (${columns}) > (${key.map((_, at) => `$${at + 2}`).join(', ')})
      ORDER BY ${columns} LIMIT ${batchSize} FOR UPDATE`,
    [id, ...after],
  );
  const values = key.map((_, at) => locked.map((row) => row.key[at] ?? ''));
  const given = `SELECT * FROM unnest(${key.map((_, at) => `$${at + 2}::text[]`).join(', ')})`;
  const free = await manager.query<{ key: string[] }[]>(
    `SELECT ARRAY[${columns}] AS key FROM ${table} t
      WHERE (${columns}) IN (${given}) AND ${isUntouched('t')} AND NOT (${inUse})`,
    [id, ...values],
  );
  const keys = free.map((row) => row.key);
  if (table === 'users') await new UserAdministration(manager).delete(...keys.flat());
  else if (keys.length > 0) {
    const freeKeys = key.map((_, at) => `$${at + 1}::text[]`).join(', ');
    await manager.query(
      `DELETE FROM ${table} t WHERE (${columns}) IN (SELECT * FROM unnest(${freeKeys}))`,
      key.map((_, at) => keys.map((values) => values[at])),
    );
  }
  return { read: locked.length, deleted: keys.length, last: locked.at(-1)?.key ?? [...after] };
}
