import { Argument, type Command, Option } from 'commander';
import { errorMessage } from '../../error-message.js';
import { Failure, notAllDone } from '../failure.js';
import { CategoryMap, readCategoryMap } from '../import/formats/category-map.js';
import { type FormatName, formatNames, formats } from '../import/formats/formats.js';
import { openPlaces, openReader } from '../import/formats/open-places.js';
import { importSources, type SourceRun } from '../import/import-source.js';
import { type KindName, kindNames, kinds } from '../import/kinds.js';
import { limitHeapGrowth } from '../../heap.js';
import { recordReader } from '../import/reader.js';
import { openSource, type Source } from '../import/source.js';
import { interruptible } from '../interruption.js';
import { withSearchIndex } from '../search-index.js';
import { type Run } from '../session.js';
import { type Terminal } from '../terminal.js';
import { importHelp } from './import-help.js';

interface Options {
  format?: FormatName;
  map?: string;
  dryRun: boolean;
}

/** `import KIND [--format F] [--map FILE] [--dry-run] FILE...` */
export function addImport(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('import')
    .summary('load records from files: one JSON object a line, or open data')
    .description('Loads records from files, one JSON object a line. What is there already is brought up to date.')
    .addArgument(new Argument('<kind>', 'what the lines hold').choices(kindNames))
    .argument('<file...>', 'files, also gzipped; - is standard input')
    .addOption(new Option('--format <format>', 'places of an open data set, in its own shape').choices(formatNames))
    .option('--map <file>', 'puts categories of open data in the place of others')
    .option('--dry-run', 'only tells what would come in, and why the rest would not', false)
    .addHelpText('after', importHelp)
    .action(async (kind: KindName, files: string[], options: Options) => {
      limitHeapGrowth(120);
      const reading = readingOf(kind, options);
      await (options.dryRun ? tryFiles(reading, files, terminal) : importFiles(reading, files, run));
    });
}

type Reading = Pick<SourceRun, 'kind' | 'reader'> & { name: KindName };

function readingOf(name: KindName, { format, map }: Options): Reading {
  if (format === undefined) {
    if (map !== undefined) throw new Failure('--map goes with --format: records have categories of their own.', 2);
    return { name, kind: kinds[name], reader: recordReader(kinds[name]) };
  }
  if (name !== 'places') throw new Failure(`--format ${format} is for places.`, 2);
  const categories = map === undefined ? new CategoryMap() : readCategoryMap(map);
  return { name, kind: openPlaces(formats[format]), reader: openReader(formats[format], categories) };
}

/** Needs no database: what only that can tell against a line is not looked at. */
async function tryFiles(reading: Reading, files: readonly string[], terminal: Terminal): Promise<void> {
  const isIn = await interruptible((interrupted) => {
    const afterBatch = () => Promise.resolve();
    return importSources(sourcesOf(files, reading.name, terminal), {
      ...reading,
      database: undefined,
      terminal,
      afterBatch,
      interrupted,
    });
  });
  if (!isIn) throw new Failure('Not everything would come in: see above.');
}

async function importFiles(reading: Reading, files: readonly string[], run: Run): Promise<void> {
  await run(async (session) => {
    const { database, terminal } = session;
    const importAll = async (interrupted: AbortSignal, afterBatch: () => Promise<void>): Promise<void> => {
      const isIn = await importSources(sourcesOf(files, reading.name, terminal), {
        ...reading,
        ...{ database, terminal, afterBatch, interrupted },
      });
      if (!isIn) throw notAllDone();
    };
    await (reading.kind.searchable
      ? withSearchIndex(session, (index, interrupted) => importAll(interrupted, () => index.follow()))
      : interruptible((interrupted) => importAll(interrupted, () => Promise.resolve())));
  });
}

function* sourcesOf(paths: readonly string[], kind: KindName, terminal: Terminal): Generator<Source | undefined> {
  for (const path of paths) yield open(path, kind, terminal);
}

function open(path: string, kind: KindName, terminal: Terminal): Source | undefined {
  try {
    return openSource(path, terminal.input, { kind });
  } catch (error) {
    terminal.say(`${path} cannot be read: ${errorMessage(error)}`);
    return undefined;
  }
}
