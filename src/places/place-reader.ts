import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { InjectBackground } from '../database/data-source.js';
import {
  type PlaceAddress,
  type PlaceCategory,
  type PlaceName,
  type PlaceRecord,
  type PlaceStatistics,
} from './place.js';
import { addressOf, namedAreaIds } from './areas/area-ids.js';
import { type Source } from './sources/source.js';

interface Row extends Record<keyof PlaceAddress | keyof PlaceStatistics, string | null> {
  id: string;
  name: string;
  names: PlaceName[] | null;
  brand: string | null;
  phones: string[];
  url_service: string | null;
  lat: string | null;
  lng: string | null;
  /** If the address lies in other areas than it names. */
  joined_areas: string[] | null;
  categories: PlaceCategory[] | null;
  featured_photo: string | null;
  place_lists: string[];
  utilities: { id: string; name: string }[];
  source: Source | null;
  opening_hours: string | null;
}

const addressColumns = ['country', 'state', 'city', 'district', 'street', 'number', 'zipcode'] as const;

const statisticsColumns = ['pageviews', 'rating', 'reviews', 'checkins', 'photos'] as const;

/**
 * One statement for records with the names of their categories. It serves single places, batches of changes, and all places for a
 * new index. It reads the categories of all its places at once: a query per place would take six times as long.
 *
 * @param ofPlaces selects rows of `places p`
 * @param memberships a source of the rows of `place_categories` of these places, named `pc`
 */
function selectRecords(ofPlaces: string, memberships: string): string {
  return `
    SELECT p.id, p.name, p.names, p.brand, p.phones, p.url_service, ${addressColumns.map((column) => `p.${column}`).join(', ')},
      p.lat::text AS lat, p.lng::text AS lng, joined_areas.ids AS joined_areas, memberships.categories,
      ${statisticsColumns.map((column) => `p.${column}::text AS ${column}`).join(', ')},
      CASE WHEN p.source IS NOT NULL THEN json_strip_nulls(json_build_object(
        'name', source.name, 'license', source.license, 'attribution', source.attribution)) END AS source,
      p.featured_photo, p.place_lists, p.utilities, p.opening_hours
    FROM places p
    LEFT JOIN sources AS source ON source.name = p.source
    LEFT JOIN joined_areas ON joined_areas.address = ${addressOf('p')}
    LEFT JOIN (
      SELECT pc.place_id, json_agg(
        CASE WHEN s.id IS NULL THEN json_build_object('id', c.id, 'name', c.name)
        ELSE json_build_object('id', c.id, 'name', c.name, 'subcategory', json_build_object('id', s.id, 'name', s.name))
        END ORDER BY pc.position) AS categories
      FROM ${memberships}
      JOIN categories c ON c.id = pc.category_id
      LEFT JOIN subcategories s ON s.category_id = pc.category_id AND s.id = pc.subcategory_id
      GROUP BY pc.place_id
    ) AS memberships ON memberships.place_id = p.id
    ${ofPlaces}`;
}

/**
 * `OFFSET 0` keeps the order of joins. Without statistics, as in a first import, PostgreSQL would scan all of `place_categories` for
 * each batch, or all categories for each place.
 */
const byId = selectRecords(
  'WHERE p.id = ANY($1)',
  `(SELECT membership.* FROM (SELECT DISTINCT unnest($1::text[]) AS id) AS batch
    CROSS JOIN LATERAL (SELECT * FROM place_categories WHERE place_id = batch.id OFFSET 0) AS membership
    OFFSET 0) AS pc`,
);

const after = selectRecords(
  'WHERE p.id > $1 ORDER BY p.id LIMIT $2',
  `(SELECT * FROM place_categories WHERE place_id > $1 AND place_id <= (
      SELECT max(id) FROM (SELECT id FROM places WHERE id > $1 ORDER BY id LIMIT $2) AS page)) AS pc`,
);

/** Reads the records of places from PostgreSQL. */
@Injectable()
export class PlaceReader {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** The records of these identifiers, in no order. Unknown identifiers are ignored. @param manager a transaction, or the connections to read with */
  async byId(ids: readonly string[], manager: Pick<EntityManager, 'query'>): Promise<PlaceRecord[]> {
    const rows = await manager.query<Row[]>(byId, [ids]);
    return rows.map(toRecord);
  }

  /** The number of all places. */
  async count(): Promise<number> {
    const [row] = await this.database.query<{ places: string }[]>('SELECT count(*) AS places FROM places');
    return Number(row?.places);
  }

  /** The next identifiers, in their order. */
  async idsAfter(id: string, limit: number): Promise<string[]> {
    const statement = 'SELECT id FROM places WHERE id > $1 ORDER BY id LIMIT $2';
    const rows = await this.database.query<{ id: string }[]>(statement, [id, limit]);
    return rows.map((row) => row.id);
  }

  /** The next records in the order of their identifiers. To read all records, pass the last identifier of each batch. */
  async after(id: string, limit: number, manager: EntityManager = this.database.manager): Promise<PlaceRecord[]> {
    return (await manager.query<Row[]>(after, [id, limit])).map(toRecord);
  }
}

function toRecord(row: Row): PlaceRecord {
  const address = presentMembers(row, addressColumns);
  const statistics = presentMembers(row, statisticsColumns);
  const areas = row.joined_areas ?? namedAreaIds(row);
  return {
    id: row.id,
    name: row.name,
    ...(row.names && row.names.length > 0 && { names: row.names }),
    ...(row.brand !== null && { brand: row.brand }),
    phones: row.phones,
    ...(row.url_service !== null && { urlService: row.url_service }),
    ...(address && { address }),
    ...(areas.length > 0 && { areas: areas.map((id) => ({ id })) }),
    ...(row.lat !== null && row.lng !== null && { location: { lat: row.lat, lng: row.lng } }),
    categories: row.categories ?? [],
    ...(statistics && { statistics }),
    ...(row.featured_photo !== null && { featured: { photo: { medium: row.featured_photo } } }),
    ...(row.place_lists.length > 0 && { placeLists: row.place_lists.map((id) => ({ id })) }),
    ...(row.utilities.length > 0 && { utilities: row.utilities }),
    ...(row.source && { source: row.source }),
    ...(row.opening_hours !== null && { openingHours: row.opening_hours }),
  };
}

/** The members that are not null; undefined if all are. */
function presentMembers<K extends string>(row: Record<K, string | null>, names: readonly K[]) {
  const present: Partial<Record<string, string>> = {};
  let isEmpty = true;
  for (const name of names) {
    const value = row[name];
    if (value === null) continue;
    present[name] = value;
    isEmpty = false;
  }
  return isEmpty ? undefined : (present as Partial<Record<K, string>>);
}
