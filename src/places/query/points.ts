import { type GeoPoint } from './geo-point.js';
import { parseNumber } from './number.js';

export interface PointCount {
  readonly min: number;
  readonly max: number;
}

/** Points parsed from a text, or what is wrong with it. */
export type PointsResult = { readonly points: readonly GeoPoint[] } | { readonly reason: string };

/** Parses `lat,lng;lat,lng;…`. A semicolon at the end is allowed. */
export function parsePoints(text: string, { min, max }: PointCount): PointsResult {
  const pairs = text.replace(/;$/, '').split(';');
  if (pairs.length < min || pairs.length > max) {
    return { reason: `has ${pairs.length} points; ${min} to ${max} are allowed` };
  }
  const points: GeoPoint[] = [];
  for (const [index, pair] of pairs.entries()) {
    const point = parsePoint(pair);
    if (typeof point === 'string') return { reason: `${point} in point ${index + 1}: ${JSON.stringify(pair)}` };
    points.push(point);
  }
  return { points };
}

/** @returns what is wrong with the text if it is no point */
function parsePoint(text: string): GeoPoint | string {
  const numbers = text.split(',').map((number) => parseNumber(number.trim()));
  const [lat, lng] = numbers;
  if (lat === undefined || lng === undefined || numbers.length !== 2) return 'has no latitude and longitude';
  if (Math.abs(lat) > 90) return 'has a latitude that is not between -90 and 90';
  if (Math.abs(lng) > 180) return 'has a longitude that is not between -180 and 180';
  return { lat, lng };
}

/** Points without those that equal the one before. */
export function withoutRepetitions(points: readonly GeoPoint[]): GeoPoint[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    return before === undefined || !isSamePoint(point, before);
  });
}

/** 180 and -180 are the same meridian. */
export function isSamePoint(a: GeoPoint, b: GeoPoint): boolean {
  return a.lat === b.lat && (a.lng - b.lng) % 360 === 0;
}
