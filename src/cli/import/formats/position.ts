import centerOfMass from '@turf/center-of-mass';
import { InvalidArgumentError } from 'commander';
import { toPoint, toVector } from '../../../places/query/geometry.js';
import { invalidField, listOf, objectOf } from './field-values.js';
import { otherSystemIn, wgs84 } from './reference-system.js';
import { type PlaceRow } from '../records/place-schema.js';
import { type RowStep } from '../row-reader.js';

/** Degrees, not validated yet. */
export interface Position {
  lat: unknown;
  lng: unknown;
}

/** `+42.7` → 42.7, `-.5` → -0.5, `42.` → 42, `4.1E-5` → 0.000041. Returns other text unchanged, for the schema to reject. */
export function plainDegrees(text: string): unknown {
  const digits = text
    .replace(/^\+/, '')
    .replace(/^-?(?=\.\d)/, '$&0')
    .replace(/^(-?\d+)\.$/, '$1');
  return /^-?(\d+(\.\d*)?|\.\d+)e[-+]?\d+$/i.test(digits) ? Number(digits) : digits;
}

/** The position of a GeoJSON geometry: of a point itself, else of the centroid. */
export function positionOf(geometry: unknown, name = 'geometry'): Position | undefined {
  const value = objectOf(geometry, name);
  if (value === undefined) return undefined;
  checkSystemOf(value, `${name}.`);
  if (value.type === 'Point') {
    const [lng, lat] = listOf(value.coordinates, `${name}.coordinates`);
    return lng === undefined || lat === undefined ? undefined : { lat, lng };
  }
  const center = centroidOf(value);
  if (!center) throw invalidField(name, geometry, 'a GeoJSON geometry with longitudes and latitudes in degrees');
  return center;
}

/**
 * @param path of the feature or geometry, with a point at its end
 * @throws InvalidRecordError if it is of another reference system than WGS 84
 */
export function checkSystemOf(value: Readonly<Record<string, unknown>>, path: string): void {
  const other = otherSystemIn(value.crs);
  if (other !== undefined) throw invalidField(`${path}crs`, other, wgs84);
}

/** Whether a geometry lies on both sides of the 180th meridian: no place is wider than half the earth. */
export function crossesAntimeridian(geometry: object): boolean {
  try {
    return isWide(verticesOf(geometry));
  } catch {
    return false;
  }
}

type Vertex = [lng: number, lat: number, ...rest: unknown[]];

/** The centroid; undefined for an invalid geometry. */
function centroidOf(geometry: object): Position | undefined {
  try {
    const vertices = verticesOf(geometry);
    if (vertices.length === 0 || !vertices.every(isVertex)) return undefined;
    return isWide(vertices) ? centroidAcross(geometry, vertices) : centroidOnPlane(geometry);
  } catch {
    // Not GeoJSON, or nested too deeply.
    return undefined;
  }
}

/** The centroid of a shape across the 180th meridian. Its longitudes continue beyond 180°, so that the shape is in one piece. */
function centroidAcross(geometry: object, vertices: readonly Vertex[]): Position | undefined {
  // The last vertex of a ring is its first, and 180° is -180°.
  const distinct = new Map(vertices.map(([lng, lat]) => [`${wrapped(lng)} ${lat}`, toVector({ lat, lng })]));
  const mean = toPoint([...distinct.values()].reduce(([x, y, z], [dx, dy, dz]) => [x + dx, y + dy, z + dz]));
  const continued = mapVertices(geometry, (vertex) => {
    const [lng, ...rest] = vertex as Vertex;
    return [mean.lng + wrapped(lng - mean.lng), ...rest];
  });
  // The longitudes of a shape around a pole cannot be continued.
  return isWide(verticesOf(continued)) ? rounded(mean) : centroidOnPlane(continued);
}

function centroidOnPlane(geometry: object): Position | undefined {
  const [lng, lat] = centerOfMass(geometry as Parameters<typeof centerOfMass>[0]).geometry.coordinates;
  return lng === undefined || lat === undefined || Number.isNaN(lng + lat) ? undefined : rounded({ lat, lng });
}

function verticesOf(geometry: object): Vertex[] {
  const vertices: Vertex[] = [];
  mapVertices(geometry, (vertex) => {
    vertices.push(vertex as Vertex);
    return vertex;
  });
  return vertices;
}

/** Copies a geometry with other vertices. */
function mapVertices(geometry: object, change: (vertex: unknown[]) => unknown[]): object {
  const { coordinates, geometries } = geometry as { coordinates?: unknown; geometries?: unknown };
  const map = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    return Array.isArray(value[0]) ? value.map(map) : change(value as unknown[]);
  };
  if (!Array.isArray(geometries)) return { ...geometry, coordinates: map(coordinates) };
  return { ...geometry, geometries: geometries.map((part: object) => mapVertices(part, change)) };
}

/** Longitudes may continue beyond 180°. */
function isVertex([lng, lat]: readonly unknown[]): boolean {
  return isDegrees(lng, 540) && isDegrees(lat, 90);
}

function isDegrees(value: unknown, max: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= max;
}

function isWide(vertices: readonly Vertex[]): boolean {
  let [west, east] = [Infinity, -Infinity];
  for (const [lng] of vertices) [west, east] = [Math.min(west, lng), Math.max(east, lng)];
  return east - west > 180 || east > 180 || west < -180;
}

/** From -180 to 180. */
function wrapped(lng: number): number {
  return lng - 360 * Math.round(lng / 360);
}

/** Rounds to seven decimals, which are a centimetre. */
function rounded({ lat, lng }: { lat: number; lng: number }): Position {
  const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
  return { lat: round(lat), lng: round(wrapped(lng)) };
}

/** A rectangle in degrees, with its edges. It crosses the 180th meridian if `west` is greater than `east`. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Parses `west,south,east,north`, the order of GeoJSON (RFC 7946, section 5). @throws InvalidArgumentError */
export function parseBoundingBox(text: string): BoundingBox {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers;
  const isValid =
    numbers.length === 4 && [west, east].every((lng) => Math.abs(lng) <= 180) && -90 <= south && south <= north;
  if (!isValid || !(north <= 90)) {
    throw new InvalidArgumentError('It must be four numbers in degrees: west,south,east,north.');
  }
  return { west, south, east, north };
}

/** Whether a rectangle that does not cross the 180th meridian has a point in the box. */
export function overlaps(box: BoundingBox, { west, south, east, north }: BoundingBox): boolean {
  if (north < box.south || south > box.north) return false;
  const [isRightOfWest, isLeftOfEast] = [east >= box.west, west <= box.east];
  return box.west <= box.east ? isRightOfWest && isLeftOfEast : isRightOfWest || isLeftOfEast;
}

/** Reason to skip a record. */
export const outside = 'is outside --bbox';

/** Skips places outside the box, and places without a location, unless they are closed: these may have lost it. */
export function skipOutside(box: BoundingBox): RowStep {
  return (result) => {
    if (!('row' in result) || !('lat' in result.row)) return result;
    const { lat, lng } = result.row as Pick<PlaceRow, 'lat' | 'lng'>;
    if (lat === null && 'closed' in result.row) return result;
    return isInside(box, lat, lng) ? result : { skipped: outside };
  };
}

function isInside(box: BoundingBox, lat: string | null, lng: string | null): boolean {
  if (lat === null || lng === null) return false;
  const [x, y] = [Number(lng), Number(lat)];
  return overlaps(box, { west: x, south: y, east: x, north: y });
}
