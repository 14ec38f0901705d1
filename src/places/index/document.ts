import { type PlaceRecord } from '../place-record.js';

/** What Elasticsearch holds of a place: its record, and its location once more as Elasticsearch wants points. */
export interface PlaceDocument extends PlaceRecord {
  geo?: { lat: number; lon: number };
}

export function indexDocument(record: PlaceRecord): PlaceDocument {
  const { location } = record;
  if (!location) return record;
  return { ...record, geo: { lat: Number(location.lat), lon: Number(location.lng) } };
}
