import { IndexVerifier } from '../../places/search-index/verify.js';
import { type PlaceInspection, PlaceInspector } from '../../places/search-index/inspect.js';
import { PlaceReader } from '../../places/place-reader.js';
import { recordAction } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { type CommandGroup } from '../command-table.js';
import { deleteIfConfirmed, yesOption } from '../deletion.js';
import { removePlaces } from '../import/records/place-tables.js';
import { countOf } from '../visible-text.js';
import { formatDifference } from './search-index.js';

export const command: CommandGroup = {
  commands: [
    {
      name: 'show <id>',
      description: 'Shows a place as PostgreSQL and as the search index have it, and how they differ.',
      notes: 'Exit status: 0 the index has the place as PostgreSQL has it; 1 it differs, or there is no such place.',
      examples: ['places show p1'],
      work: show,
    },
    {
      name: 'refresh <id>',
      description: 'Indexes a place once more.',
      examples: ['places refresh p1'],
      work: refresh,
    },
    {
      name: 'delete <id>',
      description: 'Deletes a place with its reviews and check-ins, and removes it from the search index.',
      options: (command) => command.option(...yesOption),
      notes:
        'Also deletes its reviews and check-ins. Not reversible. An import that has the place adds it again. For all places of a source: sources delete.',
      examples: ['places delete p1 --yes'],
      work: deletePlace,
    },
  ],
};

async function show(context: CommandContext, id: string): Promise<void> {
  const inspection = await context.app.get(PlaceInspector).inspect(id);
  const { record, document, difference } = inspection;
  if (!record && !document) throw new CommandError(`Place ${id} does not exist.`);
  context.print(inspection, formatInspection(inspection));
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

async function refresh(context: CommandContext, id: string): Promise<void> {
  const { app } = context;
  const { record, document } = await app.get(PlaceInspector).inspect(id);
  // A misspelt identifier must not look like an indexed place. A document without a record is removed.
  if (!record && !document) throw new CommandError(`Place ${id} does not exist.`);
  const [difference] = await app.get(IndexVerifier).refresh([id]);
  await recordAction(context, 'place.refresh', `place:${id}`);
  // JSON names the difference; the text is the error.
  if (context.json || !difference) context.print({ id, difference }, `Indexed ${id}`);
  if (difference) throw new CommandError(`The index still differs: ${formatDifference(difference)}`);
}

async function deletePlace(context: CommandContext, id: string, { yes }: { yes: boolean }): Promise<void> {
  const [place] = await context.app.get(PlaceReader).byId([id], context.database);
  if (!place) throw new CommandError(`Place ${id} does not exist.`);
  await deleteIfConfirmed(context, yes, {
    delete: ({ manager }) => removePlaces(manager, [id]),
    describe: () => ['place.delete', `place:${id}`, { name: place.name }],
    print: ({ removedReviews: reviews = 0, removedCheckins: checkins = 0 }) => {
      const text = `${id} (${place.name}), with ${countOf(reviews, 'review')} and ${countOf(checkins, 'check-in')}`;
      context.print({ id, dryRun: !yes, reviews, checkins }, `${yes ? 'Deleted' : 'Would delete'} ${text}`);
    },
    indexing: {},
  });
}
