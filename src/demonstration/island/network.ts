import { areaOf, between, distance, inset, type Point, projectOn, segmentsOf, subtract } from './geometry.js';
import { type Random } from './random.js';

export type StreetClass = 'primary' | 'secondary' | 'residential' | 'path';

/** A plane in which a part of the town is laid out, and what it looks like on the drawing board. */
export type Plane = (point: Point) => Point;

export interface Street {
  readonly id: number;
  class: StreetClass;
  name: string;
  /** In its plane, with a point at each crossing. */
  points: Point[];
  readonly plane: Plane;
  readonly district?: string;
}

/** A side of a piece of land: the corner where it starts, and the street along it. */
interface Side {
  readonly from: Point;
  readonly street: Street | undefined;
}

/** A piece of land between streets, convex in a plane of metres. */
export interface Block {
  readonly sides: readonly Side[];
  /** From the plane of metres to the plane of its streets. */
  readonly toStreets: Plane;
  readonly plane: Plane;
  readonly district: string;
  /** Metres of a house along its street. */
  readonly frontage: number;
}

export interface Pattern {
  /** Square metres of the blocks at which cutting ends. */
  readonly area: number;
  /** 0 cuts in the middle. */
  readonly unevenness: number;
  /** Radians by which a cut may be askew. */
  readonly askew: number;
}

const MIN_SIDE = 38;
const SNAP = 26;

const halfWidths: Readonly<Record<StreetClass, number>> = {
  primary: 9,
  secondary: 7.5,
  residential: 5.5,
  path: 2,
};

/** The streets of the island. Each new one starts and ends at an older one, so all of them are connected. */
export class Network {
  readonly streets: Street[] = [];
  private readonly joined = new Map<Street, Street>();

  add(street: Omit<Street, 'id' | 'name'> & { name?: string }): Street {
    const added = { name: '', ...street, id: this.streets.length };
    this.streets.push(added);
    return added;
  }

  /** Cuts a block by new streets until the pieces are as small as the pattern says. */
  cut(block: Block, pattern: Pattern, random: Random): Block[] {
    const ring = block.sides.map(({ from }) => from);
    const sides = segmentsOf(ring, true).map(([from, to]) => distance(from, to));
    const area = areaOf(ring);
    if (area < pattern.area * (0.75 + 0.6 * random.next())) return [block];
    const order = sides.map((length, at) => ({ length, at })).sort((a, b) => b.length - a.length);
    for (const { at, length } of order.slice(0, 4)) {
      if (length < 2 * MIN_SIDE) break;
      const pieces = this.halve(block, at, pattern, random);
      if (pieces) return pieces.flatMap((piece) => this.cut(piece, pattern, random));
    }
    return [block];
  }

  /** Cuts across a side. Undefined if no street would connect the new one, or a piece would be too small. */
  private halve(
    block: Block,
    at: number,
    { unevenness, askew, area }: Pattern,
    random: Random,
  ): [Block, Block] | undefined {
    const ring = block.sides.map(({ from }) => from);
    const segments = segmentsOf(ring, true);
    const [from, to] = segments[at] ?? [];
    const side = block.sides[at];
    if (!from || !to || !side) return undefined;
    const start = this.snapped(block, side, between(from, to, 0.5 + unevenness * (random.next() - 0.5)), [from, to]);
    const [dx, dy] = subtract(to, from);
    const angle = Math.atan2(dy, dx) + Math.PI / 2 + askew * (2 * random.next() - 1);
    const direction: Point = [Math.cos(angle), Math.sin(angle)];
    const crossed = segments.flatMap(([a, b], other) => {
      const share = other === at ? undefined : crossing(start, direction, a, b);
      return share === undefined ? [] : [{ other, a, b, point: between(a, b, share) }];
    });
    const [end] = crossed;
    const across = end && block.sides[end.other];
    if (!end || !across || crossed.length !== 1) return undefined;
    if (!side.street && !across.street) return undefined;
    const finish = this.snapped(block, across, end.point, [end.a, end.b]);
    const isShort = [
      [from, start],
      [start, to],
      [end.a, finish],
      [finish, end.b],
    ].some(([a, b]) => a && b && distance(a, b) < MIN_SIDE);
    if (isShort) return undefined;
    const street = this.add({
      class: areaOf(ring) > 12 * area ? 'secondary' : 'residential',
      points: [start, finish].map(block.toStreets),
      ...{ plane: block.plane, district: block.district },
    });
    for (const [edge, point] of [
      [side, start],
      [across, finish],
    ] as const)
      this.insert(edge.street, block.toStreets(point));
    const piece = (first: number, firstPoint: Point, last: number, lastPoint: Point): Block => {
      const sides: Side[] = [{ from: firstPoint, street: block.sides[first]?.street }];
      for (let next = (first + 1) % ring.length; ; next = (next + 1) % ring.length) {
        const corner = block.sides[next];
        if (corner) sides.push(corner);
        if (next === last) break;
      }
      return { ...block, sides: [...sides, { from: lastPoint, street }] };
    };
    return [piece(at, start, end.other, finish), piece(end.other, finish, at, start)];
  }

  /** A crossing that is near, so that streets go on across others. */
  private snapped({ toStreets }: Block, { street }: Side, point: Point, [from, to]: [Point, Point]): Point {
    if (!street) return point;
    const [start, end] = [toStreets(from), toStreets(to)];
    const candidates = street.points.flatMap((crossing) => {
      const share = shareOf(start, end, crossing);
      return share === undefined ? [] : [between(from, to, share)];
    });
    const near = candidates.filter((candidate) => distance(candidate, point) < SNAP);
    return near.sort((a, b) => distance(a, point) - distance(b, point))[0] ?? point;
  }

  /** Makes one street of two where one goes on as the other. Blocks know it by `whole`. */
  joinPieces(): void {
    const keyOf = ([x, y]: Point): string => `${x.toFixed(6)} ${y.toFixed(6)}`;
    const ends = new Map<string, Street[]>();
    const endsOf = ({ points }: Street): Point[] => [points[0], points.at(-1)].filter((point) => point !== undefined);
    const pieces = this.streets.filter(({ name }) => name === '');
    for (const street of pieces)
      for (const end of endsOf(street)) ends.set(keyOf(end), [...(ends.get(keyOf(end)) ?? []), street]);
    for (const [key, met] of ends) {
      for (const [at, one] of met.entries()) {
        const first = this.whole(one);
        const other = met
          .slice(at + 1)
          .map((street) => this.whole(street))
          .find((street) => street !== first && goesOn(first, street, (point) => keyOf(point) === key));
        if (!other) continue;
        const head = keyOf(first.points.at(-1) ?? [0, 0]) === key ? first.points : first.points.toReversed();
        const tail = keyOf(other.points[0] ?? [0, 0]) === key ? other.points : other.points.toReversed();
        first.points = [...head, ...tail.slice(1)];
        other.points = [];
        this.joined.set(other, first);
      }
    }
  }

  /** The street that a piece belongs to since `joinPieces`. */
  whole(street: Street): Street {
    const whole = this.joined.get(street);
    return whole ? this.whole(whole) : street;
  }

  private insert(street: Street | undefined, point: Point): void {
    if (!street || street.points.some((other) => distance(other, point) < 1e-9)) return;
    const { segment } = projectOn(street.points, point);
    street.points.splice(segment + 1, 0, point);
  }
}

/** Which share of a segment a point lies at, if it lies on it. */
function shareOf(from: Point, to: Point, point: Point): number | undefined {
  const [d, p] = [subtract(to, from), subtract(point, from)];
  const square = d[0] ** 2 + d[1] ** 2;
  const share = (p[0] * d[0] + p[1] * d[1]) / square;
  const away = Math.abs(d[0] * p[1] - d[1] * p[0]) / square;
  return share > 1e-6 && share < 1 - 1e-6 && away < 1e-6 ? share : undefined;
}

/** At which share of the segment a line from a point crosses it. */
function crossing(start: Point, direction: Point, a: Point, b: Point): number | undefined {
  const [s, c] = [subtract(b, a), subtract(a, start)];
  const cross = direction[0] * s[1] - direction[1] * s[0];
  if (Math.abs(cross) < 1e-9) return undefined;
  const along = (c[0] * s[1] - c[1] * s[0]) / cross;
  const share = (c[0] * direction[1] - c[1] * direction[0]) / cross;
  return along > 1e-6 && share > 0 && share < 1 ? share : undefined;
}

/** What is left of a block beside its streets, in its plane of metres. */
export function groundOf({ sides }: Block, verge = 0): Point[] | undefined {
  const ring = sides.map(({ from }) => from);
  return inset(
    ring,
    sides.map(({ street }) => verge + (street ? halfWidths[street.class] : 0)),
  );
}

/** Degrees by which a street may turn at a crossing. */
const MAX_TURN = 22;

/** Whether two streets that end at a point are one to everybody who walks there. */
function goesOn(a: Street, b: Street, isMeeting: (point: Point) => boolean): boolean {
  if (a.plane !== b.plane || a.class !== b.class || a.district !== b.district) return false;
  const heading = ({ points, plane }: Street): number | undefined => {
    const [first, second, last, previous] = [points[0], points[1], points.at(-1), points.at(-2)];
    if (!first || !second || !last || !previous) return undefined;
    const [from, to] = isMeeting(first) ? [first, second] : isMeeting(last) ? [last, previous] : [];
    if (!from || !to) return undefined;
    const [x, y] = subtract(plane(to), plane(from));
    return Math.atan2(y, x);
  };
  const [one, other] = [heading(a), heading(b)];
  if (one === undefined || other === undefined) return false;
  const turn = Math.abs(((one - other) * 180) / Math.PI) % 360;
  return Math.abs(180 - turn) < MAX_TURN;
}

/** How far apart the points of curves are, in metres. */
export const STEP = 45;

/** The middle of a street on the drawing board. */
export function courseOf({ points, plane }: Street): Point[] {
  const course: Point[] = [];
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) {
      course.push(plane(to));
      continue;
    }
    const parts = Math.max(1, Math.ceil(distance(plane(from), plane(to)) / STEP));
    for (let part = 1; part <= parts; part++)
      course.push(plane([from[0] + ((to[0] - from[0]) * part) / parts, from[1] + ((to[1] - from[1]) * part) / parts]));
  }
  return course;
}
