import { type EntityManager } from 'typeorm';
import { type Stored } from '../record-kind.js';
import { insertMissing, type Table, upsert } from '../upsert.js';
import { categories, subcategories } from './category.js';
import { type PlaceRow } from './place-line.js';

const places: Table = {
  name: 'places',
  key: ['id'],
  columns: {
    id: 'text',
    name: 'text',
    phones: 'text[]',
    url_service: 'text',
    country: 'text',
    state: 'text',
    city: 'text',
    district: 'text',
    street: 'text',
    number: 'text',
    zipcode: 'text',
    lat: 'numeric',
    lng: 'numeric',
    pageviews: 'bigint',
    rating: 'numeric',
    reviews: 'bigint',
    checkins: 'bigint',
    photos: 'bigint',
    featured_photo: 'text',
    place_lists: 'text[]',
    utilities: 'jsonb',
    opening_hours: 'text',
  },
};

const placeCategories: Table = {
  name: 'place_categories',
  key: ['place_id', 'position'],
  columns: { place_id: 'text', position: 'smallint', category_id: 'text', subcategory_id: 'text' },
};

/** Writes places and the categories they are in. Categories that are not there yet are made from the lines. */
export async function storePlaces(manager: EntityManager, rows: readonly PlaceRow[]): Promise<Stored> {
  await makeCategories(manager, rows);
  const memberships = rows.flatMap(({ id, categories }) =>
    categories.map((category, position) => ({
      place_id: id,
      position,
      category_id: category.id,
      subcategory_id: category.subcategory?.id ?? null,
    })),
  );
  const written = await upsert(manager, places, rows);
  const created = new Set(written.filter((row) => row.created).map((row) => row.key));
  const moved = [
    ...(await leave(manager, rows, memberships)),
    ...(await upsert(manager, placeCategories, memberships)),
  ];
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

/** Takes places out of the categories that their lines have no longer. */
function leave(
  manager: EntityManager,
  rows: readonly PlaceRow[],
  memberships: readonly { place_id: string; position: number }[],
): Promise<{ key: string }[]> {
  return manager.query(
    `WITH given AS (SELECT * FROM jsonb_to_recordset($2) AS given (place_id text, position smallint)),
       gone AS (
         DELETE FROM place_categories p WHERE place_id = ANY($1)
           AND NOT EXISTS (SELECT FROM given g WHERE g.place_id = p.place_id AND g.position = p.position)
         RETURNING place_id AS key)
     SELECT key FROM gone`,
    [rows.map((row) => row.id), JSON.stringify(memberships)],
  );
}
