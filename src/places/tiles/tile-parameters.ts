import { integer, type ParameterValues } from '../../http/request/parameter.js';
import { type CombinedParameters } from '../../http/request/read-parameters.js';
import { type ProblemFault } from '../../http/problems/problems.js';
import { validUntil } from '../opening-hours/open-places.js';
import { combineConditions, type conditionParameters, type SearchConditions } from '../search-conditions.js';
import { MAX_ZOOM, type Tile } from './tile-grid.js';

const lastOfDeepest = 2 ** MAX_ZOOM - 1;

/** The path segments of a tile. */
export const tileSegments = {
  z: integer('The zoom level of a tile.', { min: 0, max: MAX_ZOOM, defaultValue: 0 }),
  x: integer('The column of a tile, from the west.', { min: 0, max: lastOfDeepest, defaultValue: 0 }),
  y: integer('The row of a tile, from the north.', { min: 0, max: lastOfDeepest, defaultValue: 0 }),
};

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
  return { value: { tile, conditions }, faults, ...validUntil(conditions) };
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
