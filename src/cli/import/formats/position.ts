import centerOfMass from '@turf/center-of-mass';
import { InvalidArgumentError } from 'commander';
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
export function crossesAntimeridian(geometry: object, positions = positionsIn(geometry)): boolean {
  let [west, east] = [Infinity, -Infinity];
  // A function takes no more than about 120,000 arguments.
  for (const [lng] of positions) {
    west = Math.min(west, Number(lng));
    east = Math.max(east, Number(lng));
  }
  return east - west > 180;
}

/** The centroid; undefined for an invalid geometry. */
function centroidOf(geometry: object): Position | undefined {
  const positions = positionsIn(geometry);
  const isValid = ([lng, lat]: readonly unknown[]) => isDegrees(lng, 540) && isDegrees(lat, 90);
  if (positions.length === 0 || !positions.every(isValid)) return undefined;
  // Across the 180th meridian, western longitudes go on beyond 180°.
  const eastward = ([lng, ...rest]: unknown[]) => [Number(lng) < 0 ? Number(lng) + 360 : lng, ...rest];
  const shape = crossesAntimeridian(geometry, positions) ? mapPositions(geometry, eastward) : geometry;
  try {
    const [lng = NaN, lat = NaN] = centerOfMass(shape as Parameters<typeof centerOfMass>[0]).geometry.coordinates;
    return Number.isNaN(lng + lat) ? undefined : { lat: rounded(lat), lng: rounded(lng - 360 * Math.round(lng / 360)) };
  } catch {
    // Not GeoJSON.
    return undefined;
  }
}

function positionsIn(geometry: object): unknown[][] {
  const positions: unknown[][] = [];
  mapPositions(geometry, (position) => {
    positions.push(position);
    return position;
  });
  return positions;
}

/** The lists of a MultiPolygon around its positions. Deeper ones are no GeoJSON. */
const maxDepth = 3;

/** Copies a geometry with other positions. */
function mapPositions(geometry: object, change: (position: unknown[]) => unknown[], depth = 0): object {
  const { coordinates, geometries } = geometry as { coordinates?: unknown; geometries?: unknown };
  const map = (value: unknown, level = 0): unknown => {
    if (!Array.isArray(value) || level > maxDepth) return value;
    return Array.isArray(value[0]) ? value.map((inner) => map(inner, level + 1)) : change(value as unknown[]);
  };
  if (!Array.isArray(geometries) || depth > maxDepth) return { ...geometry, coordinates: map(coordinates) };
  return { ...geometry, geometries: geometries.map((part: object) => mapPositions(part, change, depth + 1)) };
}

function isDegrees(value: unknown, max: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= max;
}

/** Rounds to seven decimals, which are a centimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
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

/** Whether a position is in the box, or on its edge. */
export function isInside({ west, south, east, north }: BoundingBox, lat: string | null, lng: string | null): boolean {
  if (lat === null || lng === null || Number(lat) < south || Number(lat) > north) return false;
  const [isEastOfWest, isWestOfEast] = [Number(lng) >= west, Number(lng) <= east];
  return west <= east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast;
}
