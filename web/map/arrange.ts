import { NUMBERED, PIN, PIN_POINT } from './mark-icons.js';

/** A position in pixels, from the upper left corner of the map. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Circle extends Spot {
  readonly radius: number;
}

/** What circles must not cover. */
export type Obstacle = Circle | Pick<DOMRectReadOnly, 'left' | 'top' | 'right' | 'bottom'>;

/** Pixels between marks. */
const GAP = 2;

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

/** Where a pin with this point has its number. */
export function headOf({ x, y }: Spot): Circle {
  return { x, y: y - PIN_POINT - PIN / 2, radius: PIN / 2 };
}

/** Where and how a place of the list is drawn. */
export interface PinPlace {
  readonly size: 'pin' | 'small';
  /** Of a pin its point, of a small dot its middle. */
  readonly at: Spot;
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
    const head = headOf(tip);
    if (isFree(head, taken)) {
      taken.push(head);
      return { size: 'pin', at: tip };
    }
    // In a heap, numbers beside their places would say nothing.
    if (tips.slice(0, rank).filter((better) => distanceOf(better, tip) < BESIDE).length >= HEAP) return undefined;
    const spots = moves.map((move) => ({ x: tip.x + move.x, y: tip.y + move.y, radius: NUMBERED / 2 }));
    const spot = spots.find((each) => distanceOf(each, tip) <= BESIDE && isFree(each, taken));
    if (!spot) return undefined;
    taken.push(spot);
    return { size: 'small', at: { x: spot.x, y: spot.y } };
  });
}

/**
 * Moves circles off what they would cover, and off each other.
 *
 * @returns their middles. Where nothing is free nearby, a circle covers as little as possible
 */
export function movedAside(circles: readonly Circle[], obstacles: readonly Obstacle[]): Spot[] {
  const taken = [...obstacles];
  return circles.map(({ x, y, radius }) => {
    let best: Circle = { x, y, radius };
    let least = Infinity;
    for (const move of moves) {
      const spot = { x: x + move.x, y: y + move.y, radius };
      const covered = taken.reduce((sum, other) => sum + overlap(spot, other), 0);
      if (covered < least) [best, least] = [spot, covered];
      if (least === 0) break;
    }
    taken.push(best);
    return { x: best.x, y: best.y };
  });
}

function isFree(circle: Circle, taken: readonly Obstacle[]): boolean {
  return taken.every((other) => overlap(circle, other) === 0);
}

/** How many pixels a circle reaches into an obstacle, or into the gap around it. */
function overlap({ x, y, radius }: Circle, other: Obstacle): number {
  const nearest =
    'radius' in other
      ? other
      : { x: within(other.left, x, other.right), y: within(other.top, y, other.bottom), radius: 0 };
  return Math.max(0, radius + nearest.radius + GAP - distanceOf({ x, y }, nearest));
}

function distanceOf(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
