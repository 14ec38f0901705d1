import { failure, success, type QueryResult, parseNumber } from './parsing.js';

/** Decimal degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/**
 * The points of a polygon, counterclockwise, without a closing point. Longitudes continue beyond 180 and below -180, so that the
 * longitudes of neighbours differ by 180 at most. Edges are straight in latitude and longitude, as in GeoJSON (RFC 7946).
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
    return fault(
      `has ${ring.length === 1 ? '1 point' : `${ring.length} different points`}; ${min} to ${max} are allowed`,
    );
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

interface PointCount {
  readonly min: number;
  readonly max: number;
}

/** Points parsed from a text, or the reason why the text is invalid. */
type PointsResult = { readonly points: readonly GeoPoint[] } | { readonly reason: string };

/** Parses `lat,lng;lat,lng;…`. A semicolon at the end is allowed. */
function parsePoints(text: string, { min, max }: PointCount): PointsResult {
  const pairs = text.replace(/;$/, '').split(';');
  if (pairs.length < min || pairs.length > max) {
    return { reason: `has ${pairs.length === 1 ? '1 point' : `${pairs.length} points`}; ${min} to ${max} are allowed` };
  }
  const points: GeoPoint[] = [];
  for (const [index, pair] of pairs.entries()) {
    const point = parsePoint(pair);
    if (typeof point === 'string') return { reason: `${point} in point ${index + 1}: ${JSON.stringify(pair)}` };
    points.push(point);
  }
  return { points };
}

/** @returns the point, or the reason why the text is no point */
export function parsePoint(text: string): GeoPoint | string {
  const numbers = text.split(',').map((number) => parseNumber(number.trim()));
  const [lat, lng] = numbers;
  if (lat === undefined || lng === undefined || numbers.length !== 2) return 'has no latitude and longitude';
  if (Math.abs(lat) > 90) return 'has a latitude that is not between -90 and 90';
  if (Math.abs(lng) > 180) return 'has a longitude that is not between -180 and 180';
  return { lat, lng };
}

/** The points without each that equals the point before it. */
function withoutRepetitions(points: readonly GeoPoint[]): GeoPoint[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    return before === undefined || !isSamePoint(point, before);
  });
}

/** 180 and -180 are the same meridian. */
function isSamePoint(a: GeoPoint, b: GeoPoint): boolean {
  return a.lat === b.lat && (a.lng - b.lng) % 360 === 0;
}

interface Edge {
  /** The numbers of its points, as a person counts them. */
  readonly name: string;
  readonly from: GeoPoint;
  readonly to: GeoPoint;
}

/**
 * Finds edges of a ring that cross or touch, apart from neighbours at their common point.
 *
 * @param points with continuous longitudes (`Polygon`)
 * @param turn the degrees of longitude from the first point to the same point at the end of the ring
 * @returns a text that says which edges cross where; undefined if none do
 */
function edgeCrossing(points: readonly GeoPoint[], turn: number): string | undefined {
  const edges = points.map((from, index): Edge => {
    const next = points[index + 1];
    const [first = from] = points;
    const to = next ?? { lat: first.lat, lng: first.lng + turn };
    return { name: `${index + 1}–${next ? index + 2 : 1}`, from, to };
  });
  for (const [index, edge] of edges.entries()) {
    for (const [offset, other] of edges.slice(index + 1).entries()) {
      // A ring may meet itself on the other side of the earth.
      for (const shift of [0, 360, -360]) {
        const moved = { ...other, from: shifted(other.from, shift), to: shifted(other.to, shift) };
        const isNext = offset === 0 && shift === 0;
        const isPrevious = index === 0 && offset === edges.length - 2 && shift === -turn;
        const at = isNext ? foldedBack(edge, moved) : isPrevious ? foldedBack(moved, edge) : meeting(edge, moved);
        if (at) return `crosses or touches itself: the edges ${edge.name} and ${other.name} meet at ${describe(at)}`;
      }
    }
  }
  return undefined;
}

function shifted({ lat, lng }: GeoPoint, degrees: number): GeoPoint {
  return { lat, lng: lng + degrees };
}

function describe({ lat, lng }: GeoPoint): string {
  const within = lng - 360 * Math.round(lng / 360);
  return `${Number(lat.toFixed(6))},${Number(within.toFixed(6))}`;
}

/** A point that two edges have in common. */
function meeting(a: Edge, b: Edge): GeoPoint | undefined {
  const [fromB, toB] = [side(a, b.from), side(a, b.to)];
  const [fromA, toA] = [side(b, a.from), side(b, a.to)];
  if (fromB * toB < 0 && fromA * toA < 0) {
    const part = fromA / (fromA - toA);
    const between = (start: number, end: number): number => start + part * (end - start);
    return { lat: between(a.from.lat, a.to.lat), lng: between(a.from.lng, a.to.lng) };
  }
  if (fromB === 0 && isWithin(a, b.from)) return b.from;
  if (toB === 0 && isWithin(a, b.to)) return b.to;
  if (fromA === 0 && isWithin(b, a.from)) return a.from;
  if (toA === 0 && isWithin(b, a.to)) return a.to;
  return undefined;
}

/** Where an edge runs back along the edge before it. */
function foldedBack(edge: Edge, next: Edge): GeoPoint | undefined {
  if (side(edge, next.to) !== 0) return undefined;
  const { lat, lng } = edge.to;
  const forwards = (lat - edge.from.lat) * (next.to.lat - lat) + (lng - edge.from.lng) * (next.to.lng - lng);
  return forwards < 0 ? edge.to : undefined;
}

/** Positive if the point is on the left of the edge, 0 if it is on its line. */
function side({ from, to }: Edge, { lat, lng }: GeoPoint): number {
  return (to.lng - from.lng) * (lat - from.lat) - (to.lat - from.lat) * (lng - from.lng);
}

/** Whether a point on the line of an edge is between its ends. */
function isWithin({ from, to }: Edge, { lat, lng }: GeoPoint): boolean {
  const isBetween = (value: number, a: number, b: number): boolean =>
    value >= Math.min(a, b) && value <= Math.max(a, b);
  return isBetween(lat, from.lat, to.lat) && isBetween(lng, from.lng, to.lng);
}

/** A direction from the centre of the earth, of length 1: a point on its surface. */
export type Vector = readonly [x: number, y: number, z: number];

/** Mean radius of the earth in metres, as Elasticsearch uses it. */
export const EARTH_RADIUS = 6_371_008.7714;

const DEGREE = Math.PI / 180;

export function toVector({ lat, lng }: GeoPoint): Vector {
  const [latitude, longitude] = [lat * DEGREE, lng * DEGREE];
  const cosine = Math.cos(latitude);
  return [cosine * Math.cos(longitude), cosine * Math.sin(longitude), Math.sin(latitude)];
}

export function toPoint([x, y, z]: Vector): GeoPoint {
  return { lat: Math.atan2(z, Math.hypot(x, y)) / DEGREE, lng: Math.atan2(y, x) / DEGREE };
}

/** The point at an angle from `a`, on the great circle from `a` to `b`, which are perpendicular. */
export function turned(a: Vector, b: Vector, angle: number): Vector {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [cosine * a[0] + sine * b[0], cosine * a[1] + sine * b[1], cosine * a[2] + sine * b[2]];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Metres along the great circle. */
export function metresBetween(a: Vector, b: Vector): number {
  const [x, y, z] = cross(a, b);
  return EARTH_RADIUS * Math.atan2(Math.hypot(x, y, z), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

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
