import { type GeoPoint } from './location.js';

// Elasticsearch keeps a point as two 32-bit numbers, each coordinate rounded down (Lucene's GeoEncodingUtils). Both
// units are 45 times a power of two, so that nothing is lost in the arithmetic below.
const LATITUDE_UNIT = 180 / 2 ** 32;
const LONGITUDE_UNIT = 360 / 2 ** 32;
const GREATEST = 2 ** 31 - 1;

/** The greatest stored latitude that is not above this one. */
function quantiseLatitude(latitude: number): number {
  return Math.min(Math.floor(latitude / LATITUDE_UNIT), GREATEST) * LATITUDE_UNIT;
}

/** The greatest stored longitude that is not east of this one. */
function quantiseLongitude(longitude: number): number {
  return Math.min(Math.floor(longitude / LONGITUDE_UNIT), GREATEST) * LONGITUDE_UNIT;
}

/** The point that Elasticsearch keeps of a place's location. */
export function quantise({ lat, lng }: GeoPoint): GeoPoint {
  return { lat: quantiseLatitude(lat), lng: quantiseLongitude(lng) };
}
