import { type EntityManager } from 'typeorm';
import { changeAndRecord } from '../audit.js';
import { withBackgroundIndexing } from '../background-indexing.js';
import { CommandError, retryOnDeadlock } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { assertConfirmed, type CommandGroup, printList, yesOption } from '../command-table.js';
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
      description: 'Shows a source, and what `sources delete` would delete.',
      examples: ["sources show 'City of Santos'"],
      work: show,
    },
    {
      name: 'delete <name>',
      description: 'Deletes a source with its places, and the categories that only they have.',
      options: (command) => command.option(...yesOption).option('--dry-run', 'list what would be deleted', false),
      notes: `\
Also deletes the reviews and check-ins of its places, in one transaction. Not reversible. An import of the source adds it again.
An import of the source that is running goes on afterwards, and adds the rest of its places: end it first.
Run recount afterwards, for the statistics of users.`,
      examples: ["sources delete 'City of Santos' --dry-run", "sources delete 'City of Santos' --yes"],
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
  const head = ['NAME', 'PLACES', 'LICENCE', 'ATTRIBUTION'];
  const none = 'There are no sources. `import places --source NAME` makes one.';
  printList(context, sources, head, (one) => [one.name, one.places, one.license, one.attribution], none);
}

async function show({ database, print }: CommandContext, name: string): Promise<void> {
  const source = await findSource(database.manager, name);
  const contents = await contentsOf(database.manager, source);
  const { license, attribution } = source;
  const lines = [
    source.name,
    ...(license === null ? [] : [`Licence: ${license}`]),
    ...(attribution === null ? [] : [`Attribution: ${attribution}`]),
    describeContents(contents),
    ...describeCategories(contents).map((line) => `Only in this source: ${line}`),
  ];
  print({ ...source, ...contents }, lines.join('\n'));
}

/** What a source has, and no other source. */
interface Contents {
  places: number;
  reviews: number;
  checkins: number;
  /** Categories, and subcategories as `CATEGORY/SUBCATEGORY`, that only its places have. */
  categories: string[];
  subcategories: string[];
}

async function contentsOf(manager: EntityManager, { name, places }: StoredSource): Promise<Contents> {
  const [row] = await manager.query<Omit<Contents, 'places'>[]>(
    `WITH used AS (
       SELECT category_id, subcategory_id, bool_and(p.source IS NOT DISTINCT FROM $1) AS alone
       FROM place_categories c JOIN places p ON p.id = c.place_id GROUP BY category_id, subcategory_id
     ), below AS (
       SELECT category_id, subcategory_id FROM used WHERE alone AND subcategory_id IS NOT NULL
     ), above AS (
       SELECT category_id FROM used GROUP BY category_id HAVING bool_and(alone)
     )
     SELECT (SELECT count(*)::float FROM reviews JOIN places p ON p.id = place_id WHERE p.source = $1) AS reviews,
       (SELECT count(*)::float FROM checkins JOIN places p ON p.id = place_id WHERE p.source = $1) AS checkins,
       ARRAY(SELECT category_id || '/' || subcategory_id FROM below ORDER BY 1) AS subcategories,
       ARRAY(SELECT category_id FROM above WHERE NOT EXISTS (
         SELECT FROM subcategories s WHERE s.category_id = above.category_id
           AND (s.category_id, s.id) NOT IN (SELECT category_id, subcategory_id FROM below)) ORDER BY 1) AS categories`,
    [name],
  );
  return { places, ...(row ?? { reviews: 0, checkins: 0, categories: [], subcategories: [] }) };
}

/** `3 places, with 1 review and 0 check-ins` */
function describeContents({ places, reviews, checkins }: Contents): string {
  return `${countOf(places, 'place')}, with ${countOf(reviews, 'review')} and ${countOf(checkins, 'check-in')}`;
}

function describeCategories({ categories, subcategories }: Contents): string[] {
  const all = [
    { one: 'category', many: 'categories', names: categories },
    { one: 'subcategory', many: 'subcategories', names: subcategories },
  ].filter(({ names }) => names.length > 0);
  return all.map(
    ({ one, many, names }) =>
      `${countOf(names.length, one, many)}: ${namesAndMore(names.slice(0, maxNames), names.length)}`,
  );
}

/** Names in a line of the report. JSON has all. */
const maxNames = 10;

interface DeleteOptions {
  yes: boolean;
  dryRun: boolean;
}

async function deleteSource(context: CommandContext, name: string, { yes, dryRun }: DeleteOptions): Promise<void> {
  const { database, print } = context;
  const source = await findSource(database.manager, name);
  if (dryRun || !yes) {
    const contents = await contentsOf(database.manager, source);
    assertConfirmed(dryRun, `${source.name} (${describeContents(contents)})`, ' --dry-run lists it.');
    print({ source: source.name, dryRun, ...contents }, report('Would delete', source, contents));
    return;
  }
  await withBackgroundIndexing(
    context,
    async () => {
      const contents = await retryOnDeadlock(() =>
        changeAndRecord(
          context,
          ({ manager }) => deleteContents(manager, source),
          ({ places, reviews, checkins, categories, subcategories }) => [
            'source.delete',
            `source:${source.name}`,
            { places, reviews, checkins, categories: categories.length, subcategories: subcategories.length },
          ],
        ),
      );
      print({ source: source.name, dryRun, ...contents }, report('Deleted', source, contents));
    },
    { computesAreas: true },
  );
}

function report(verb: string, { name }: StoredSource, contents: Contents): string {
  const lines = [describeContents(contents), ...describeCategories(contents)];
  return [`${verb} ${name}:`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** @throws CommandError if another process replaces the source, or has deleted it */
async function deleteContents(manager: EntityManager, { name }: StoredSource): Promise<Contents> {
  await lockSource(manager, name);
  // Until the transaction ends, imports of the source wait.
  await manager.query('SELECT FROM sources WHERE name = $1 FOR UPDATE', [name]);
  const contents = await contentsOf(manager, await findSource(manager, name));
  await manager.query('DELETE FROM places WHERE source = $1', [name]);
  const deleted = await deleteCategories(manager, contents);
  await endReplacement(manager, name);
  await manager.query('DELETE FROM sources WHERE name = $1', [name]);
  return { ...contents, ...deleted };
}

type CategoryNames = Pick<Contents, 'categories' | 'subcategories'>;

/** Deletes those that no place has. @returns the deleted ones */
async function deleteCategories(manager: EntityManager, names: CategoryNames): Promise<CategoryNames> {
  const subcategory = `s.category_id || '/' || s.id`;
  // Locked first: an import of another source that begins to use one has ended, or waits.
  await manager.query('SELECT FROM categories WHERE id = ANY($1) ORDER BY id FOR UPDATE', [names.categories]);
  await manager.query(
    `SELECT FROM subcategories s WHERE ${subcategory} = ANY($1) ORDER BY category_id, id FOR UPDATE`,
    [names.subcategories],
  );
  const [subcategories] = await manager.query<[{ name: string }[], number]>(
    `DELETE FROM subcategories s WHERE ${subcategory} = ANY($1) AND NOT EXISTS (
       SELECT FROM place_categories c WHERE c.category_id = s.category_id AND c.subcategory_id = s.id)
     RETURNING ${subcategory} AS name`,
    [names.subcategories],
  );
  const [categories] = await manager.query<[{ name: string }[], number]>(
    `DELETE FROM categories t WHERE id = ANY($1)
       AND NOT EXISTS (SELECT FROM place_categories c WHERE c.category_id = t.id)
       AND NOT EXISTS (SELECT FROM subcategories s WHERE s.category_id = t.id)
     RETURNING id AS name`,
    [names.categories],
  );
  const sorted = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();
  return { categories: sorted(categories), subcategories: sorted(subcategories) };
}
