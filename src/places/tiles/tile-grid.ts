import { storedPoint, type GeoPoint } from '../query/geometry.js';
import { type Rectangle } from '../query/location.js';
import { lang } from '../../http/language-parameter.js';
import { integerParameter, type ParameterValues, type CombinedParameters } from '../../http/parameters.js';
import { type ProblemFault } from '../../http/problems.js';
import { cacheExpiry } from '../opening-hours/open-places.js';
import { combineConditions, conditionParameters, type SearchConditions } from '../search-parameters.js';

/** A tile of the usual pyramid of web maps: Web Mercator, `y` from the north. */
export interface Tile {
  /** The zoom level. */
  readonly z: number;
  /** The column, from the west. */
  readonly x: number;
  /** The row, from the north. */
  readonly y: number;
}

/** Map libraries zoom no further. */
export const MAX_ZOOM = 22;

/** The coordinates in a tile go from 0 to this number. */
export const EXTENT = 4096;

/** The area whose places belong to a tile. Tiles of the first and last row reach the poles, which the map does not show. */
export function areaOf({ z, x, y }: Tile): Rectangle {
  const tiles = 2 ** z;
  return {
    north: y === 0 ? 90 : latitudeAt(y / tiles),
    south: y === tiles - 1 ? -90 : latitudeAt((y + 1) / tiles),
    west: (x / tiles) * 360 - 180,
    east: ((x + 1) / tiles) * 360 - 180,
  };
}

/** The tile that a place belongs to, as Elasticsearch's `geotile_grid` computes it from the point that it stores. */
export function tileOf(point: GeoPoint, z: number): Tile {
  const { x, y } = project(storedPoint(point));
  const tiles = 2 ** z;
  return { z, x: within(tiles, x * tiles), y: within(tiles, y * tiles) };
}

/** The coordinates of a point in a tile. Points beside the tile get those of its edge. */
export function coordinatesIn({ z, x, y }: Tile, point: GeoPoint): [number, number] {
  const projected = project(point);
  const tiles = 2 ** z;
  return [within(EXTENT, (projected.x * tiles - x) * EXTENT), within(EXTENT, (projected.y * tiles - y) * EXTENT)];
}

export function isSameTile(a: Tile, b: Tile): boolean {
  return a.z === b.z && a.x === b.x && a.y === b.y;
}

/** Web Mercator, as fractions of the map from its north-western corner. */
export function project({ lat, lng }: GeoPoint): { readonly x: number; readonly y: number } {
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: (lng + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** The latitude of a fraction of the map, from the north. */
function latitudeAt(fraction: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * fraction))) * 180) / Math.PI;
}

/** The whole number from 0 to `end` - 1 that is nearest below. The poles project to infinity. */
function within(end: number, value: number): number {
  return Math.max(0, Math.min(end - 1, Math.floor(value)));
}

const lastOfDeepest = 2 ** MAX_ZOOM - 1;

/** The path segments of a tile. */
export const tileSegments = {
  z: integerParameter('The zoom level of a tile.', { min: 0, max: MAX_ZOOM, defaultValue: 0 }),
  x: integerParameter('The column of a tile, from the west.', { min: 0, max: lastOfDeepest, defaultValue: 0 }),
  y: integerParameter('The row of a tile, from the north.', { min: 0, max: lastOfDeepest, defaultValue: 0 }),
};

/** The query parameters of a tile. Its description passes them on. */
export const tileParameters = { ...conditionParameters, lang };

/** A checked request for a tile. */
export interface TileRequest {
  readonly tile: Tile;
  readonly conditions: SearchConditions;
}

type Values = Partial<ParameterValues<typeof conditionParameters & typeof tileSegments>>;

/** Combines the parsed parameters and path segments of a tile. */
export function combineTileParameters(values: Values): CombinedParameters<TileRequest> {
  const faults: ProblemFault[] = [];
  const conditions = combineConditions(values, faults);
  const { value: tile, faults: ofTile } = combineTileSegments(values);
  faults.push(...ofTile);
  return { value: { tile, conditions }, faults, ...cacheExpiry(conditions) };
}

/** Combines the path segments of a tile. */
export function combineTileSegments(values: Partial<ParameterValues<typeof tileSegments>>): CombinedParameters<Tile> {
  const { z = 0, x = 0, y = 0 } = values;
  // A missing z is a fault already, and tells nothing about x and y.
  const faults = values.z === undefined ? [] : [...outsideOf(z, 'x', x), ...outsideOf(z, 'y', y)];
  return { value: { z, x, y }, faults };
}

function outsideOf(z: number, parameter: 'x' | 'y', value: number): ProblemFault[] {
  const last = 2 ** z - 1;
  if (value <= last) return [];
  const reason = `is outside of the map at zoom level ${z}`;
  return [{ parameter, value: String(value), reason, allowed: [`an integer, 0 to ${last}`] }];
}

/** Combines the parsed parameters of the description of tiles. */
export function combineTileJsonParameters(
  values: Partial<ParameterValues<typeof conditionParameters>>,
): CombinedParameters<SearchConditions> {
  const faults: ProblemFault[] = [];
  return { value: combineConditions(values, faults), faults };
}
