import { type Box } from './free-part.js';
import { clusterSize, DOT, NUMBERED, PIN, PIN_POINT } from './mark-icons.js';
import {
  type Found,
  joinTouching,
  type Mark,
  markOf,
  marksOf,
  type Position,
  type TilePlace,
  withoutListed,
} from './marks.js';

/** A position in pixels, from an upper left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Circle extends Spot {
  readonly radius: number;
}

/** What marks must not cover. */
export type Obstacle = Circle | Box;

/** A place of the list, with its number there; without one, the place of the open panel. */
export interface Pin extends TilePlace {
  readonly number?: number;
}

/** Where and how a place of the list is drawn. */
export interface PinPlace {
  readonly size: 'pin' | 'small';
  /** Of a pin its point, of a small dot its middle. */
  readonly at: Spot;
}

/** A place of the list on the map. */
interface Placed extends PinPlace {
  readonly pin: Pin & Position;
  /** Other places at its position. */
  readonly mates: readonly TilePlace[];
}

/** What there is to draw. */
export interface Contents {
  /** The places of the list, the best first. */
  readonly pins: readonly (Pin & Position)[];
  /** The place of the open panel. */
  readonly opened: (Pin & Position) | undefined;
  /** Whether the search finds the open place. Then it is in a count, if it is not known as one. */
  readonly isOpenedFound: boolean;
  /** Those of each tile. */
  readonly results: readonly (readonly Found[])[];
}

/** The map at a zoom level. */
export interface Plane {
  /** Of the whole map, in pixels. */
  readonly size: number;
  /** The middle of what is shown: the copies of the world that are nearest to it are meant. A fraction of the map. */
  readonly middle: number;
  /** Two positions that are nearer to each other are one. A fraction of the map. */
  readonly onePosition: number;
}

/** Where the marks are at a zoom level, in pixels of the whole map: it stays so when the map moves. */
export interface Arrangement {
  readonly contents: Contents;
  readonly plane: Plane;
  readonly placed: readonly Placed[];
  /** Single places that no pin hides. Circles may. */
  readonly dots: readonly Mark[];
  readonly groups: readonly Group[];
}

/** A mark of several places, and its circle. */
interface Group {
  /** It stays while the group has the same places, whatever dots its circle covers. */
  readonly key: string;
  readonly mark: Mark;
  readonly circle: Circle;
}

/** Pixels between marks. */
const GAP = 2;

/** Pixels of the halo of a circle. */
export const HALO = 4;

/** Pixels. A circle that is farther away seems to count other places. */
const FARTHEST = 60;

/** Pixels. A small dot that is farther away seems to be another place. */
const BESIDE = 28;

/** So many better places beside a place are a heap. */
const HEAP = 3;

/** Where a circle may move to, the nearest first: its own place, and rings around it. */
const moves: readonly Spot[] = [
  { x: 0, y: 0 },
  ...Array.from({ length: FARTHEST / 4 }, (_, ring) => 4 * (ring + 1)).flatMap((distance) =>
    Array.from({ length: 16 }, (_, at) => ({
      x: distance * Math.cos((at * Math.PI) / 8),
      y: distance * Math.sin((at * Math.PI) / 8),
    })),
  ),
];

/**
 * Decides where the marks are, so that none hides another.
 *
 * @param before groups that it has too stay where they are, unless pins or the zoom level changed
 */
export function arrange(contents: Contents, plane: Plane, before?: Arrangement): Arrangement {
  const placed = placedPins(contents, plane);
  const heads = placed.map(headOf);
  // Each tile has groups of its own, whatever tiles a move adds.
  const marks = others(contents, placed).flatMap((found) => marksOf(found, plane.size));
  const shown = marks.filter((mark) => {
    // One in the circle of a number shows once the map is closer.
    const isHidden = !isFree({ ...spotOf(mark, plane), radius: DOT / 2 - GAP }, heads);
    return mark.count === 1 && !isHidden;
  });
  // Two dots may touch across the border of their tiles.
  const singles = joinTouching(shown, plane.size);
  const isSame =
    before?.plane.size === plane.size &&
    before.contents.pins === contents.pins &&
    before.contents.opened === contents.opened;
  const known = new Map(isSame ? before.groups.map(({ key, circle }) => [key, circle]) : []);
  const groups = [...marks, ...singles].filter(({ count }) => count > 1);
  const fresh = groups.filter((mark) => !known.has(groupKey(mark)));
  const kept = groups.flatMap((mark): [string, Circle][] => {
    const circle = known.get(groupKey(mark));
    return circle ? [[groupKey(mark), nearestCopy(circle, spotOf(mark, plane), plane)]] : [];
  });
  const circles = movedAside(
    fresh.map((mark) => ({ ...spotOf(mark, plane), radius: clusterSize(mark.count) / 2 + HALO })),
    [...heads, ...kept.map(([, circle]) => circle)],
  );
  const circleOf = new Map(kept);
  for (const [at, mark] of fresh.entries()) if (circles[at]) circleOf.set(groupKey(mark), circles[at]);
  const alone = groups.flatMap((mark): Group[] => {
    const key = groupKey(mark);
    const circle = circleOf.get(key);
    return circle ? [{ key, mark, circle }] : [];
  });
  return { contents, plane, placed, dots: singles.filter(({ count }) => count === 1), groups: alone };
}

/** A circle of an earlier arrangement, which may be on another copy of the world. */
function nearestCopy(circle: Circle, spot: Spot, { size }: Plane): Circle {
  const worlds = Math.round((spot.x - circle.x) / size);
  return worlds === 0 ? circle : { ...circle, x: circle.x + worlds * size };
}

/** The same while a group has the same places. */
export function groupKey({ count, x, y }: Mark): string {
  return `${count} at ${x},${y}`;
}

function spotOf({ x, y }: Position, { size, middle }: Plane): Spot {
  return { x: (x + Math.round(middle - x)) * size, y: y * size };
}

/** The places of the list and the open one, each with the places at its position that have no mark of their own. */
function placedPins({ pins: listed, opened, results }: Contents, plane: Plane): Placed[] {
  const isBeside = (a: Position, b: Position): boolean => Math.hypot(a.x - b.x, a.y - b.y) < plane.onePosition;
  const pins = opened && !listed.some(({ id }) => id === opened.id) ? [opened, ...listed] : listed;
  const leaders: { pin: Pin & Position; mates: TilePlace[] }[] = [];
  for (const pin of pins) {
    const mate = leaders.find((other) => isBeside(pin, other.pin));
    if (mate) mate.mates.push(pin);
    else leaders.push({ pin, mates: [] });
  }
  const places = arrangePins(leaders.map(({ pin }) => spotOf(pin, plane)));
  const shown = leaders.flatMap((leader, at): (Placed & { mates: TilePlace[] })[] => {
    const place = places[at];
    return place && leader.pin.id !== opened?.id ? [{ ...leader, ...place }] : [];
  });
  const open = pins.find(({ id }) => id === opened?.id);
  // It has a pin even where there is no room for one.
  if (open) {
    const { mates = [] } = leaders.find(({ pin }) => pin === open) ?? {};
    shown.push({ pin: open, mates, size: 'pin', at: spotOf(open, plane) });
  }
  for (const { place, ...found } of results.flat()) {
    if (!place || pins.some(({ id }) => id === place.id)) continue;
    shown.find(({ pin }) => isBeside(found, pin))?.mates.push(place);
  }
  return shown;
}

/** The places that have marks of their own, and are not counted with others. */
export function idsOf(placed: readonly Placed[]): Set<string> {
  return new Set(placed.flatMap(({ pin, mates }) => [pin, ...mates].map(({ id }) => id)));
}

/**
 * A pin for a place of the list that is pointed at but has no room, nor a dot. Counts are as if it was not there.
 *
 * @param id of the place
 */
export function extraPin({ contents, plane, placed, dots }: Arrangement, id: string | undefined): Placed | undefined {
  const pin = contents.pins.find((one) => one.id === id);
  if (!pin || placed.some((each) => each.pin.id === id) || dots.some(({ place }) => place?.id === id)) return undefined;
  return { pin, size: 'pin', at: spotOf(pin, plane), mates: [] };
}

/** What each tile has beside the places that have marks of their own. */
function others({ pins, opened, isOpenedFound, results }: Contents, placed: readonly Placed[]): Found[][] {
  const shown = idsOf(placed);
  const isListed = pins.some(({ id }) => id === opened?.id);
  const counted = [
    ...pins.filter(({ id }) => shown.has(id)),
    ...(opened && isOpenedFound && !isListed ? [opened] : []),
  ];
  return results.map((tile) =>
    tile.flatMap((found) => {
      if (found.place) return shown.has(found.place.id) ? [] : [found];
      return withoutListed(found, counted) ?? [];
    }),
  );
}

/** The circle of a number. That of a pin is above its point. */
export function headOf({ size, at: { x, y } }: PinPlace): Circle {
  return size === 'pin' ? { x, y: y - PIN_POINT - PIN / 2, radius: PIN / 2 } : { x, y, radius: NUMBERED / 2 };
}

/**
 * Decides how the places of the list are drawn, so that none hides the number of another.
 *
 * @param tips where they are, the best first
 * @returns of each: a pin, a small dot with its number where a pin has no room, beside the place if it must be, or nothing
 */
export function arrangePins(tips: readonly Spot[]): (PinPlace | undefined)[] {
  const taken: Circle[] = [];
  return tips.map((tip, rank) => {
    const head = headOf({ size: 'pin', at: tip });
    if (isFree(head, taken)) {
      taken.push(head);
      return { size: 'pin', at: tip };
    }
    // In a heap, numbers beside their places would say nothing.
    if (tips.slice(0, rank).filter((better) => distanceOf(better, tip) < BESIDE).length >= HEAP) return undefined;
    const at = besideOf(tip, taken);
    if (at) taken.push(headOf({ size: 'small', at }));
    return at && { size: 'small', at };
  });
}

/** Where a small dot is free, at a place or beside it. */
function besideOf(tip: Spot, taken: readonly Obstacle[]): Spot | undefined {
  return moves
    .map((move) => ({ x: tip.x + move.x, y: tip.y + move.y }))
    .find((at) => distanceOf(at, tip) <= BESIDE && isFree(headOf({ size: 'small', at }), taken));
}

/**
 * Moves the marks that something covers. All others stay where they are. Groups get the dots that their circles cover.
 *
 * @param controls buttons and texts over the map, in the pixels of the arrangement
 * @param sheet where the sheet of a phone begins. What is below it stays there
 */
export function uncovered(
  { contents: { opened }, plane, placed, dots, groups }: Arrangement,
  controls: readonly Obstacle[],
  sheet: number,
): Pick<Arrangement, 'placed' | 'dots' | 'groups'> {
  const isClear = (pin: Placed): boolean => pin.pin.id === opened?.id || isFree(headOf(pin), controls);
  const taken = [...controls, ...placed.filter(isClear).map(headOf)];
  const pins = placed.map((pin): Placed => {
    const at = isClear(pin) || pin.pin.number === undefined ? undefined : besideOf(spotOf(pin.pin, plane), taken);
    if (!at) return pin;
    taken.push(headOf({ size: 'small', at }));
    return { ...pin, size: 'small', at };
  });
  const covers = [
    ...controls,
    { left: -Infinity, right: Infinity, top: sheet, bottom: Infinity },
    ...pins.filter((pin) => !placed.includes(pin)).map(headOf),
  ];
  const isCovered = ({ circle }: Group): boolean => circle.y < sheet && !isFree(circle, covers);
  const covered = groups.filter(isCovered);
  const staying = groups.filter((group) => !isCovered(group)).map(({ circle }) => circle);
  const circles = movedAside(
    covered.map(({ circle }) => circle),
    [...covers, ...pins.map(headOf), ...staying],
  );
  const moved = groups.map((group) => {
    const circle = circles[covered.indexOf(group)];
    return circle ? { ...group, circle } : group;
  });
  return { placed: pins, ...withCovered(moved, dots, plane) };
}

/** Gives the dots under circles, such as those of another tile, to the groups: nobody could open them. */
function withCovered(
  groups: readonly Group[],
  dots: readonly Mark[],
  plane: Plane,
): Pick<Arrangement, 'dots' | 'groups'> {
  const covered = new Map<Group, Mark[]>();
  const free = dots.filter((mark) => {
    const spot = spotOf(mark, plane);
    const group = groups.find(({ circle }) => distanceOf(circle, spot) < circle.radius);
    if (group) covered.set(group, [...(covered.get(group) ?? []), mark]);
    return !group;
  });
  return {
    dots: free,
    groups: groups.map((group) => {
      const more = covered.get(group);
      return more ? { ...group, mark: markOf([group.mark, ...more]) } : group;
    }),
  };
}

/**
 * Moves circles off what they would cover, and off each other.
 *
 * @returns where they are then. Where nothing is free nearby, a circle covers as little as possible
 */
export function movedAside(circles: readonly Circle[], obstacles: readonly Obstacle[]): Circle[] {
  const taken = [...obstacles];
  return circles.map((circle) => {
    const { x, y, radius } = circle;
    const near = taken.filter((other) => overlap({ x, y, radius: radius + FARTHEST }, other) > 0);
    let best = circle;
    let least = Infinity;
    for (const move of moves) {
      const spot = { x: x + move.x, y: y + move.y, radius };
      const covered = near.reduce((sum, other) => sum + weightOf(other) * overlap(spot, other), 0);
      if (covered < least) [best, least] = [spot, covered];
      if (least === 0) break;
    }
    taken.push(best);
    return best;
  });
}

/** A circle on another is still read, and one on a button is not. */
function weightOf(obstacle: Obstacle): number {
  return 'radius' in obstacle ? 1 : 100;
}

function isFree(circle: Circle, taken: readonly Obstacle[]): boolean {
  return taken.every((other) => overlap(circle, other) === 0);
}

/** How many pixels a circle reaches into an obstacle, or into the gap around it. */
function overlap({ x, y, radius }: Circle, other: Obstacle): number {
  const isCircle = 'radius' in other;
  const right = x - (isCircle ? other.x : within(other.left, x, other.right));
  const down = y - (isCircle ? other.y : within(other.top, y, other.bottom));
  const reach = radius + GAP + (isCircle ? other.radius : 0);
  const square = right * right + down * down;
  return square >= reach * reach ? 0 : reach - Math.sqrt(square);
}

function distanceOf(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
