import { type Command } from 'commander';
import { IndexVerifier } from '../../places/index/verify.js';
import { type PlaceInspection, PlaceInspector } from '../../places/index/inspect.js';
import { PlaceReader } from '../../places/place-reader.js';
import { audit } from '../audit.js';
import { withBackgroundIndexing } from '../background-indexing.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatDifference } from './search-index.js';

interface PlaceOptions {
  id: string;
  json: boolean;
}

const showHelp = `
Exit status: 0 the index has the place as PostgreSQL has it; 1 it differs, or there is no such place.

Example:
  places show --id p1`;

const deleteHelp = `
Also deletes its reviews and check-ins. Not reversible. An import that has the place adds it again.

Example:
  places delete --id p1 --yes`;

/** `places show|delete|refresh` */
export function addPlaces(program: Command, run: RunInContext): void {
  const places = program.command('places').description('Shows, deletes and indexes single places.');
  places
    .command('show')
    .description('Shows a place as PostgreSQL and as the search index have it, and how they differ.')
    .requiredOption('--id <id>', 'identifier of the place')
    .option('--json', 'print JSON', false)
    .addHelpText('after', showHelp)
    .action((options: PlaceOptions) => run((context) => show(context, options), { onlyReads: true }));
  places
    .command('refresh')
    .description('Indexes a place once more.')
    .requiredOption('--id <id>', 'identifier of the place')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  places refresh --id p1')
    .action((options: PlaceOptions) => run((context) => refresh(context, options)));
  places
    .command('delete')
    .description('Deletes a place with its reviews and check-ins, and removes it from the search index.')
    .requiredOption('--id <id>', 'identifier of the place')
    .option('--yes', 'delete; without it the command does nothing', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', deleteHelp)
    .action((options: PlaceOptions & { yes: boolean }) => run((context) => deletePlace(context, options)));
}

async function show({ app, terminal }: CommandContext, { id, json }: PlaceOptions): Promise<void> {
  const inspection = await app.get(PlaceInspector).inspect(id);
  const { record, document, difference } = inspection;
  if (!record && !document) throw new CommandError(`Place ${id} does not exist.`);
  terminal.print(json ? JSON.stringify(inspection, null, 2) : formatInspection(inspection));
  if (difference) throw new CommandError('The index differs from PostgreSQL: see places refresh.');
}

function formatInspection({ record, document, difference, fields }: PlaceInspection): string {
  const lines = ['In PostgreSQL:', record ? JSON.stringify(record, null, 2) : 'nothing'];
  if (!difference) return [...lines, 'In the search index: the same'].join('\n');
  const inIndex = document && fields.length === 0 ? JSON.stringify(document, null, 2) : 'nothing';
  return [
    ...lines,
    ...(fields.length === 0 ? ['In the search index:', inIndex] : ['In the search index these fields differ:']),
    ...fields.map(
      (field) => `${field.field}: ${field.document === undefined ? 'absent' : JSON.stringify(field.document)}`,
    ),
    formatDifference(difference),
  ].join('\n');
}

async function refresh(context: CommandContext, { id, json }: PlaceOptions): Promise<void> {
  const { app, terminal } = context;
  const { record, document } = await app.get(PlaceInspector).inspect(id);
  // A misspelt identifier must not look like an indexed place. A document without a record is removed.
  if (!record && !document) throw new CommandError(`Place ${id} does not exist.`);
  const [difference] = await app.get(IndexVerifier).refresh([id]);
  await audit(context, 'place.refresh', `place:${id}`);
  if (json) terminal.print(JSON.stringify({ id, difference }, null, 2));
  if (difference) throw new CommandError(`The index still differs: ${formatDifference(difference)}`);
  if (!json) terminal.print(`Indexed ${id}`);
}

async function deletePlace(context: CommandContext, options: PlaceOptions & { yes: boolean }): Promise<void> {
  const { app, database, terminal } = context;
  const { id, yes, json } = options;
  const [place] = await app.get(PlaceReader).byId([id]);
  if (!place) throw new CommandError(`Place ${id} does not exist.`);
  if (!yes) throw new CommandError(`This deletes ${id} (${place.name}) with its reviews for good: add --yes.`, 2);
  await withBackgroundIndexing(context, async () => {
    await database.query('DELETE FROM places WHERE id = $1', [id]);
    await audit(context, 'place.delete', `place:${id}`, { name: place.name });
  });
  terminal.print(json ? JSON.stringify({ id }, null, 2) : `Deleted ${id}`);
}
