import { type Command, InvalidArgumentError } from 'commander';
import { errorMessage } from '../../error-message.js';
import { limitHeapGrowthPercent } from '../../heap.js';
import { withBackgroundIndexing } from '../background-indexing.js';
import { argumentOf, optionOf } from '../choices.js';
import { audit, operatorOf } from '../audit.js';
import { CommandError, incompleteError } from '../command-error.js';
import { parseBoundingBox } from '../import/bounding-box.js';
import { formatNames } from '../import/formats/formats.js';
import { importFiles, type ImportOptions, type ImportOutcome, isWhole } from '../import/import-files.js';
import { checkFirstLines, OtherKindError } from '../import/import-lines.js';
import { ImportReport } from '../import/import-report.js';
import { ImportRun } from '../import/import-run.js';
import { type InputFile, openInputFile } from '../import/input-file.js';
import { type RecordKindName, recordKindNames } from '../import/record-kinds.js';
import { type SourceRow } from '../import/records/place-schema.js';
import { describeOtherSources, updateSource } from '../import/records/sources.js';
import { watchingSources } from '../import/source-options.js';
import { interruptible } from '../interruption.js';
import { type CommandContext, type RunInContext } from '../command-context.js';
import { type Terminal } from '../terminal.js';
import { importHelp } from './import-help.js';
import { type ImportCommandOptions, type ImportPlan, planImport } from './import-plan.js';
import { replaceSource } from './import-replacement.js';
import { addImportRuns } from './import-runs.js';

/** Not a default of the option: `planImport` has to know whether it is given. */
const defaultMaxDeletedPercent = 20;

/** `import KIND [--format F] [--map FILE] [--dry-run] FILE...` */
export function addImport(program: Command, run: RunInContext, terminal: Terminal): void {
  const command = program
    .command('import')
    .summary('Loads records from files.')
    .description(
      'Loads records from files, one JSON object per line, or places of an open data set. Updates existing records.',
    )
    .addArgument(argumentOf('<kind>', 'kind of records', recordKindNames))
    .argument('<file...>', 'files, plain or gzip; - is standard input')
    .addOption(
      optionOf('--format <format>', 'open data set that the places come from, or kind of a table', formatNames),
    )
    .option('--columns <columns>', 'columns of a table as MEMBER=COLUMN,…, or a file of such lines')
    .option('--map <file>', 'maps categories of the data set to your own')
    .option('--source <name>', 'where the places come from; open data sets have their own')
    .option('--license <url>', 'address of the licence of the source')
    .option('--attribution <text>', 'what the licence asks to show with the places')
    .option('--bbox <west,south,east,north>', 'only places in this rectangle, in degrees', parseBoundingBox)
    .option('--replace-source <name>', 'deletes the places of this source that the files lack, when all are read')
    .option(
      '--max-deleted-percent <percent>',
      `the part of the source that may be deleted (default: ${defaultMaxDeletedPercent})`,
      parsePercent,
    )
    .option('--strict', 'rejects lines whose invalid optional values would be left out')
    .option('--dry-run', 'only check the lines; needs no PostgreSQL or Elasticsearch', false)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', importHelp)
    .action(async (kind: RecordKindName, files: string[], options: ImportCommandOptions) => {
      limitHeapGrowthPercent(120);
      const plan = planImport(kind, options);
      if (plan.isOwnShape) await interruptible((interrupted) => checkKinds(plan, files, terminal, interrupted));
      await (options.dryRun ? dryRun(plan, files, options, terminal) : runImport(plan, files, options, run));
    });
  addImportRuns(command, run);
}

/**
 * Reads the first lines of all files, so that nothing is stored if one of them has records of another kind. Standard input
 * can be read only once: its lines are checked when they are imported.
 */
async function checkKinds(
  { reader }: ImportPlan,
  paths: readonly string[],
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  for (const path of paths) {
    try {
      const file = openInputFile(path, terminal.input);
      if (file.path !== undefined) await checkFirstLines(reader.lines(file, interrupted), reader);
    } catch (error) {
      if (error instanceof OtherKindError) throw new CommandError(error.describe(path));
      // The import reports it.
      interrupted.throwIfAborted();
    }
  }
}

/** Skips the checks that need a database. */
async function dryRun(
  { kind, reader, writer }: ImportPlan,
  paths: readonly string[],
  { json }: ImportCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const report = new ImportReport(true);
  let outcome: ImportOutcome | undefined;
  try {
    outcome = await interruptible((interrupted) => {
      const files = openAll(paths, kind, terminal, report);
      return importFiles(files, { reader, writer, database: undefined, terminal, report, interrupted });
    });
  } finally {
    const isComplete = outcome !== undefined && isWhole(outcome);
    if (json) printJson(terminal, { kind, dryRun: true, complete: isComplete, ...report.toJson() });
    else report.print(terminal);
  }
  if (!isWhole(outcome)) throw new CommandError('The import would be incomplete: see above.');
}

async function runImport(
  plan: ImportPlan,
  paths: readonly string[],
  options: ImportCommandOptions,
  runInContext: RunInContext,
): Promise<void> {
  const { kind } = plan;
  const { replaceSource: replaces, json } = options;
  await runInContext(async (context) => {
    const { database, environment, terminal } = context;
    const description = { operator: operatorOf(context), kind, files: [...paths] };
    const run = await ImportRun.begin(database, description, environment.AUDIT_RETENTION);
    // Before the work: an import that is interrupted has stored lines too.
    const details = { kind, files: paths, ...(replaces !== undefined && { replaces }) };
    await audit(context, 'import', `import:${run.id}`, details);
    const report = new ImportReport();
    let complete = false;
    try {
      await importInto(run, plan, { ...options, paths, report, context });
      complete = true;
    } finally {
      // Neither hides why the import has failed.
      await run.end(report.counts, complete).catch(() => undefined);
      if (json) printJson(terminal, { run: run.id, kind, dryRun: false, complete, ...report.toJson() });
    }
  });
}

interface RunOptions extends ImportCommandOptions {
  paths: readonly string[];
  report: ImportReport;
  context: CommandContext;
}

async function importInto(run: ImportRun, plan: ImportPlan, options: RunOptions): Promise<void> {
  const { kind, source, writer } = plan;
  const { paths, report, context, json, replaceSource: replaces } = options;
  const { database, terminal } = context;
  const { maxDeletedPercent = defaultMaxDeletedPercent } = options;
  const described = new Map<string, SourceRow>();
  const reader = watchingSources(plan.reader, described);
  const changes = source ? await updateSource(database.manager, source, run.id) : [];
  for (const change of changes) terminal.log(change);
  const importAll = async (given: Pick<ImportOptions, 'interrupted' | 'afterBatch'> & Partial<ImportOptions>) => {
    const files = openAll(paths, kind, terminal, report);
    try {
      return await importFiles(files, { reader, writer, run, database, terminal, report, ...given });
    } finally {
      if (!json) {
        terminal.print(`Import ${run.id}. To undo it: import undo ${run.id}`);
        report.print(terminal);
      }
    }
  };
  if (!writer.changesIndex) {
    assertWhole(await interruptible((interrupted) => importAll({ interrupted })));
    return;
  }
  try {
    await withBackgroundIndexing(context, async (indexing, interrupted) => {
      const common = { interrupted, afterBatch: () => indexing.indexNewChanges() };
      if (replaces === undefined) assertWhole(await importAll(common));
      else {
        const replacement = { plan, run, report, json, maxDeletedPercent, indexing, interrupted };
        await replaceSource(context, replacement, (edition) => importAll({ ...common, ...edition }));
      }
    });
  } finally {
    for (const line of await describeOtherSources(database.manager, [...described.values()])) terminal.log(line);
  }
}

function printJson(terminal: Terminal, value: object): void {
  terminal.print(JSON.stringify(value, null, 2));
}

function assertWhole(outcome: ImportOutcome): void {
  if (!isWhole(outcome)) throw incompleteError();
}

function* openAll(
  paths: readonly string[],
  kind: RecordKindName,
  terminal: Terminal,
  report: ImportReport,
): Generator<InputFile | undefined> {
  for (const path of paths) {
    try {
      yield openInputFile(path, terminal.input, { kind });
    } catch (error) {
      terminal.log(`${path} cannot be read: ${errorMessage(error)}`);
      report.addUnopened(path, errorMessage(error));
      yield undefined;
    }
  }
}

function parsePercent(value: string): number {
  const percent = value.trim() === '' ? NaN : Number(value);
  if (!(percent >= 0 && percent <= 100)) throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return percent;
}
