import { Argument, type Command } from 'commander';
import { reasonOf } from '../../observability/reason.js';
import { notAllDone } from '../failure.js';
import { importSources } from '../import/import-source.js';
import { type KindName, kindNames, kinds } from '../import/kinds.js';
import { openSource, type Source } from '../import/source.js';
import { interruptible } from '../interruption.js';
import { withSearchIndex } from '../search-index.js';
import { type Run, type Session } from '../session.js';
import { type Terminal } from '../terminal.js';

const help = `
A line is a whole record: what it leaves out, the record no longer has (but for a user's password, which stays).
Members that are not known, and links, are ignored.

  categories  {id, name, subcategories: [{id, name}]}; a subcategory that is no longer listed is removed
              unless a place is in it
  places      the interface's place with address.district, featured.photo.medium, placeLists: [{id}],
              utilities: [{id, name}] and openingHours; categories that are not there yet are made
  users       the interface's user with email and, if any, password (or passwordHash, as an export writes it)
  follows     {follower, following, created}
  checkins    {id?, user, place, source, created}
  reviews     {id, user, place, text, source, rating, thumbsUp, created}

\`created\` is in milliseconds since 1970. A line has at most 1 MiB, an identifier 200 characters and 512 bytes of UTF-8.
Rejected lines are reported as FILE:LINE: reason and kept in FILE.rejected.ndjson (those of standard input in stdin.rejected.ndjson).

Exit status: 0 all is in; 1 lines were rejected, a file could not be read, or the places are not searchable yet;
2 wrong usage; 130 interrupted.`;

/** `import KIND FILE...` */
export function addImport(program: Command, run: Run): void {
  program
    .command('import')
    .summary('load records from files, one JSON object a line')
    .description('Loads records from files, one JSON object a line. What is there already is brought up to date.')
    .addArgument(new Argument('<kind>', 'what the lines hold').choices(kindNames))
    .argument('<file...>', 'files, also gzipped; - is standard input')
    .addHelpText('after', help)
    .action(async (kind: KindName, files: string[]) => {
      await run((session) => importFiles(session, kind, files));
    });
}

async function importFiles(session: Session, name: KindName, files: readonly string[]): Promise<void> {
  const kind = kinds[name];
  const { database, terminal } = session;
  const importAll = async (interrupted: AbortSignal, afterBatch: () => Promise<void>): Promise<void> => {
    const run = { kind, database, terminal, afterBatch, interrupted };
    if (!(await importSources(sourcesOf(files, terminal), run))) throw notAllDone();
  };
  await (kind.searchable
    ? withSearchIndex(session, (index, interrupted) => importAll(interrupted, () => index.follow()))
    : interruptible((interrupted) => importAll(interrupted, () => Promise.resolve())));
}

function* sourcesOf(paths: readonly string[], terminal: Terminal): Generator<Source | undefined> {
  for (const path of paths) yield open(path, terminal);
}

function open(path: string, terminal: Terminal): Source | undefined {
  try {
    return openSource(path, terminal.input);
  } catch (error) {
    terminal.say(`${path} cannot be read: ${reasonOf(error)}`);
    return undefined;
  }
}
