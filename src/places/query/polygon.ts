import { edgeCrossing } from './edge-crossing.js';
import { type GeoPoint } from './geo-point.js';
import { isSamePoint, parsePoints, withoutRepetitions } from './points.js';
import { failure, success, type QueryResult } from './result.js';

/**
 * The points of a polygon, counterclockwise, without a closing point. Longitudes continue beyond 180 and below -180, so that
 * those of neighbours differ by 180 at most. Edges are straight in latitude and longitude, as in GeoJSON (RFC 7946).
 */
export type Polygon = readonly GeoPoint[];

const POLYGON_POINTS = { min: 3, max: 100 } as const;

/** Square degrees: some square decimetres. */
const LEAST_AREA = 1e-12;

/** Parses `lat,lng;lat,lng;…`. A closing point is optional. Of two ways around the earth, an edge takes the shorter one. */
export function parsePolygon(text: string): QueryResult<Polygon> {
  const fault = (reason: string) =>
    failure({ value: text, reason, allowed: ['lat,lng;lat,lng;lat,lng;… with 3 to 100 points'] });
  // The closing point is not counted.
  const parsed = parsePoints(text, { ...POLYGON_POINTS, max: POLYGON_POINTS.max + 1 });
  if ('reason' in parsed) return fault(parsed.reason);
  const ring = withoutClosingPoint(withoutRepetitions(parsed.points));
  const { min, max } = POLYGON_POINTS;
  if (ring.length < min || ring.length > max) {
    return fault(`has ${ring.length} different points; ${min} to ${max} are allowed`);
  }
  const { points, turn } = unroll(ring);
  const crossing = edgeCrossing(points, turn);
  if (crossing !== undefined) return fault(crossing);
  const polygon = continuous(ring);
  return signedArea(polygon) < LEAST_AREA ? fault('encloses no area') : success(polygon);
}

/** The polygon of a ring without a closing point. A ring around the earth contains the pole that is nearer to its points. */
export function continuous(ring: readonly GeoPoint[]): Polygon {
  const { points, turn } = unroll(ring);
  const closed = turn === 0 ? points : [...points, ...aroundPole(points, turn)];
  return signedArea(closed) < 0 ? closed.toReversed() : closed;
}

function withoutClosingPoint(points: readonly GeoPoint[]): readonly GeoPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  return points.length > 1 && first && last && isSamePoint(first, last) ? points.slice(0, -1) : points;
}

/**
 * Adds or subtracts 360 degrees of longitude, so that each edge takes the shorter way.
 *
 * @returns also the degrees by which the ring as a whole turns around the earth: 0, or 360 or -360 if it goes around a pole
 */
export function unroll(ring: readonly GeoPoint[]): { points: GeoPoint[]; turn: number } {
  const points: GeoPoint[] = [];
  let lng = ring[0]?.lng ?? 0;
  for (const point of ring) {
    lng = nearest(point.lng, lng);
    points.push({ lat: point.lat, lng });
  }
  const first = points[0]?.lng ?? 0;
  // Rounded, because the difference of two longitudes is not exact.
  return { points, turn: 360 * Math.round((nearest(first, lng) - first) / 360) };
}

/** The longitude of the same meridian that is nearest to another longitude. */
function nearest(lng: number, other: number): number {
  const difference = lng - other;
  return Math.abs(difference) <= 180 ? lng : lng - 360 * Math.round(difference / 360);
}

/** The points that close a ring around the earth at the nearer pole. */
function aroundPole(points: readonly GeoPoint[], turn: number): GeoPoint[] {
  const [first] = points;
  if (!first) return [];
  const lat = points.reduce((sum, point) => sum + point.lat, 0) >= 0 ? 90 : -90;
  const end = first.lng + turn;
  return [
    { lat: first.lat, lng: end },
    { lat, lng: end },
    { lat, lng: first.lng },
  ];
}

/** In square degrees; positive if the points are counterclockwise. */
function signedArea(points: Polygon): number {
  return points.reduce((sum, point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    return sum + (point.lng * next.lat - next.lng * point.lat) / 2;
  }, 0);
}
