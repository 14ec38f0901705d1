import { type Place } from '../api/records.js';
import { type Cell } from './result-tiles.js';

/** A place of a tile. */
export interface TilePlace extends Pick<Place, 'id' | 'name'> {
  /** As the data name it. */
  readonly category?: string;
  /** The name of the icon of its kind. */
  readonly icon?: string;
  readonly rating?: number;
}

/** Web Mercator, as fractions of the map from its north-western corner. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** A place, or several near to each other, at their middle. */
export interface Found extends Position {
  readonly count: number;
  /** Absent for several. */
  readonly place?: TilePlace;
  /** The counts of tiles in it: their places are not known one by one. */
  readonly cells?: readonly Cell[];
}

/**
 * Leaves places out of a count, such as those of the list, which have marks of their own.
 *
 * @returns undefined if no place is left
 */
export function withoutListed(found: Found, listed: readonly Position[]): Found | undefined {
  const [cell] = found.cells ?? [];
  const inCell = cell ? listed.filter(isInCell(cell)) : [];
  const count = found.count - inCell.length;
  if (count <= 0) return undefined;
  // The position of a count is the middle of its places.
  const mean = (of: (position: Position) => number): number =>
    (found.count * of(found) - inCell.reduce((sum, position) => sum + of(position), 0)) / count;
  return inCell.length === 0 ? found : { ...found, count, x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** A tile has 16 × 16 cells. */
export const CELL_LEVELS = 4;

function isInCell({ x, y, zoom }: Cell): (position: Position) => boolean {
  const cells = 2 ** (zoom + CELL_LEVELS);
  const [column, row] = [Math.floor(x * cells), Math.floor(y * cells)];
  return (position) => Math.floor(position.x * cells) === column && Math.floor(position.y * cells) === row;
}

/** What is drawn: one place, or a group with the extent of its parts. */
export interface Mark extends Found {
  /** The places that are known. */
  readonly places: readonly TilePlace[];
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** Pixels between the middles of groups. */
const APART = 64;

/** Pixels between the middle of a group and what its circle covers. */
const OVERLAPPING = 36;

/**
 * Joins what would overlap, groups first: they take what lies in their circles.
 *
 * @param size of the map in pixels
 */
export function marksOf(found: readonly Found[], size: number): Mark[] {
  return joinGroups(
    join(byCount(found), size, APART, () => true),
    size,
  );
}

/** Joins groups whose circles overlap, such as those of two tiles, with the places under them. */
export function joinGroups(marks: readonly Mark[], size: number): Mark[] {
  return join(byCount(marks), size, OVERLAPPING, ({ count }) => count > 1);
}

/** Joins marks of which one would hide the other. @param pixels between two that are seen apart */
export function joinTouching(found: readonly Found[], size: number, pixels: number): Mark[] {
  return join(found, size, pixels, () => true);
}

/** The largest first. */
function byCount<T extends Found>(found: readonly T[]): T[] {
  return [...found].sort((a, b) => b.count - a.count);
}

/** A square and those around it. */
const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const));

/** @param takes whether what is near to this becomes a part of it */
function join(found: readonly Found[], size: number, pixels: number, takes: (one: Found) => boolean): Mark[] {
  const reach = pixels / size;
  const keyOf = ({ x, y }: Position, right = 0, down = 0): number =>
    (Math.floor(x / reach) + right) * 2 ** 26 + Math.floor(y / reach) + down;
  const near = new Map<number, Found[]>();
  for (const one of found) {
    const key = keyOf(one);
    const others = near.get(key);
    if (others) others.push(one);
    else near.set(key, [one]);
  }
  const taken = new Set<Found>();
  return found.flatMap((one) => {
    if (taken.has(one)) return [];
    taken.add(one);
    if (!takes(one)) return [markOf([one])];
    const parts = [one];
    for (const [right, down] of around)
      for (const other of near.get(keyOf(one, right, down)) ?? []) {
        const [x, y] = [other.x - one.x, other.y - one.y];
        if (taken.has(other) || x * x + y * y >= reach * reach) continue;
        taken.add(other);
        parts.push(other);
      }
    return [markOf(parts)];
  });
}

/** The mark of several parts. */
export function markOf(parts: readonly (Found | Mark)[]): Mark {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const mean = (of: (part: Found) => number): number =>
    parts.reduce((sum, part) => sum + part.count * of(part), 0) / count;
  const [only, ...others] = parts;
  return {
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    count,
    places: parts.flatMap((part) => ('places' in part ? part.places : (part.place ?? []))),
    cells: parts.flatMap(({ cells = [] }) => cells),
    ...(others.length === 0 && only?.place && { place: only.place }),
    west: Math.min(...parts.map((part) => ('west' in part ? part.west : part.x))),
    north: Math.min(...parts.map((part) => ('north' in part ? part.north : part.y))),
    east: Math.max(...parts.map((part) => ('east' in part ? part.east : part.x))),
    south: Math.max(...parts.map((part) => ('south' in part ? part.south : part.y))),
  };
}
