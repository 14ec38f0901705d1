import { chainsOf } from './chains.js';
import { type MapPoint, metresAt } from './mercator.js';
import { smooth } from './smooth.js';
import { spanningTrees } from './spanning-tree.js';

/** The places of all streets of one name in a state. */
export interface StreetPlaces {
  readonly name: string;
  readonly points: readonly MapPoint[];
}

/** A part of a street without gaps. */
export interface StreetLine {
  readonly name: string;
  /** Metres. */
  readonly length: number;
  /** The zoom level of tiles from which on it is drawn. */
  readonly zoom: number;
  readonly line: readonly MapPoint[];
}

/** Metres between neighbours of one street. Without a place for so long, it may be another street of the same name. */
const LONGEST_GAP = 450;

/** Metres of a side branch; shorter ones are addresses beside the street. */
const SHORTEST_BRANCH = 90;

/** Metres of a street; shorter ones are one building with two addresses. */
const SHORTEST = 25;

/** Zoom levels of tiles of 512 pixels, with the metres of the shortest street that they show. */
const byLength = [
  [9, 3000],
  [10, 1500],
  [11, 800],
  [12, 300],
] as const;

/** From here on, tiles show all streets. */
export const LAST_ZOOM = 13;

/** The lines through the places of a street. */
export function streetLines({ name, points }: StreetPlaces): StreetLine[] {
  const [first] = points;
  if (!first) return [];
  const scale = metresAt(first);
  const trees = spanningTrees(points, scale, LONGEST_GAP);
  return chainsOf(trees, SHORTEST_BRANCH).flatMap((chain) => {
    const line = smooth(
      chain.flatMap((at) => points[at] ?? []),
      scale,
    );
    const length = Math.round(scale * lengthOf(line));
    return length < SHORTEST ? [] : [{ name, length, zoom: zoomOf(length), line }];
  });
}

function zoomOf(length: number): number {
  return byLength.find(([, shortest]) => length >= shortest)?.[0] ?? LAST_ZOOM;
}

function lengthOf(line: readonly MapPoint[]): number {
  return line.reduce((length, { x, y }, at) => {
    const before = line[at - 1];
    return before ? length + Math.hypot(x - before.x, y - before.y) : 0;
  }, 0);
}
