import { type EntityManager } from 'typeorm';
import { type Stored } from '../record-kind.js';
import { stage, type StagingTable } from '../staging.js';
import { insertMissing, type Table, upsertFrom } from '../upsert.js';
import { categories, subcategories } from './category.js';
import { placeColumns, type PlaceRow } from './place-line.js';

/** Columns that all sources of open data have. An import of open data leaves the others unchanged. */
const openColumns = columns(
  ...(['id', 'name', 'phones', 'url_service', 'country', 'state', 'city', 'street', 'number', 'zipcode'] as const),
  ...(['lat', 'lng'] as const),
);

/** Columns that only some sources have, by the member of a line. */
const columnsOfSome = { district: columns('district'), openingHours: columns('opening_hours') };

export type KnownToSome = keyof typeof columnsOfSome;

function columns(...names: readonly (keyof typeof placeColumns)[]): Table['columns'] {
  return Object.fromEntries(names.map((name) => [name, placeColumns[name]]));
}

const places: Table = { name: 'places', key: ['id'], columns: placeColumns };

const placeCategories: Table = {
  name: 'place_categories',
  key: ['place_id', 'position'],
  columns: { place_id: 'text', position: 'smallint', category_id: 'text', subcategory_id: 'text' },
};

/** The places of a batch, and the categories they are in as lists of one length. */
const staging = {
  name: 'staged_places',
  columns: { ...placeColumns, category_ids: 'text[]', subcategory_ids: 'text[]' },
} satisfies StagingTable<string>;

const memberships = `(
  SELECT id AS place_id, position - 1 AS position, category_id, subcategory_id
  FROM staged_places, unnest(category_ids, subcategory_ids)
    WITH ORDINALITY AS membership (category_id, subcategory_id, position))`;

/** Writes places and the categories they are in. Categories that are not there yet are made from the lines. */
export function storePlaces(manager: EntityManager, rows: readonly PlaceRow[]): Promise<Stored> {
  return store(manager, rows, places);
}

/**
 * The same for places of open data.
 *
 * @param known what their source knows beside what all do; the rest stays as it is
 */
export function storeOpenPlaces(
  manager: EntityManager,
  rows: readonly PlaceRow[],
  known: readonly KnownToSome[],
): Promise<Stored> {
  const also = known.flatMap((member) => Object.entries(columnsOfSome[member]));
  return store(manager, rows, { ...places, columns: { ...openColumns, ...Object.fromEntries(also) } });
}

async function store(manager: EntityManager, rows: readonly PlaceRow[], table: Table): Promise<Stored> {
  await makeCategories(manager, rows);
  const staged = rows.map(({ categories: all, ...row }) => ({
    ...row,
    category_ids: all.map((category) => category.id),
    subcategory_ids: all.map((category) => category.subcategory?.id ?? null),
  }));
  await stage(manager, staging, staged);
  const written = await upsertFrom(manager, table, staging.name);
  const created = new Set(written.filter((row) => row.created).map((row) => row.key));
  const moved = [...(await leave(manager)), ...(await upsertFrom(manager, placeCategories, memberships))];
  const all = new Set([...written, ...moved].map((row) => row.key));
  return { created: created.size, changed: all.size - created.size };
}

/** The first line that names a category names it for good; importing categories is what changes names. */
async function makeCategories(manager: EntityManager, rows: readonly PlaceRow[]): Promise<void> {
  const named = rows.flatMap((row) => row.categories);
  await insertMissing(manager, categories, distinct(named.map(({ id, name }) => ({ id, name }))));
  const subrows = named.flatMap(({ id, subcategory }) =>
    subcategory ? [{ category_id: id, id: subcategory.id, name: subcategory.name }] : [],
  );
  await insertMissing(manager, subcategories, distinct(subrows));
}

/** Thousands of places share few categories; `DO NOTHING` keeps the first of those that differ in name only. */
function distinct<T extends object>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** Takes places out of the categories that their lines have no longer: those after the last one. */
function leave(manager: EntityManager): Promise<{ key: string }[]> {
  return manager.query(
    `WITH gone AS (
       DELETE FROM place_categories USING staged_places
       WHERE place_id = id AND position >= cardinality(category_ids)
       RETURNING place_id AS key)
     SELECT key FROM gone`,
  );
}
