import { type GeoPoint } from '../query/geometry.js';

/** Web Mercator, as fractions of the map from its north-western corner. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** The equator, in metres. */
const CIRCUMFERENCE = 40_075_017;

/** Web Mercator ends here. */
const MAX_LATITUDE = 85;

export function toMap({ lat, lng }: GeoPoint): MapPoint {
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180);
  return { x: (lng + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** Metres per width of the map, at a point. */
export function metresAt({ y }: MapPoint): number {
  return CIRCUMFERENCE / Math.cosh(Math.PI * (1 - 2 * y));
}
