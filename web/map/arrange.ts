import { clusterSize, NUMBERED, PIN, PIN_POINT } from './mark-icons.js';
import {
  type Found,
  joinGroups,
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

/** A place of the list, with its number there. Without one, it shows when it is open or pointed at. */
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

/** Which results there are: all of them, all because they are few, or the best of many, of which the map names those that it has room for. */
export type Selection = 'all' | 'few' | 'best';

/** What there is to draw. */
export interface Contents {
  /** The places of the list, the best first. */
  readonly pins: readonly (Pin & Position)[];
  /** Whether they are those of a street: pins would hide the others, so they are small, and other places show below them. */
  readonly areOfStreet: boolean;
  /** The place of the open panel. */
  readonly opened: (Pin & Position) | undefined;
  /** Those of each tile. */
  readonly results: readonly (readonly Found[])[];
  readonly selection: Selection;
}

/** The map at a zoom level. */
export interface Plane {
  /** Of the whole map, in pixels. */
  readonly size: number;
  /** The middle of what is shown: the copies of the world that are nearest to it are meant. A fraction of the map. */
  readonly middle: number;
  /** Two positions that are nearer to each other are one. A fraction of the map. */
  readonly onePosition: number;
  /** Whether it shows countries, where circles count places. */
  readonly isFar: boolean;
  /** Pixels of a dot. */
  readonly dot: number;
}

/** Where the marks are at a zoom level. It stays so when the map moves. */
export interface Arrangement {
  readonly contents: Contents;
  readonly plane: Plane;
  readonly placed: readonly Placed[];
  /** Single places that no pin hides, and places so near to each other that they have one dot. */
  readonly dots: readonly Mark[];
  /** Marks that say how many places they stand for. */
  readonly groups: readonly Mark[];
}

/** Pixels between marks. */
const GAP = 2;

/** Pixels. A small dot that is farther away seems to be another place. */
const BESIDE = 28;

/** So many better places beside a place are a heap. */
const HEAP = 3;

/** Where a number may move to, the nearest first: its own place, and rings around it. */
const moves: readonly Spot[] = [
  { x: 0, y: 0 },
  ...Array.from({ length: BESIDE / 4 }, (_, ring) => 4 * (ring + 1)).flatMap((distance) =>
    Array.from({ length: 16 }, (_, at) => ({
      x: distance * Math.cos((at * Math.PI) / 8),
      y: distance * Math.sin((at * Math.PI) / 8),
    })),
  ),
];

/** Decides what marks there are. Circles stand over what they count, so places of the list in them give way. */
export function arrange(contents: Contents, plane: Plane): Arrangement {
  const { results, selection } = contents;
  // Each tile has groups of its own, whatever tiles a move adds.
  const far = plane.isFar
    ? joinGroups(
        results.flatMap((tile) => marksOf(tile, plane.size)),
        plane.size,
      )
    : [];
  const groups = far.filter(({ count }) => count > 1);
  const circles = groups.map((mark) => ({ ...spotOf(mark, plane), radius: clusterSize(mark.count) / 2 }));
  const placed = placedPins(contents, plane, circles);
  const heads = placed.map(headOf);
  const shown = idsOf(placed);
  // Circles count those without a pin.
  const listed = plane.isFar ? contents.pins.filter(({ id }) => shown.has(id)) : contents.pins;
  const others = othersOf(plane.isFar ? far.filter(({ count }) => count === 1) : results.flat(), listed, shown);
  // Those of the list have the first room.
  const found = [...listed.filter(({ id }) => !shown.has(id)).map(foundAt), ...others];
  const dots =
    selection === 'best' ? found.map((one) => markOf([one])) : joinTouching(found, plane.size, plane.dot - 2);
  // One under a number shows once the map is closer.
  const isShown = (mark: Mark): boolean =>
    contents.areOfStreet || isFree({ ...spotOf(mark, plane), radius: plane.dot / 2 - GAP }, heads);
  return { contents, plane, placed, dots: dots.filter(isShown), groups };
}

function foundAt({ x, y, ...place }: Pin & Position): Found {
  return { x, y, count: 1, place };
}

function spotOf({ x, y }: Position, { size, middle }: Plane): Spot {
  return { x: (x + Math.round(middle - x)) * size, y: y * size };
}

/** The places of the list and the open one, each with the places at its position that have no mark of their own. */
function placedPins(
  { pins: listed, areOfStreet, opened, results }: Contents,
  plane: Plane,
  circles: readonly Circle[],
): Placed[] {
  const isBeside = (a: Position, b: Position): boolean => Math.hypot(a.x - b.x, a.y - b.y) < plane.onePosition;
  const isOutside = (pin: Position): boolean =>
    circles.every((circle) => distanceOf(circle, spotOf(pin, plane)) > circle.radius + GAP);
  const numbered = listed.filter((pin) => pin.number !== undefined && isOutside(pin));
  const pins = opened && !numbered.some(({ id }) => id === opened.id) ? [opened, ...numbered] : numbered;
  const leaders: { pin: Pin & Position; mates: TilePlace[] }[] = [];
  for (const pin of pins) {
    const mate = leaders.find((other) => isBeside(pin, other.pin));
    if (mate) mate.mates.push(pin);
    else leaders.push({ pin, mates: [] });
  }
  const places = arrangePins(
    leaders.map(({ pin }) => spotOf(pin, plane)),
    areOfStreet,
    circles,
  );
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
export function markedIn({ placed, dots }: Arrangement): Set<string> {
  const places = dots.flatMap((dot) => dot.places);
  return new Set([...idsOf(placed), ...places.map(({ id }) => id)]);
}

/** Those of pins. */
function idsOf(placed: readonly Placed[]): Set<string> {
  return new Set(placed.flatMap(({ pin, mates }) => [pin, ...mates].map(({ id }) => id)));
}

/**
 * A pin for a place of the list that is pointed at but has no room, nor a dot. Counts are as if it was not there.
 *
 * @param id of the place
 * @param hasDot whether the map shows the dot of a place
 */
export function extraPin(
  { contents, plane, placed, dots }: Arrangement,
  id: string | undefined,
  hasDot: (id: string) => boolean,
): Placed | undefined {
  const pin = contents.pins.find((one) => one.id === id);
  if (!pin || placed.some((each) => each.pin.id === id)) return undefined;
  if (hasDot(pin.id) && dots.some(({ place }) => place?.id === id)) return undefined;
  return { pin, size: 'pin', at: spotOf(pin, plane), mates: [] };
}

/** What is found beside the places that have marks of their own. @param shown the ids of those with pins */
function othersOf(found: readonly Found[], listed: Contents['pins'], shown: ReadonlySet<string>): Found[] {
  const ids = new Set([...shown, ...listed.map(({ id }) => id)]);
  return found.flatMap((one) =>
    one.place ? (ids.has(one.place.id) ? [] : [one]) : (withoutListed(one, listed) ?? []),
  );
}

/** The circle of a number. That of a pin is above its point. */
function headOf({ size, at: { x, y } }: PinPlace): Circle {
  return size === 'pin' ? { x, y: y - PIN_POINT - PIN / 2, radius: PIN / 2 } : { x, y, radius: NUMBERED / 2 };
}

/**
 * Decides how the places of the list are drawn, so that none hides the number of another.
 *
 * @param tips where they are, the best first
 * @param areSmall whether there is no room for pins
 * @param circles those that count other places
 * @returns of each: a pin, a small dot with its number where a pin has no room, beside the place if it must be, or nothing
 */
export function arrangePins(
  tips: readonly Spot[],
  areSmall = false,
  circles: readonly Circle[] = [],
): (PinPlace | undefined)[] {
  const taken = [...circles];
  return tips.map((tip, rank) => {
    const head = headOf({ size: 'pin', at: tip });
    if (!areSmall && isFree(head, taken)) {
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
function besideOf(tip: Spot, taken: readonly Circle[]): Spot | undefined {
  return moves
    .map((move) => ({ x: tip.x + move.x, y: tip.y + move.y }))
    .find((at) => isFree(headOf({ size: 'small', at }), taken));
}

function isFree(circle: Circle, taken: readonly Circle[]): boolean {
  return taken.every((other) => distanceOf(circle, other) >= circle.radius + other.radius + GAP);
}

function distanceOf(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
