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
export function addImport(program: Command, run: RunInContext, terminal: Terminal): void {
  const command = program
    .command('import')
    .summary('Loads records from files.')
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
    .option('--keep-lines', 'keeps rejected lines of users, which may hold passwords')
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
const importHelp = `
Examples:
  import places places.ndjson
  import places --format osm --dry-run city.osm.json
  import places --format csv --id ref --columns name=title --dry-run shops.csv
  import places --format overture --bbox -71.2,42.2,-70.9,42.4 places.parquet
  import places --format foursquare --replace-source 'Foursquare OS Places' places-*.parquet
  gunzip -c reviews.ndjson.gz | import reviews -
  import list
  import undo 12 --dry-run

Each line is a complete record and replaces the stored one: a field that the line lacks is removed from the record.
Exceptions: a user's password and disabled stay. Unknown fields are left out, with a warning; links are ignored.

  categories  {id, name, subcategories: [{id, name}]}; removes unlisted subcategories unless a place is in them
  places      a place as GET /v2/places/{placeId} returns it; creates missing categories
  users       a user as the API returns it, with optional email and password (or passwordHash and disabled, as
              export writes them)
  follows     {follower, following, created}
  checkins    {id?, user, place, source, created}
  reviews     {id, user, place, text, source, rating, thumbsUp, created}

\`created\` is in milliseconds since 1970. Limits: a line 1 MiB (a category 4 MiB), an identifier 200 characters and
512 bytes of UTF-8.
A line that looks like a record of another kind is rejected. If most of the first lines of a file do, the import ends there.
Rejected lines are reported as FILE:LINE: reason, similar ones as one line with their count, and written to
FILE.rejected.ndjson (for standard input: stdin.KIND.rejected.ndjson), which only its owner can read. Of users, and of
lines that are too long, it holds the number of the line and the reason only, as {line, reason}.
--keep-lines writes the lines of users.

Invalid optional values of places (telephones, web addresses, parts of the address, categories, statistics) are left out,
counted and reported as warnings; so are opening hours that cannot be read, which are kept. They do not change the exit
status. --strict rejects these lines.
Telephones may hold words, extensions and several numbers (+49 (0) 30 / 12 34 56 ext. 7). Only the digits of numbers are
stored, by the country of the place. Fax numbers are left out. Ratings go from 0 to 5.

Places of open data, by --format:

${Object.entries(formats)
  .map(([name, { files = '' }]) => `  ${name.padEnd(11)} ${files}`)
  .join('\n')}

The identifier is prefixed with the data set (osm-node-123). Statistics and other data that the data set lacks stay.
Places without a name are skipped. Closed places are removed, with their reviews and check-ins.
--map FILE is CSV (source,category,subcategory). It maps categories as the data set writes them (amenity=cafe, Dining and
Drinking > Restaurant, or only the category) to your own.

Tables of your own, by --format csv (CSV, Parquet) or geojson: --columns name=title,lat=y,lng=x or a file with one such pair a
line names the columns. Others are guessed by their usual names; --dry-run shows them. Members are id, name, names, brand, lat,
lng, location (LAT, LNG in one column), phones, urlService, address.country, .state, .city, .district, .street, .number,
.zipcode, category, subcategory, openingHours, rating (0 to 5), picture (an address), and closed (yes, or a date that has
passed), which removes the place. A column may serve several members. A member without a column stays.
--id COLUMN,… names the columns whose values make the identifier. If no column is one, and a feature has no id, identifiers are
made of name, position and address.

--source NAME, --license URL and --attribution TEXT say where the places come from, for places whose line has no
\`source\`. Open data sets have their own. Run the import again with other options to change a licence or attribution.
Lines that would change or delete a place of another source, or without one, are rejected, unless --other-sources is given.

--bbox keeps the places in a rectangle. Parts of a Parquet file outside it are not read.

--replace-source NAME loads a new edition of a source: afterwards the source has exactly the places of the files. Places
that the files lack, call closed or skip are deleted with their reviews and check-ins, after all files were read to their
end. Rejected lines keep their place. Nothing is deleted if a file is not whole or has no records, if every record of a file
is skipped or rejected (one record beside other files may be), if pages of a web service are missing (numberMatched, a link
to the next page, exceededTransferLimit), if a rejected line does not say its place, or if more than --max-deleted-percent of
the source would go. Lines may not change places of other sources. If the command is killed, run it again.

Ctrl-C stops after the current batch. Run the command again to finish.

Exit status: 0 everything is imported; 1 lines were rejected, every record of a file was skipped, a file could not be read,
nothing was deleted, or places are not searchable yet; 2 wrong usage; 130 or 143 interrupted.`;
