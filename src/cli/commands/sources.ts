import { type EntityManager } from 'typeorm';
import { CommandError } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { type CommandGroup, printList } from '../command-table.js';
import {
  categories,
  type DeletableTable,
  deleteIfConfirmed,
  deleteUnused,
  type NamedRows,
  nameOf,
  subcategories,
  yesOption,
} from '../deletion.js';
import { endReplacement, lockSource } from '../import/source-replacement.js';
import { countOf, namesAndMore } from '../visible-text.js';

export const command: CommandGroup = {
  commands: [
    {
      name: 'list',
      description: 'Lists the sources, those with the most places first.',
      examples: ['sources list'],
      work: list,
    },
    {
      name: 'show <name>',
      description: 'Shows a source.',
      examples: ["sources show 'City of Santos'"],
      work: show,
    },
    {
      name: 'delete <name>',
      description: 'Deletes a source with its places, and the categories that only they have.',
      options: (command) => command.option(...yesOption),
      notes: `\
Also deletes the reviews and check-ins of its places, in one transaction. Not reversible. An import of the source adds it again.
An import of the source that is running goes on afterwards, and adds the rest of its places: end it first.
Run recount afterwards, for the statistics of users.`,
      examples: ["sources delete 'City of Santos'", "sources delete 'City of Santos' --yes"],
      work: deleteSource,
    },
  ],
};

interface StoredSource {
  name: string;
  places: number;
  license: string | null;
  attribution: string | null;
}

/** @param name of one source; undefined for all */
function readSources(manager: EntityManager, name?: string): Promise<StoredSource[]> {
  return manager.query(
    `SELECT name, COALESCE(places, 0) AS places, license, attribution FROM sources
     LEFT JOIN (SELECT source AS name, count(*)::float AS places FROM places GROUP BY source) counted USING (name)
     WHERE $1::text IS NULL OR name = $1 ORDER BY places DESC, name`,
    [name ?? null],
  );
}

async function findSource(manager: EntityManager, name: string): Promise<StoredSource> {
  const [source] = await readSources(manager, name.normalize('NFC'));
  if (!source) throw new CommandError(`There is no source ${JSON.stringify(name)}: see sources list.`);
  return source;
}

async function list(context: CommandContext): Promise<void> {
  const sources = await readSources(context.database.manager);
  const none = 'There are no sources. `import places --source NAME` makes one.';
  printList(context, sources, ['name', 'places', 'license', 'attribution'], none);
}

async function show({ database, print }: CommandContext, name: string): Promise<void> {
  print(await findSource(database.manager, name));
}

async function deleteSource(context: CommandContext, name: string, { yes }: { yes: boolean }): Promise<void> {
  const source = await findSource(context.database.manager, name);
  await deleteIfConfirmed(context, yes, {
    delete: ({ manager }) => deleteContents(manager, source),
    describe: ({ categories: above, subcategories: below, ...counts }) => [
      'source.delete',
      `source:${source.name}`,
      { ...counts, categories: above.count, subcategories: below.count },
    ],
    print: (contents) => {
      const text = [`${yes ? 'Deleted' : 'Would delete'} ${source.name}:`, ...describeContents(contents)].join('\n  ');
      context.print({ source: source.name, dryRun: !yes, ...contents }, text);
    },
    indexing: { computesAreas: true },
  });
}

/** What was deleted with a source. */
interface Contents {
  places: number;
  reviews: number;
  checkins: number;
  /** Categories, and subcategories as `CATEGORY/SUBCATEGORY`, that only its places had. */
  categories: NamedRows;
  subcategories: NamedRows;
}

/** `3 places, with 1 review and 0 check-ins`, `1 category: museums` */
function describeContents({ places, reviews, checkins, ...contents }: Contents): string[] {
  const named = [
    { one: 'category', many: 'categories', ...contents.categories },
    { one: 'subcategory', many: 'subcategories', ...contents.subcategories },
  ].filter(({ count }) => count > 0);
  return [
    `${countOf(places, 'place')}, with ${countOf(reviews, 'review')} and ${countOf(checkins, 'check-in')}`,
    ...named.map(({ one, many, count, names }) => `${countOf(count, one, many)}: ${namesAndMore(names, count)}`),
  ];
}

type Counts = Pick<Contents, 'places' | 'reviews' | 'checkins'>;

/** @throws CommandError if another process replaces the source, or has deleted it */
async function deleteContents(manager: EntityManager, { name }: StoredSource): Promise<Contents> {
  await lockSource(manager, name);
  // Until the transaction ends, imports of the source wait.
  await manager.query('SELECT FROM sources WHERE name = $1 FOR UPDATE', [name]);
  await findSource(manager, name);
  const ofPlaces = (table: string): string => `${table} r JOIN places p ON p.id = r.place_id WHERE p.source = $1`;
  const [counts = { places: 0, reviews: 0, checkins: 0 }] = await manager.query<Counts[]>(
    `SELECT (SELECT count(*)::float FROM places WHERE source = $1) AS places,
       (SELECT count(*)::float FROM ${ofPlaces('reviews')}) AS reviews,
       (SELECT count(*)::float FROM ${ofPlaces('checkins')}) AS checkins`,
    [name],
  );
  const used = await manager.query<{ category: string; subcategory: string | null }[]>(
    `SELECT DISTINCT category_id AS category, category_id || '/' || subcategory_id AS subcategory
     FROM ${ofPlaces('place_categories')}`,
    [name],
  );
  await manager.query('DELETE FROM places WHERE source = $1', [name]);
  // Those that other sources use are not locked, so that imports of these do not wait.
  const deleteFree = (target: DeletableTable, names: readonly unknown[]): Promise<NamedRows> =>
    deleteUnused(manager, target, `${nameOf(target)} = ANY($1) AND NOT (${target.inUse})`, [names]);
  const below = await deleteFree(
    subcategories,
    used.map(({ subcategory }) => subcategory),
  );
  const above = await deleteFree(
    categories,
    used.map(({ category }) => category),
  );
  await endReplacement(manager, name);
  await manager.query('DELETE FROM sources WHERE name = $1', [name]);
  return { ...counts, categories: above, subcategories: below };
}
