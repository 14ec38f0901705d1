import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { InjectBackground } from '../database/background.js';
import { type PlaceAddress, type PlaceCategory, type PlaceRecord, type PlaceStatistics } from './place.js';

interface Row {
  id: string;
  name: string;
  phones: string[];
  url_service: string | null;
  address: Record<keyof PlaceAddress, string | null>;
  lat: string | null;
  lng: string | null;
  categories: (Pick<PlaceCategory, 'id' | 'name'> & { subcategory: { id: string; name: string } | null })[];
  statistics: Record<keyof PlaceStatistics, string | null>;
  featured_photo: string | null;
  place_lists: string[];
  utilities: { id: string; name: string }[];
  opening_hours: string | null;
}

// One statement for a record with the names of its categories. It serves single places, batches of changes, and all places for a new index.
const selectRecords = `
  SELECT p.id, p.name, p.phones, p.url_service,
    json_build_object('country', p.country, 'state', p.state, 'city', p.city, 'district', p.district,
      'street', p.street, 'number', p.number, 'zipcode', p.zipcode) AS address,
    p.lat::text AS lat, p.lng::text AS lng,
    COALESCE((
      SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'subcategory',
        CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END) ORDER BY pc.position)
      FROM place_categories pc
      JOIN categories c ON c.id = pc.category_id
      LEFT JOIN subcategories s ON s.category_id = pc.category_id AND s.id = pc.subcategory_id
      WHERE pc.place_id = p.id
    ), '[]') AS categories,
    json_build_object('pageviews', p.pageviews::text, 'rating', p.rating::text, 'reviews', p.reviews::text,
      'checkins', p.checkins::text, 'photos', p.photos::text) AS statistics,
    p.featured_photo, p.place_lists, p.utilities, p.opening_hours
  FROM places p`;

/** Reads the records of places from PostgreSQL. */
@Injectable()
export class PlaceReader {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** The records of these identifiers, in no order; unknown ones are left out. */
  async byId(ids: readonly string[], source: Pick<EntityManager, 'query'> = this.database): Promise<PlaceRecord[]> {
    const rows = await source.query<Row[]>(`${selectRecords} WHERE p.id = ANY($1)`, [ids]);
    return rows.map(toRecord);
  }

  /** How many there are. */
  async count(): Promise<number> {
    const [row] = await this.database.query<{ places: string }[]>('SELECT count(*) AS places FROM places');
    return Number(row?.places);
  }

  /** The next records in the order of their identifiers, for walking over all of them. */
  async after(id: string, limit: number, manager: EntityManager = this.database.manager): Promise<PlaceRecord[]> {
    const statement = `${selectRecords} WHERE p.id > $1 ORDER BY p.id LIMIT $2`;
    return (await manager.query<Row[]>(statement, [id, limit])).map(toRecord);
  }
}

function toRecord(row: Row): PlaceRecord {
  const address = withoutNulls(row.address);
  const statistics = withoutNulls(row.statistics);
  return {
    id: row.id,
    name: row.name,
    phones: row.phones,
    ...(row.url_service !== null && { urlService: row.url_service }),
    ...(address && { address }),
    ...(row.lat !== null && row.lng !== null && { location: { lat: row.lat, lng: row.lng } }),
    categories: row.categories.map(({ id, name, subcategory }) => ({ id, name, ...(subcategory && { subcategory }) })),
    ...(statistics && { statistics }),
    ...(row.featured_photo !== null && { featured: { photo: { medium: row.featured_photo } } }),
    ...(row.place_lists.length > 0 && { placeLists: row.place_lists.map((id) => ({ id })) }),
    ...(row.utilities.length > 0 && { utilities: row.utilities }),
    ...(row.opening_hours !== null && { openingHours: row.opening_hours }),
  };
}

/** The members that are there; undefined when none is. */
function withoutNulls<K extends string>(members: Record<K, string | null>): Partial<Record<K, string>> | undefined {
  const present = Object.entries<string | null>(members).filter(([, value]) => value !== null);
  return present.length === 0 ? undefined : (Object.fromEntries(present) as Partial<Record<K, string>>);
}
