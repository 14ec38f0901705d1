import { type Command } from 'commander';
import { PlaceReader } from '../../places/place-reader.js';
import { type ExportOptions, exportRecords } from '../export/exporters.js';
import { argumentOf } from '../choices.js';
import { CommandError } from '../command-error.js';
import { audit } from '../audit.js';
import { type RecordKindName, recordKindNames } from '../import/record-kinds.js';
import { interruptible } from '../interruption.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { writePrivateFile } from '../private-file.js';

interface Options extends ExportOptions {
  output?: string;
  json: boolean;
}

const help = `
Writes the lines that import reads, ordered by identifier. Importing them into an empty directory and exporting again gives
the same bytes. Export and import the kinds in this order:
${recordKindNames.join(', ')}.

Users who are imported elsewhere can sign in there only if their password hashes were exported.

Examples:
  export places --output places.ndjson.gz
  export users --with-password-hashes --output users.ndjson`;

/** `export KIND` */
export function addExport(program: Command, run: RunInContext): void {
  program
    .command('export')
    .summary('Writes records to a file.')
    .description('Writes all records of a kind, one JSON object per line, from one snapshot of the database.')
    .addArgument(argumentOf('<kind>', 'kind of records', recordKindNames))
    .option('--output <file>', 'output file, gzip if it ends in .gz (default: standard output)')
    .option('--with-password-hashes', 'include the argon2id password hashes of users', false)
    .option('--json', 'print the result as JSON; needs --output', false)
    .addHelpText('after', help)
    .action((kind: RecordKindName, options: Options) => run((context) => exportKind(context, kind, options)));
}

async function exportKind(context: CommandContext, kind: RecordKindName, options: Options): Promise<void> {
  const { app, database, terminal } = context;
  const { withPasswordHashes } = options;
  if (options.json && options.output === undefined)
    throw new CommandError('--json needs --output: without it, standard output holds the records.', 2);
  let count = 0;
  await interruptible(async (signal) => {
    await audit(context, 'export', undefined, { kind, ...(withPasswordHashes && { withPasswordHashes }) });
    // One snapshot for all batches.
    await database.transaction('REPEATABLE READ', async (manager) => {
      const records = exportRecords(kind, manager, app.get(PlaceReader), options);
      async function* lines(): AsyncGenerator<string> {
        for await (const record of records) {
          count += 1;
          yield `${JSON.stringify(record)}\n`;
        }
      }
      await (options.output === undefined
        ? terminal.printAll(lines(), signal)
        : writePrivateFile(options.output, lines(), signal));
    });
  });
  if (options.json) terminal.print(JSON.stringify({ kind, output: options.output, lines: count }, null, 2));
  else terminal.log(`${kind}: ${count.toLocaleString('en')} lines`);
}
