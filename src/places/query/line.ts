import { type GeoPoint } from './geo-point.js';
import { parsePoints, withoutRepetitions } from './points.js';
import { failure, success, type QueryResult } from './result.js';
import { metresBetween, toVector } from './sphere.js';

const LINE_POINTS = { min: 2, max: 100 } as const;

/** In metres. A longer line would be an area of many vertices. */
const MAX_LENGTH = 5_000_000;

/** Parses `lat,lng;lat,lng;…`. Parts of a line are parts of great circles. */
export function parseLine(text: string): QueryResult<readonly GeoPoint[]> {
  const fault = (reason: string) =>
    failure({ value: text, reason, allowed: ['lat,lng;lat,lng;… with 2 to 100 points, 5,000 km long at most'] });
  const parsed = parsePoints(text, LINE_POINTS);
  if ('reason' in parsed) return fault(parsed.reason);
  const points = withoutRepetitions(parsed.points);
  if (points.length < LINE_POINTS.min) return fault('has the same point twice and no other');
  const kilometres = Math.ceil(lengthOf(points) / 1000);
  return lengthOf(points) > MAX_LENGTH ? fault(`is ${kilometres.toLocaleString('en')} km long`) : success(points);
}

/** In metres. */
export function lengthOf(points: readonly GeoPoint[]): number {
  const vectors = points.map(toVector);
  return vectors.reduce((sum, vector, index) => sum + metresBetween(vectors[index - 1] ?? vector, vector), 0);
}
