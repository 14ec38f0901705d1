import { type GeoPoint } from './query/geo-point.js';
import { EARTH_RADIUS } from './query/sphere.js';

// Elasticsearch stores a point as two 32-bit integers and rounds each coordinate down (Lucene's GeoEncodingUtils). Both
// units are 45 times a power of two, so the arithmetic in `storedPoint` is exact.
const LATITUDE_UNIT = 180 / 2 ** 32;
const LONGITUDE_UNIT = 360 / 2 ** 32;
const MAX_UNITS = 2 ** 31 - 1;

/**
 * The great-circle distance in metres from the centre of a search to a place, as `geo_distance` filters and
 * `_geo_distance` sorts with `distance_type: arc`.
 */
export function distanceInMetres(centre: GeoPoint, location: GeoPoint): number {
  const stored = storedPoint(location);
  const centreLatitude = toRadians(centre.lat);
  const latitude = toRadians(stored.lat);
  const north = Math.sin((centreLatitude - latitude) / 2) ** 2;
  const east = Math.sin(toRadians(centre.lng - stored.lng) / 2) ** 2;
  const haversine = north + Math.cos(centreLatitude) * Math.cos(latitude) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** The point that Elasticsearch stores for a location. */
export function storedPoint({ lat, lng }: GeoPoint): GeoPoint {
  return { lat: roundDown(lat, LATITUDE_UNIT), lng: roundDown(lng, LONGITUDE_UNIT) };
}

function roundDown(degrees: number, unit: number): number {
  return Math.min(Math.floor(degrees / unit), MAX_UNITS) * unit;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
