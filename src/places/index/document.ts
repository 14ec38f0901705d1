import { type PlaceRecord } from '../place-record.js';
import { categoryKeys } from '../query/category-key.js';

/**
 * What Elasticsearch holds of a place: its record in the form that searches compare, its location once more as
 * Elasticsearch wants points, and its name and categories as type-ahead reads them.
 */
export interface PlaceDocument extends PlaceRecord {
  geo?: { lat: number; lon: number };
  search: { names: string[]; categoryKeys: string[] };
  /** The record as it is shown, where it is another. */
  written?: PlaceRecord;
}

export function indexDocument(written: PlaceRecord): PlaceDocument {
  const record = composed(written);
  const { name, location } = record;
  return {
    ...record,
    ...(location && { geo: { lat: Number(location.lat), lon: Number(location.lng) } }),
    search: { names: namesToBegin(name), categoryKeys: categoryKeys(written.categories) },
    ...(record !== written && { written }),
  };
}

/** A record whose texts, all but identifiers, are composed (NFC) as those of queries are; itself where they are already. */
function composed(record: PlaceRecord): PlaceRecord {
  const text = JSON.stringify(record);
  if (text === text.normalize('NFC')) return record;
  return JSON.parse(text, (member, value: unknown) =>
    typeof value === 'string' && member !== 'id' ? value.normalize('NFC') : value,
  ) as PlaceRecord;
}

/** The name, whose words the index parts at punctuation, and where it has any the name without: `D'Angelo`, `DAngelo`. */
function namesToBegin(name: string): string[] {
  const joined = name.replace(/[\p{P}\p{S}]+/gu, '');
  return joined === name ? [name] : [name, joined];
}
