import { type Command, InvalidArgumentError } from 'commander';
import { audited } from '../audit.js';
import { type BackgroundIndexing, withBackgroundIndexing } from '../background-indexing.js';
import { CommandError } from '../command-error.js';
import { type CommandContext, type RunInContext } from '../command-context.js';
import { findRun, laterRuns, listRuns, markUndone, type StoredRun } from '../import/import-run.js';
import { retryOnDeadlock } from '../import/retry-on-deadlock.js';
import { deleteBatch, isPartial, planUndo, type Rows, tablesOf, type UndoPlan } from '../import/undo.js';
import { formatTable } from '../table.js';
import { parseLimit } from './limit.js';

/** Names in a line of the report. JSON has all. */
const maxNames = 10;

const undoHelp = `
Deletes the records that the import added, also if it was interrupted or killed. These stay, and are listed:
  - records that the import changed
  - records that a later import or command changed
  - places with reviews or check-ins, users with reviews, check-ins, follows, sessions or tokens: undo the imports of these first
Of places, also the categories and sources that the import created and no other place uses. What the import deleted (closed places,
--replace-source) is not restored. A record that a later import found unchanged is deleted, too: import its file again.

Exit status: 0 all that the import added is deleted; 1 records of it stay; 2 wrong usage.

Examples:
  import undo 12 --dry-run
  import undo 12 --yes`;

interface UndoOptions {
  yes: boolean;
  dryRun: boolean;
  json: boolean;
}

/** `import list|undo` */
export function addImportRuns(command: Command, run: RunInContext): void {
  // The options behind `list` and `undo` are theirs.
  command.enablePositionalOptions();
  command
    .command('list')
    .description('Lists imports, the newest first. They are kept as long as the audit log.')
    .option('--limit <number>', 'how many imports at most', parseLimit, 20)
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  import list --limit 5')
    .action(({ limit, json }: { limit: number; json: boolean }) =>
      run(async ({ database, terminal }) => {
        const runs = await listRuns(database, limit);
        if (json) terminal.print(JSON.stringify(runs, null, 2));
        else if (runs.length === 0) terminal.log('There are no imports.');
        else terminal.print(formatTable([runHeads, ...runs.map(cellsOf)], [4, 5, 6, 7]));
      }),
    );
  command
    .command('undo')
    .description('Deletes what an import added.')
    .argument('<id>', 'number of the import, as its report and `import list` say', parseId)
    .option('--yes', 'delete; without it the command only says what it would delete', false)
    .option('--dry-run', 'list what would be deleted and what would stay', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', undoHelp)
    .action((id: number, options: UndoOptions) => run((context) => undo(context, id, options)));
}

const runHeads = ['ID', 'WHEN', 'KIND', 'OPERATOR', 'NEW', 'CHANGED', 'REMOVED', 'REJECTED', 'STATE', 'FILES'];

function cellsOf(run: StoredRun): string[] {
  const { id, created, kind, operator, added, changed, removed, rejected, files } = run;
  const counts = [added, changed, removed, rejected].map((count) => count?.toLocaleString('en') ?? '');
  return [String(id), created.toISOString(), kind, operator, ...counts, stateOf(run), files.join(' ')];
}

function stateOf({ undone, complete }: StoredRun): string {
  if (undone) return `undone ${undone.toISOString()}`;
  return complete === null ? 'not ended' : complete ? 'complete' : 'incomplete';
}

function parseId(value: string): number {
  const id = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (id === 0) throw new InvalidArgumentError('It must be a number of `import list`.');
  return id;
}

async function undo(context: CommandContext, id: number, { yes, dryRun, json }: UndoOptions): Promise<void> {
  const { database, terminal } = context;
  const run = await findRun(database.manager, id);
  if (!run) throw new CommandError(`There is no import ${id}: see import list.`);
  const limit = json ? undefined : maxNames;
  const plan = await planUndo(database.manager, run, limit);
  const later = await laterRuns(database.manager, run);
  const print = (shown: UndoPlan): void => {
    if (json) terminal.print(JSON.stringify({ run: id, kind: run.kind, dryRun, ...shown, laterRuns: later }, null, 2));
    else terminal.print(formatPlan(run, shown, later, dryRun).join('\n'));
  };
  if (dryRun) {
    print(plan);
    if (isPartial(run, plan)) throw new CommandError('Not all that the import added would be deleted: see above.');
    return;
  }
  if (!yes) {
    const counts = plan.deleted.map(({ table, count }) => `${count.toLocaleString('en')} ${table}`).join(', ');
    throw new CommandError(
      `This deletes ${counts || 'nothing'} for good: add --yes. --dry-run lists them, and what stays.`,
      2,
    );
  }
  await withBackgroundIndexing(context, async (indexing, interrupted) => {
    await audited(
      context,
      ({ manager }) => markUndone(manager, id),
      () => ['import.undo', `import:${id}`, { kind: run.kind, ...countsOf(plan.deleted) }],
    );
    const deleted = await deleteRows(context, run, indexing, interrupted);
    const { left, changed } = await planUndo(database.manager, run, limit);
    const done = { deleted, left, changed };
    print(done);
    if (isPartial(run, done)) throw new CommandError('Not all that the import added is deleted: see above.');
  });
}

function countsOf(rows: readonly Rows[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
}

/** Names no rows: of users, nothing may stay. */
async function deleteRows(
  { database }: CommandContext,
  run: StoredRun,
  indexing: BackgroundIndexing,
  interrupted: AbortSignal,
): Promise<Rows[]> {
  const deleted: Rows[] = [];
  for (const target of tablesOf(run)) {
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
  const listed = ({ count, names }: Rows): string => {
    if (names.length === 0) return '';
    return `: ${names.join(', ')}${count > names.length ? `, and ${(count - names.length).toLocaleString('en')} more` : ''}`;
  };
  const line = (what: string, rows: Rows): string =>
    `${rows.count.toLocaleString('en')} ${rows.table} ${what}${listed(rows)}`;
  const lines = [
    ...plan.deleted.map((rows) => line(dryRun ? 'would be deleted' : 'deleted', rows)),
    ...plan.left.map((rows) => line(`stay: they ${rows.reason}`, rows)),
    ...plan.changed.map((rows) => line(`that import ${id} changed stay as they are`, rows)),
  ];
  if (plan.deleted.length === 0) lines.unshift(`Nothing of import ${id} ${dryRun ? 'would be' : 'is'} deleted.`);
  if (removed > 0) lines.push(`${removed.toLocaleString('en')} places that import ${id} deleted are not restored.`);
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
