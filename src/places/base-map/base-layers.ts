import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { clipPolyline } from 'lineclip';
import { type MapPoint } from '../streets/mercator.js';
import { simplify } from '../streets/smooth.js';
import { type StreetLine } from '../streets/street.js';
import { type MapArea } from '../streets/street-table.js';
import { EXTENT, type Tile } from '../tiles/tile-grid.js';
import { type MapName } from './map-names.js';

type Position = [number, number];

/** Lines go on beyond the edge of a tile, so that their ends do not show. */
const BUFFER = 128;

/** The names of a tile: more have no room in it. */
const MAX_NAMES = 40;

/** Districts are inside of cities. */
const DISTRICT_ZOOM = 11;

export interface BaseLayers {
  readonly streets: readonly Omit<StreetLine, 'zoom'>[];
  /** Those with the most places first. */
  readonly names: readonly MapName[];
}

/** The part of the map whose lines a tile shows. */
export function surroundingsOf({ z, x, y }: Tile): MapArea {
  const [tiles, margin] = [2 ** z, BUFFER / EXTENT];
  return {
    west: (x - margin) / tiles,
    north: (y - margin) / tiles,
    east: (x + 1 + margin) / tiles,
    south: (y + 1 + margin) / tiles,
  };
}

/** Writes a tile as a Mapbox Vector Tile 2.1. Empty if there is nothing in it. */
export function writeBaseTile(tile: Tile, { streets, names }: BaseLayers): Buffer {
  const layers = {
    streets: streets.flatMap(({ name, length, line }) => {
      const parts = partsIn(tile, line);
      return parts.length === 0 ? [] : [{ type: 2 as const, geometry: parts, tags: { name, length } }];
    }),
    names: namesIn(tile, names),
  };
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return Buffer.alloc(0);
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  return Buffer.from(fromGeojsonVt(tiles, { version: 2, extent: EXTENT }));
}

function partsIn(tile: Tile, line: readonly MapPoint[]): Position[][] {
  // A pixel of a tile of 512 has eight units.
  const positions = simplify(line, 2 / EXTENT / 2 ** tile.z).map((point) => positionIn(tile, point));
  return clipPolyline(positions, [-BUFFER, -BUFFER, EXTENT + BUFFER, EXTENT + BUFFER]);
}

function positionIn({ z, x, y }: Tile, point: MapPoint): Position {
  const tiles = 2 ** z;
  return [Math.round((point.x * tiles - x) * EXTENT), Math.round((point.y * tiles - y) * EXTENT)];
}

function namesIn(tile: Tile, names: readonly MapName[]) {
  const features = [];
  for (const { name, kind, size, point } of names) {
    if (kind === 'district' && tile.z < DISTRICT_ZOOM) continue;
    const position = positionIn(tile, point);
    if (!position.every((coordinate) => coordinate >= 0 && coordinate < EXTENT)) continue;
    features.push({ type: 1 as const, geometry: [position], tags: { name, kind, size } });
    if (features.length === MAX_NAMES) break;
  }
  return features;
}
