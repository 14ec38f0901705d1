import { type PlaceRecord } from '../place-record.js';
import { categoryKeys } from '../query/category-key.js';

/**
 * What Elasticsearch holds of a place: its record, its location once more as Elasticsearch wants points, and its name
 * and categories as type-ahead reads them.
 */
export interface PlaceDocument extends PlaceRecord {
  geo?: { lat: number; lon: number };
  search: { names: string[]; categoryKeys: string[] };
}

export function indexDocument(record: PlaceRecord): PlaceDocument {
  const { name, location, categories } = record;
  return {
    ...record,
    ...(location && { geo: { lat: Number(location.lat), lon: Number(location.lng) } }),
    search: { names: namesToBegin(name), categoryKeys: categoryKeys(categories) },
  };
}

/** The name, whose words the index parts at punctuation, and where it has any the name without: `D'Angelo`, `DAngelo`. */
function namesToBegin(name: string): string[] {
  const joined = name.replace(/[\p{P}\p{S}]+/gu, '');
  return joined === name ? [name] : [name, joined];
}
