import { Argument, type Command } from 'commander';
import { PlaceReader } from '../../places/place-reader.js';
import { errorMessage } from '../../error-message.js';
import { writeFile, writeStream } from '../export/destination.js';
import { exported, type ExportOptions } from '../export/lines.js';
import { Failure } from '../failure.js';
import { type KindName, kindNames } from '../import/kinds.js';
import { interruptible } from '../interruption.js';
import { type Run, type Session } from '../session.js';

interface Options extends ExportOptions {
  output?: string;
}

const help = `
The lines are what import takes, in the order of their identifiers: exported, imported into an empty directory and
exported again, they are the same to the byte. Export and import the kinds in this order:
${kindNames.join(', ')}.

Passwords are not among them: users who are imported elsewhere cannot sign in there unless their hashes are exported too.`;

/** `export KIND` */
export function addExport(program: Command, run: Run): void {
  program
    .command('export')
    .summary('write records to a file, one JSON object a line')
    .description('Writes all records of a kind, one JSON object a line, as of one moment.')
    .addArgument(new Argument('<kind>', 'what to write').choices(kindNames))
    .option('--output <file>', 'where to; packed when it ends in .gz (default: standard output)')
    .option('--with-password-hashes', 'users with the argon2id hashes of their passwords', false)
    .addHelpText('after', help)
    .action((kind: KindName, options: Options) => run((session) => exportKind(session, kind, options)));
}

async function exportKind({ app, database, terminal }: Session, kind: KindName, options: Options): Promise<void> {
  let count = 0;
  await interruptible((signal) =>
    // One moment for all batches.
    database.transaction('REPEATABLE READ', async (manager) => {
      const records = exported[kind](manager, app.get(PlaceReader), options);
      async function* lines(): AsyncGenerator<string> {
        for await (const record of records) {
          count += 1;
          yield `${JSON.stringify(record)}\n`;
        }
      }
      try {
        await (options.output === undefined
          ? writeStream(terminal.output, lines(), signal)
          : writeFile(options.output, lines(), signal));
      } catch (error) {
        signal.throwIfAborted();
        throw isOfFile(error)
          ? new Failure(`${options.output ?? 'stdout'} cannot be written: ${errorMessage(error)}`)
          : error;
      }
    }),
  );
  terminal.say(`${kind}: ${count.toLocaleString('en')} lines`);
}

/** The file system says what it was doing. */
function isOfFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error && 'path' in error;
}
