import { type EntityManager } from 'typeorm';
import {
  categories,
  countAndNames,
  type DeletableTable,
  deleteIfConfirmed,
  deleteUnused,
  lockRows,
  type NamedRows,
  nameOf,
  places,
  sources,
  subcategories,
  yesOption,
} from '../deletion.js';
import { CommandError } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { type CommandRow, parseLimit, printList, wholeNumber } from '../command-table.js';
import { findRun, laterRuns, listRuns, markUndone, type StoredRun } from '../import/import-run.js';
import { UserAdministration } from '../../users/user-administration.service.js';
import { type RecordKindName } from '../import/record-kinds.js';
import { countOf, namesAndMore } from '../visible-text.js';

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
        .option(...yesOption),
    notes: `\
Deletes the records that the import added, also if it was interrupted or killed, or if a later import of the same files changed
them. These stay, and are listed:
  - records that the import changed
  - records that a later import of other files, or a command, changed
  - places with reviews or check-ins, users with reviews, check-ins, follows, sessions or tokens: undo the imports of these first
Of places, also the categories and sources that the import created and no other place uses. What the import deleted (closed places,
--replace-source) is not restored. A record that a later import found unchanged is deleted, too: import its file again.

Exit status: 0 all that the import added is deleted; 1 records of it stay; 2 without --yes, or wrong usage.`,
    examples: ['import undo 12', 'import undo 12 --yes'],
    work: undo,
  },
];

async function list(context: CommandContext, { limit }: { limit: number }): Promise<void> {
  const runs = await listRuns(context.database, limit);
  const columns = ['id', 'created', 'kind', 'operator', 'added', 'changed', 'removed', 'rejected'] as const;
  printList(context, runs, [...columns, 'complete', 'undone', 'files'], 'There are no imports.');
}

async function undo(context: CommandContext, id: number, { yes }: { yes: boolean }): Promise<void> {
  const { manager } = context.database;
  const run = await findRun(manager, id);
  if (!run) throw new CommandError(`There is no import ${id}: see import list.`);
  const later = await laterRuns(manager, run);
  const undone: { report?: UndoReport } = {};
  await deleteIfConfirmed(context, yes, {
    delete: (stores) => undoRun(stores.manager, run),
    describe: ({ deleted }) => {
      const counts = deleted.map(({ table, count }) => [table, count] as const);
      return ['import.undo', `import:${id}`, { kind: run.kind, ...Object.fromEntries(counts) }];
    },
    print: (report) => {
      undone.report = report;
      const value = { run: id, kind: run.kind, dryRun: !yes, ...report, laterRuns: later };
      context.print(value, formatReport(run, report, later, !yes).join('\n'));
    },
    indexing: { computesAreas: true },
  });
  // Categories and sources of places may stay, because other places use them.
  if (undone.report?.left.some(({ table }) => table === run.kind))
    throw new CommandError('Not all that the import added is deleted: see above.');
}

interface Rows extends NamedRows {
  table: string;
}

interface UndoReport {
  /** Users without names: nothing of them may stay, also in the log of a job. */
  deleted: Rows[];
  /** Rows that the run added, and that stay. */
  left: (Rows & { reason: string })[];
  /** Rows that the run changed. They stay as they are. */
  changed: Rows[];
}

const maxLaterRuns = 10;

function formatReport(run: StoredRun, report: UndoReport, later: readonly number[], dryRun: boolean): string[] {
  const { id, kind, removed } = run;
  const line = (what: string, { table, count, names }: Rows): string =>
    `${countOfRows(table, count)} ${what}${names.length > 0 ? `: ${namesAndMore(names, count)}` : ''}`;
  const lines = [
    ...report.deleted.map((rows) => line(dryRun ? 'would be deleted' : 'deleted', rows)),
    ...report.left.map((rows) => line(`kept, ${rows.reason}`, rows)),
    ...report.changed.map((rows) => line(`kept, changed by import ${id}`, rows)),
  ];
  if (report.deleted.length === 0) lines.unshift(`Nothing of import ${id} ${dryRun ? 'would be' : 'is'} deleted.`);
  if (removed > 0)
    lines.push(`${countOf(removed, 'place')} that import ${id} deleted ${removed === 1 ? 'is' : 'are'} not restored.`);
  if (later.length > 0) {
    lines.push(
      `Later imports of ${kind} (${later.slice(0, maxLaterRuns).join(', ')}) may have had the same records unchanged: ` +
        'import their files again.',
    );
  }
  if (kind === 'reviews' || kind === 'checkins')
    lines.push('Run recount to update the statistics of places and users.');
  return lines;
}

/** `1 category`, `2 check-ins` */
function countOfRows(table: string, count: number): string {
  const name = table === 'checkins' ? 'check-ins' : table;
  return countOf(count, name.replace(/ies$/, 'y').replace(/s$/, ''), name);
}

/** The run, and later imports of the same files, which correct them. Standard input is no file. */
const itsRuns = `(SELECT again.id FROM import_runs own JOIN import_runs again
  ON again.kind = own.kind AND again.files = own.files AND again.id >= own.id AND '-' <> ALL (own.files) WHERE own.id = $1)`;

/** The run added the row `t`, and nothing has changed it since but the run and imports of the same files. */
const isUntouched = `(t.added_by = $1 AND (COALESCE(t.changed_by, $1) = $1 OR t.changed_by IN ${itsRuns})) IS TRUE`;

const keyed = (table: string, ...key: string[]): DeletableTable => ({ table, key, inUse: 'false' });

const users: DeletableTable = {
  table: 'users',
  key: ['id'],
  inUse: ['reviews', 'checkins', 'sessions', 'token_families', 'access_tokens']
    .map((table) => `EXISTS (SELECT FROM ${table} WHERE user_id = t.id)`)
    .concat(['follower_id', 'following_id'].map((column) => `EXISTS (SELECT FROM follows WHERE ${column} = t.id)`))
    .join(' OR '),
};

/** What an import of a kind adds, each table before those that it needs. */
const targetsOf: Readonly<Record<RecordKindName, readonly DeletableTable[]>> = {
  categories: [subcategories, categories],
  places: [places, subcategories, categories, sources],
  users: [users],
  follows: [keyed('follows', 'follower_id', 'following_id')],
  checkins: [keyed('checkins', 'id')],
  reviews: [keyed('reviews', 'id')],
};

/** What it means that a row of a table is in use. */
const useOf: Readonly<Record<string, string>> = {
  places: 'with reviews or check-ins',
  subcategories: 'used by places that stay',
  categories: 'used by places or with subcategories that stay',
  sources: 'used by places that stay',
  users: 'with reviews, check-ins, follows, sessions or tokens',
};

/** Deletes what a run added. From now on the run cannot store batches. */
async function undoRun(manager: EntityManager, { id, kind }: StoredRun): Promise<UndoReport> {
  await markUndone(manager, id);
  const report: UndoReport = { deleted: [], left: [], changed: [] };
  for (const target of targetsOf[kind]) {
    const { table } = target;
    const rows =
      target === users ? await deleteUsers(manager, id) : await deleteUnused(manager, target, isUntouched, [id]);
    if (rows.count > 0) report.deleted.push({ table, ...rows });
    const find = (condition: string): Promise<(NamedRows & { reason: string })[]> =>
      manager.query(
        `SELECT reason, ${countAndNames} FROM (
           SELECT ${nameOf(target)} AS name,
             CASE WHEN ${isUntouched} THEN '${useOf[table] ?? ''}' ELSE 'changed by a later import or command' END AS reason
           FROM ${table} t WHERE ${condition}) found GROUP BY reason ORDER BY reason`,
        [id],
      );
    for (const left of await find('t.added_by = $1')) report.left.push({ table, ...left });
    for (const { count, names } of await find('t.changed_by = $1 AND t.added_by IS DISTINCT FROM $1'))
      report.changed.push({ table, count, names });
  }
  return report;
}

/** Of users, no trace may stay. */
async function deleteUsers(manager: EntityManager, run: number): Promise<NamedRows> {
  const { table, inUse } = users;
  await lockRows(manager, users, isUntouched, [run]);
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM ${table} t WHERE ${isUntouched} AND NOT (${inUse})`,
    [run],
  );
  await new UserAdministration(manager).delete(rows.map(({ id }) => id));
  return { count: rows.length, names: [] };
}
