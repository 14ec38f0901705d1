import { PlaceInspector } from '../../places/search-index/inspect.js';
import { PlaceReader } from '../../places/place-reader.js';
import { CommandError } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { type CommandGroup } from '../command-table.js';
import { deleteIfConfirmed, yesOption } from '../deletion.js';
import { removePlaces } from '../import/records/place-tables.js';
import { countOf } from '../visible-text.js';

export const command: CommandGroup = {
  commands: [
    {
      name: 'show <id>',
      description: 'Shows a place as PostgreSQL and as the search index have it, as JSON, and how they differ.',
      notes: 'Exit status: 0 the index has the place as PostgreSQL has it; 1 it differs, or there is no such place.',
      examples: ['places show p1'],
      work: show,
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
  context.terminal.printJson(inspection);
  if (difference) throw new CommandError('The index differs from PostgreSQL: see index repair.');
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
