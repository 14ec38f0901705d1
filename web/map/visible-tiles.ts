import { type Map } from 'leaflet';
import { type TileAddress } from './result-tiles.js';

/** The tiles of 512 pixels that the map shows. */
export function visibleTiles(map: Map): TileAddress[] {
  const z = Math.max(0, map.getZoom() - 1);
  const tiles = 2 ** z;
  const { min, max } = map.getPixelBounds();
  const range = (from: number | undefined, to: number | undefined): number[] => {
    const [first, last] = [Math.floor((from ?? 0) / 512), Math.floor((to ?? 0) / 512)];
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  };
  const [columns, rows] = [range(min?.x, max?.x), range(min?.y, max?.y)];
  const wrapped = new Set(columns.map((x) => ((x % tiles) + tiles) % tiles));
  return [...wrapped].flatMap((x) => rows.filter((y) => y >= 0 && y < tiles).map((y) => ({ z, x, y })));
}
