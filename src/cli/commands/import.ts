import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { addCommand } from '../command-table.js';
import { parseBoundingBox } from '../import/formats/position.js';
import { formatNames, formats } from '../import/formats/formats.js';
import { type RecordKindName, recordKindNames } from '../import/record-kinds.js';
import { defaultMaxDeletedPercent, type ImportCommandOptions, planImport } from '../import/import-plan.js';
import { dryRun, runImport } from '../import/run-import.js';
import { type RunInContext } from '../command-context.js';
import { type Terminal } from '../terminal.js';
import { importRunCommands } from './import-runs.js';

/** `import KIND [--format F] [--map FILE] [--dry-run] FILE...` */
export function command(command: Command, run: RunInContext, terminal: Terminal): void {
  command
    .description(
      'Loads records from files, one JSON object per line, or places of an open data set. Updates existing records.',
    )
    .addArgument(new Argument('<kind>', 'kind of records').choices(recordKindNames))
    .argument('<file...>', 'files, plain or gzip; - is standard input')
    .addOption(
      new Option('--format <format>', 'open data set that the places come from, or kind of a table').choices(
        formatNames,
      ),
    )
    .option('--columns <columns>', 'columns of a table as MEMBER=COLUMN,…, or a file of such lines')
    .option('--id <columns>', 'columns of a table whose values make the identifier, as COLUMN,…')
    .option('--map <file>', 'maps categories of the data set to your own')
    .option('--source <name>', 'where the places come from; open data sets have their own')
    .option('--license <url>', 'address of the licence of the source')
    .option('--attribution <text>', 'what the licence asks to show with the places')
    .option('--other-sources', 'also changes and deletes places of other sources')
    .option('--bbox <west,south,east,north>', 'only places in this rectangle, in degrees', parseBoundingBox)
    .addOption(
      new Option(
        '--replace-source <name>',
        'deletes the places of this source that the files lack, when all are read',
      ).conflicts('otherSources'),
    )
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
      const plan = planImport(kind, options);
      if (options.dryRun) await dryRun(plan, files, options, terminal);
      else await run((context) => runImport(plan, files, options, context));
    });
  // Options after `list` and `undo` belong to them.
  command.enablePositionalOptions();
  for (const row of importRunCommands) addCommand(command, run, row);
}

function parsePercent(value: string): number {
  const percent = value.trim() === '' ? NaN : Number(value);
  if (!(percent >= 0 && percent <= 100)) throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return percent;
}

/** The text of `import --help` after the options. */
function importHelp(): string {
  const lines = Object.entries(formats).map(([name, { files = '' }]) => `  ${name.padEnd(11)} ${files}`);
  return `\n${readFileSync(join(__dirname, 'import-help.txt'), 'utf8').trimEnd()}`.replace(
    '{formats}',
    lines.join('\n'),
  );
}
