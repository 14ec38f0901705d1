import { type PlaceRecord } from '../place-record.js';
import { categoryKeys } from '../query/category-key.js';

/**
 * What Elasticsearch holds of a place: its record, its location once more as Elasticsearch wants points, and its
 * categories as type-ahead counts them.
 */
export interface PlaceDocument extends PlaceRecord {
  geo?: { lat: number; lon: number };
  search?: { categoryKeys: string[] };
}

export function indexDocument(record: PlaceRecord): PlaceDocument {
  const { location, categories } = record;
  return {
    ...record,
    ...(location && { geo: { lat: Number(location.lat), lon: Number(location.lng) } }),
    ...(categories.length > 0 && { search: { categoryKeys: categoryKeys(categories) } }),
  };
}
