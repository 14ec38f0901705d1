import { Argument, type Command, Option } from 'commander';
import { errorMessage } from '../../error-message.js';
import { limitHeapGrowthPercent } from '../../heap.js';
import { withBackgroundIndexing } from '../background-indexing.js';
import { audit } from '../audit.js';
import { CommandError, incompleteError } from '../command-error.js';
import { readCategoryMap } from '../import/formats/category-map.js';
import { type FormatName, formatNames, formats } from '../import/formats/formats.js';
import { openDataReader, openDataWriter } from '../import/formats/open-data-places.js';
import { importFiles, type ImportOptions } from '../import/import-files.js';
import { type InputFile, openInputFile } from '../import/input-file.js';
import { type RecordKindName, recordKindNames, recordKinds } from '../import/record-kinds.js';
import { type SourceRow } from '../import/records/place-schema.js';
import { updateSource } from '../import/records/sources.js';
import { recordLineReader } from '../import/row-reader.js';
import { readSourceOptions, type SourceOptions, withSource } from '../import/source-options.js';
import { interruptible } from '../interruption.js';
import { type RunInContext } from '../command-context.js';
import { type Terminal } from '../terminal.js';
import { importHelp } from './import-help.js';

interface Options extends SourceOptions {
  format?: FormatName;
  map?: string;
  dryRun: boolean;
}

/** `import KIND [--format F] [--map FILE] [--dry-run] FILE...` */
export function addImport(program: Command, run: RunInContext, terminal: Terminal): void {
  program
    .command('import')
    .summary('Loads records from files.')
    .description(
      'Loads records from files, one JSON object per line, or places of an open data set. Updates existing records.',
    )
    .addArgument(new Argument('<kind>', 'kind of records').choices(recordKindNames))
    .argument('<file...>', 'files, plain or gzip; - is standard input')
    .addOption(new Option('--format <format>', 'open data set that the places come from').choices(formatNames))
    .option('--map <file>', 'maps categories of the data set to your own')
    .option('--source <name>', 'where the places come from; open data sets have their own')
    .option('--license <url>', 'address of the licence of the source')
    .option('--attribution <text>', 'what the licence asks to show with the places')
    .option('--dry-run', 'only check the lines; needs no PostgreSQL or Elasticsearch', false)
    .addHelpText('after', importHelp)
    .action(async (kind: RecordKindName, files: string[], options: Options) => {
      limitHeapGrowthPercent(120);
      const plan = planImport(kind, options);
      await (options.dryRun ? dryRun(plan, files, terminal) : runImport(plan, files, run));
    });
}

interface ImportPlan extends Pick<ImportOptions, 'reader' | 'writer'> {
  kind: RecordKindName;
  /** The source of places that name none. */
  source?: SourceRow | undefined;
}

/** Picks how lines are read and where rows are stored. */
function planImport(kind: RecordKindName, options: Options): ImportPlan {
  const { format, map } = options;
  const source = readSourceOptions(kind, options, format && formats[format].source);
  if (format === undefined) {
    if (map !== undefined) throw new CommandError('--map needs --format: other records have their own categories.', 2);
    const reader = withSource(recordLineReader(recordKinds[kind]), source);
    return { kind, source, writer: recordKinds[kind], reader };
  }
  if (kind !== 'places') throw new CommandError(`--format ${format} is only for places.`, 2);
  const categories = map === undefined ? undefined : readCategoryMap(map);
  const reader = withSource(openDataReader(formats[format], categories), source);
  return { kind, source, writer: openDataWriter(formats[format]), reader };
}

/** Skips the checks that need a database. */
async function dryRun(
  { kind, source: _, ...plan }: ImportPlan,
  paths: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const isComplete = await interruptible((interrupted) => {
    const files = openAll(paths, kind, terminal);
    return importFiles(files, { ...plan, database: undefined, terminal, interrupted });
  });
  if (!isComplete) throw new CommandError('The import would be incomplete: see above.');
}

async function runImport(
  { kind, source, ...plan }: ImportPlan,
  paths: readonly string[],
  run: RunInContext,
): Promise<void> {
  await run(async (context) => {
    const { database, terminal } = context;
    // Before the work: an import that is interrupted has stored lines too.
    await audit(context, 'import', undefined, { kind, files: paths });
    if (source) await updateSource(database.manager, source);
    const importAll = async (options: Pick<ImportOptions, 'interrupted' | 'afterBatch'>): Promise<void> => {
      const files = openAll(paths, kind, terminal);
      if (!(await importFiles(files, { ...plan, ...options, database, terminal }))) throw incompleteError();
    };
    await (plan.writer.changesIndex
      ? withBackgroundIndexing(context, (indexing, interrupted) =>
          importAll({ interrupted, afterBatch: () => indexing.indexNewChanges() }),
        )
      : interruptible((interrupted) => importAll({ interrupted })));
  });
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
