import { type GeoPoint } from '../../src/places/query/geometry.js';
import { type Rectangle } from '../../src/places/query/location.js';

/** Metres; the mean radius of the earth. */
const RADIUS = 6_371_008.7714;

/** Metres along the great circle, by the haversine formula. */
export function metresBetween(a: GeoPoint, b: GeoPoint): number {
  const [latitudeA, latitudeB] = [radians(a.lat), radians(b.lat)];
  const h =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.sqrt(Math.min(1, h)));
}

function radians(degrees: number): number {
  return (degrees / 180) * Math.PI;
}

/** Edges are inside; a west edge east of the east edge crosses the antimeridian. */
export function contains({ north, west, south, east }: Rectangle, { lat, lng }: GeoPoint): boolean {
  if (lat > north || lat < south) return false;
  // The antimeridian has two longitudes.
  const longitudes = Math.abs(lng) === 180 ? [-180, 180] : [lng];
  return longitudes.some((at) => (west <= east ? at >= west && at <= east : at >= west || at <= east));
}
