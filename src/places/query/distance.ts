import { type GeoPoint } from './location.js';

/** Metres between two points as Elasticsearch measures them (`arc`), from their stored, quantised values. */
export function distanceInMetres(from: GeoPoint, to: GeoPoint): number {
  return Math.hypot(from.lat - to.lat, from.lng - to.lng);
}
