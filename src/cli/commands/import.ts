import { type Command, InvalidArgumentError } from 'commander';
import { errorMessage } from '../../error-message.js';
import { limitHeapGrowthPercent } from '../../heap.js';
import { withBackgroundIndexing } from '../background-indexing.js';
import { argumentOf, optionOf } from '../choices.js';
import { audit } from '../audit.js';
import { CommandError, incompleteError } from '../command-error.js';
import { parseBoundingBox } from '../import/bounding-box.js';
import { formatNames } from '../import/formats/formats.js';
import { importFiles, type ImportOptions, type ImportOutcome, isWhole } from '../import/import-files.js';
import { type InputFile, openInputFile } from '../import/input-file.js';
import { type RecordKindName, recordKindNames } from '../import/record-kinds.js';
import { type SourceRow } from '../import/records/place-schema.js';
import { describeOtherSources, updateSource } from '../import/records/sources.js';
import { watchingSources } from '../import/source-options.js';
import { interruptible } from '../interruption.js';
import { type RunInContext } from '../command-context.js';
import { type Terminal } from '../terminal.js';
import { importHelp } from './import-help.js';
import { type ImportCommandOptions, type ImportPlan, planImport } from './import-plan.js';
import { replaceSource } from './import-replacement.js';

/** Not a default of the option: `planImport` has to know whether it is given. */
const defaultMaxDeletedPercent = 20;

/** `import KIND [--format F] [--map FILE] [--dry-run] FILE...` */
export function addImport(program: Command, run: RunInContext, terminal: Terminal): void {
  program
    .command('import')
    .summary('Loads records from files.')
    .description(
      'Loads records from files, one JSON object per line, or places of an open data set. Updates existing records.',
    )
    .addArgument(argumentOf('<kind>', 'kind of records', recordKindNames))
    .argument('<file...>', 'files, plain or gzip; - is standard input')
    .addOption(optionOf('--format <format>', 'open data set that the places come from', formatNames))
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
    .option('--dry-run', 'only check the lines; needs no PostgreSQL or Elasticsearch', false)
    .addHelpText('after', importHelp)
    .action(async (kind: RecordKindName, files: string[], options: ImportCommandOptions) => {
      limitHeapGrowthPercent(120);
      const plan = planImport(kind, options);
      await (options.dryRun ? dryRun(plan, files, terminal) : runImport(plan, files, options, run));
    });
}

/** Skips the checks that need a database. */
async function dryRun(
  { kind, reader, writer }: ImportPlan,
  paths: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const outcome = await interruptible((interrupted) => {
    const files = openAll(paths, kind, terminal);
    return importFiles(files, { reader, writer, database: undefined, terminal, interrupted });
  });
  if (!isWhole(outcome)) throw new CommandError('The import would be incomplete: see above.');
}

async function runImport(
  plan: ImportPlan,
  paths: readonly string[],
  { replaceSource: replaces, maxDeletedPercent = defaultMaxDeletedPercent }: ImportCommandOptions,
  run: RunInContext,
): Promise<void> {
  const { kind, source, writer } = plan;
  const described = new Map<string, SourceRow>();
  const reader = watchingSources(plan.reader, described);
  await run(async (context) => {
    const { database, terminal } = context;
    // Before the work: an import that is interrupted has stored lines too.
    await audit(context, 'import', undefined, { kind, files: paths, ...(replaces !== undefined && { replaces }) });
    const changes = source ? await updateSource(database.manager, source) : [];
    for (const change of changes) terminal.log(change);
    const importAll = (options: Pick<ImportOptions, 'interrupted' | 'afterBatch'> & Partial<ImportOptions>) =>
      importFiles(openAll(paths, kind, terminal), { reader, writer, database, terminal, ...options });
    if (!writer.changesIndex) {
      assertWhole(await interruptible((interrupted) => importAll({ interrupted })));
      return;
    }
    try {
      await withBackgroundIndexing(context, async (indexing, interrupted) => {
        const common = { interrupted, afterBatch: () => indexing.indexNewChanges() };
        if (replaces === undefined) assertWhole(await importAll(common));
        else {
          const options = { plan, maxDeletedPercent, indexing, interrupted };
          await replaceSource(context, options, (edition) => importAll({ ...common, ...edition }));
        }
      });
    } finally {
      for (const line of await describeOtherSources(database.manager, [...described.values()])) terminal.log(line);
    }
  });
}

function assertWhole(outcome: ImportOutcome): void {
  if (!isWhole(outcome)) throw incompleteError();
}

function* openAll(
  paths: readonly string[],
  kind: RecordKindName,
  terminal: Terminal,
): Generator<InputFile | undefined> {
  for (const path of paths) {
    try {
      yield openInputFile(path, terminal.input, { kind });
    } catch (error) {
      terminal.log(`${path} cannot be read: ${errorMessage(error)}`);
      yield undefined;
    }
  }
}

function parsePercent(value: string): number {
  const percent = value.trim() === '' ? NaN : Number(value);
  if (!(percent >= 0 && percent <= 100)) throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return percent;
}
