import { type EntityManager } from 'typeorm';
import { type Counts } from '../import-report.js';
import {
  type RecordKind,
  type RecordWriter,
  insertMissing,
  markChanged,
  type Table,
  upsert,
} from '../record-writer.js';
import { categories, subcategories } from './category.js';
import { parsePlace, placeColumns, type PlaceRow, importedPlaceSchema, type SourceRow } from './place-schema.js';

/** A column of a place; `categories` are rows of a table of their own. */
export type PlaceColumn = (typeof placeColumns)[number] | 'categories';

/** Columns that every open data set has. An import of open data leaves the other columns unchanged. */
const openDataColumns: readonly PlaceColumn[] = [
  ...(['id', 'name', 'phones', 'url_service', 'country', 'state', 'city', 'street', 'number', 'zipcode'] as const),
  ...(['lat', 'lng', 'source'] as const),
];

const places: Table = { name: 'places', key: ['id'], columns: placeColumns, decimals: ['lat', 'lng', 'rating'] };

const placeCategories: Table = {
  name: 'place_categories',
  key: ['place_id', 'position'],
  columns: ['place_id', 'position', 'category_id', 'subcategory_id'],
};

/** A place as the API returns it. */
export const place: RecordKind<PlaceRow> = {
  schema: importedPlaceSchema,
  parse: parsePlace,
  changesIndex: true,
  key: (row) => row.id,
  write: (manager, rows, runId) => writeRows(manager, rows, places, runId),
};

/**
 * Writes the columns that a data set has.
 *
 * @param optionalColumns further columns that this data set has
 * @param absentColumns see `RecordWriter.write`
 */
export function writeOpenDataPlaces(
  manager: EntityManager,
  rows: readonly PlaceRow[],
  runId: number,
  optionalColumns: readonly PlaceColumn[],
  absentColumns: readonly string[] = [],
): Promise<Counts> {
  const present: readonly string[] = [...openDataColumns, ...optionalColumns].filter(
    (column) => !absentColumns.includes(column),
  );
  const table = { ...places, columns: placeColumns.filter((column) => present.includes(column)) };
  return writeRows(manager, rows, table, runId, !absentColumns.includes('categories'));
}

/** Writes places with their categories. Creates missing categories and sources. */
async function writeRows(
  manager: EntityManager,
  rows: readonly PlaceRow[],
  table: Table,
  runId: number,
  hasCategories = true,
): Promise<Counts> {
  await insertMissingCategories(manager, rows, runId);
  await insertMissingSources(manager, rows, runId);
  const written = await upsert(manager, table, rows, runId);
  const created = new Set(written.filter((row) => row.created).map((row) => row.key));
  const recategorized = hasCategories
    ? [
        ...(await deleteStaleCategories(manager, rows)),
        ...(await upsert(manager, placeCategories, membershipsOf(rows))),
      ]
    : [];
  const changed = new Set([...written, ...recategorized].map((row) => row.key));
  await markChanged(manager, places, changed, written, runId);
  return { created: created.size, changed: changed.size - created.size };
}

/** Existing names stay: only `import categories` changes them. */
async function insertMissingCategories(
  manager: EntityManager,
  rows: readonly PlaceRow[],
  runId: number,
): Promise<void> {
  const named = rows.flatMap((row) => row.categories);
  await insertMissing(manager, categories, distinct(named.map(({ id, name }) => ({ id, name }))), runId);
  const subrows = named.flatMap(({ id, subcategory }) =>
    subcategory ? [{ category_id: id, id: subcategory.id, name: subcategory.name }] : [],
  );
  await insertMissing(manager, subcategories, distinct(subrows), runId);
}

/** Thousands of places share few categories. Of categories that differ only in name, `DO NOTHING` keeps the first. */
function distinct<T extends object>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function membershipsOf(rows: readonly PlaceRow[]): object[] {
  return rows.flatMap((row) =>
    row.categories.map(({ id, subcategory }, position) => ({
      place_id: row.id,
      position,
      category_id: id,
      subcategory_id: subcategory?.id,
    })),
  );
}

/** Deletes the categories at positions that the place no longer has. */
function deleteStaleCategories(manager: EntityManager, rows: readonly PlaceRow[]): Promise<{ key: string }[]> {
  return manager.query(
    `WITH deleted AS (
       DELETE FROM place_categories USING unnest($1::text[], $2::integer[]) AS given (id, categories)
       WHERE place_id = id AND position >= categories
       RETURNING place_id AS key)
     SELECT key FROM deleted`,
    [rows.map(({ id }) => id), rows.map(({ categories }) => categories.length)],
  );
}

/** Deletes places. PostgreSQL deletes their reviews and check-ins by foreign key. */
export async function removePlaces(manager: EntityManager, ids: readonly string[]): Promise<Counts> {
  const [counts] = await manager.query<Counts[]>(
    `SELECT (SELECT count(*)::integer FROM reviews WHERE place_id = ANY($1)) AS "removedReviews",
       (SELECT count(*)::integer FROM checkins WHERE place_id = ANY($1)) AS "removedCheckins"`,
    [ids],
  );
  const deleted = await manager.query<unknown[]>(
    'WITH deleted AS (DELETE FROM places WHERE id = ANY($1) RETURNING id) SELECT id FROM deleted',
    [ids],
  );
  return { ...counts, removed: deleted.length };
}

/** The row of a place, or of a closed place, which has no source. */
export interface OwnedRow {
  id: string;
  source?: string | null;
  closed?: true;
}

/** A writer that changes and deletes only places of the source of each line. Places without a source belong to lines without one. */
export function ownPlacesWriter(writer: RecordWriter<object>, source: string | null): RecordWriter<object> {
  const remedy = 'changes it only with --other-sources';
  return {
    ...writer,
    check: (manager, rows) => rejectOtherSources(manager, rows as readonly OwnedRow[], source, remedy),
  };
}

/**
 * @param source of the import, and so of closed places
 * @param remedy the end of each reason
 * @returns the reason for each row of a place of another source, by its index
 */
export async function rejectOtherSources(
  manager: EntityManager,
  rows: readonly OwnedRow[],
  source: string | null,
  remedy: string,
): Promise<Map<number, string>> {
  const stored = await manager.query<{ id: string; source: string | null }[]>(
    'SELECT id, source FROM places WHERE id = ANY($1)',
    [rows.map(({ id }) => id)],
  );
  const owners = new Map(stored.map((place) => [place.id, place.source]));
  const reasons = new Map<number, string>();
  for (const [index, { id, closed, ...row }] of rows.entries()) {
    const [owner, own] = [owners.get(id), closed ? source : (row.source ?? null)];
    if (owner === undefined) {
      if (!closed) owners.set(id, own);
    } else if (owner !== own) {
      const owned = owner === null ? 'has no source' : `is of the source ${JSON.stringify(owner)}`;
      const given = own === null ? 'a line without a source' : `a line of ${JSON.stringify(own)}`;
      reasons.set(index, `the place ${JSON.stringify(id)} ${owned}: ${given} ${remedy}`);
    }
  }
  return reasons;
}

const sources: Table = {
  name: 'sources',
  key: ['name'],
  columns: ['name', 'license', 'attribution'],
  keepIfNull: ['license', 'attribution'],
};

/**
 * Creates the source, or changes its licence and attribution if they are given.
 *
 * @returns a message for each change of a licence or attribution, which all places of the source show
 */
export async function updateSource(manager: EntityManager, source: SourceRow, runId: number): Promise<string[]> {
  const [stored] = await manager.query<SourceRow[]>('SELECT license, attribution FROM sources WHERE name = $1', [
    source.name,
  ]);
  await upsert(manager, sources, [source], runId);
  return (['license', 'attribution'] as const).flatMap((key) => {
    const [before, after] = [stored?.[key] ?? null, source[key]];
    if (before === null || after === null || before === after) return [];
    const what = key === 'license' ? 'licence' : key;
    const values = `from ${JSON.stringify(before)} to ${JSON.stringify(after)}`;
    return [`source ${JSON.stringify(source.name)}: the ${what} changes for all its places, ${values}.`];
  });
}

/** Existing sources stay: only the options of an import change them. */
async function insertMissingSources(manager: EntityManager, places: readonly PlaceRow[], runId: number): Promise<void> {
  const named = places.flatMap(({ sourceDetails }) => sourceDetails ?? []);
  await insertMissing(manager, sources, [...new Map(named.map((source) => [source.name, source])).values()], runId);
}
