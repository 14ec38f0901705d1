import { type Random } from './random.js';

/** Metres east and north of the middle of the bay. */
export type Point = readonly [x: number, y: number];

export const add = ([ax, ay]: Point, [bx, by]: Point): Point => [ax + bx, ay + by];
export const subtract = ([ax, ay]: Point, [bx, by]: Point): Point => [ax - bx, ay - by];
export const scale = ([x, y]: Point, factor: number): Point => [x * factor, y * factor];
export const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);
export const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** A vector of length 1, turned to the left. */
export function leftOf(from: Point, to: Point): Point {
  const [x, y] = subtract(to, from);
  const length = Math.hypot(x, y) || 1;
  return [-y / length, x / length];
}

/** The pairs of neighbouring points. In a ring, the last and the first point are neighbours, too. */
export function segmentsOf(points: readonly Point[], isRing: boolean): [Point, Point][] {
  const pairs = points.slice(1).map((to, at): [Point, Point] => [points[at] ?? to, to]);
  const [first, last] = [points[0], points.at(-1)];
  return isRing && first && last ? [...pairs, [last, first]] : pairs;
}

export function areaOf(ring: readonly Point[]): number {
  return Math.abs(signedArea(ring)) / 2;
}

/** The points of a ring with further points between them, at most `step` metres apart. */
export function densify(ring: readonly Point[], step: number): Point[] {
  return segmentsOf(ring, true).flatMap(([from, to]) => {
    const parts = Math.max(1, Math.ceil(distance(from, to) / step));
    return Array.from({ length: parts }, (_, part) => between(from, to, part / parts));
  });
}

export function isInside([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false;
  let [bx, by] = ring.at(-1) ?? [0, 0];
  for (const [ax, ay] of ring) {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    [bx, by] = [ax, ay];
  }
  return inside;
}

export interface Projected {
  readonly distance: number;
  /** Metres from the start of the line. */
  readonly along: number;
  /** Whether the point lies on the left. */
  readonly isLeft: boolean;
  /** The segment of the line. */
  readonly segment: number;
}

/** The nearest point of a line. */
export function projectOn(line: readonly Point[], [x, y]: Point): Projected {
  let best: Projected = { distance: Infinity, along: 0, isLeft: false, segment: 0 };
  let start = 0;
  for (let segment = 0; segment + 1 < line.length; segment++) {
    const [[ax, ay], [bx, by]] = [line[segment] ?? [0, 0], line[segment + 1] ?? [0, 0]];
    const [dx, dy, px, py] = [bx - ax, by - ay, x - ax, y - ay];
    const length = Math.hypot(dx, dy);
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length ** 2));
    const away = Math.hypot(px - dx * share, py - dy * share);
    if (away < best.distance) {
      best = { distance: away, along: start + length * share, isLeft: dx * py - dy * px > 0, segment };
    }
    start += length;
  }
  return best;
}

/** A smooth line through the points (Catmull-Rom). */
export function smooth(points: readonly Point[], parts: number, isRing = false): Point[] {
  const count = points.length;
  const at = (index: number): Point =>
    points[isRing ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] ?? [0, 0];
  const curve: Point[] = [];
  for (let index = 0; index < (isRing ? count : count - 1); index++) {
    const [p0, p1, p2, p3] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let part = 0; part < parts; part++) {
      const t = part / parts;
      const mix = (axis: 0 | 1): number =>
        0.5 *
        (2 * p1[axis] +
          (p2[axis] - p0[axis]) * t +
          (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t ** 2 +
          (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t ** 3);
      curve.push([mix(0), mix(1)]);
    }
  }
  return isRing ? curve : [...curve, at(count - 1)];
}

/** A polygon around a line, as wide at each point as the function says. */
export function ribbon(line: readonly Point[], halfWidth: (share: number) => number): Point[] {
  const sides = line.map((point, at): [Point, Point] => {
    const normal = leftOf(line[at - 1] ?? point, line[at + 1] ?? point);
    const half = halfWidth(at / (line.length - 1));
    return [add(point, scale(normal, half)), add(point, scale(normal, -half))];
  });
  return [...sides.map(([left]) => left), ...sides.map(([, right]) => right).reverse()];
}

/** A round patch with an uneven edge. */
export function blob([x, y]: Point, radius: number, random: Random, unevenness = 0.25): Point[] {
  const corners = Array.from({ length: 11 }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / 11;
    const reach = radius * (1 + unevenness * (2 * random.next() - 1));
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return smooth(corners, 6, true);
}

/** A convex ring with its sides moved inwards; undefined if nothing is left of it. */
export function inset(ring: readonly Point[], by: readonly number[]): Point[] | undefined {
  const direction = orientationOf(ring);
  const lines = segmentsOf(ring, true).map(([from, to], at): [Point, Point] => {
    const move = scale(leftOf(from, to), direction * (by[at] ?? 0));
    return [add(from, move), add(to, move)];
  });
  const corners = lines.map((line, at) => intersection(lines.at(at - 1) ?? line, line));
  if (corners.some((corner) => corner === undefined)) return undefined;
  const moved = corners as Point[];
  const isSound = segmentsOf(moved, true).every(([from, to], at) => {
    const [before, after] = [ring[at], ring[(at + 1) % ring.length]];
    if (!before || !after) return false;
    const [a, b] = [subtract(to, from), subtract(after, before)];
    return a[0] * b[0] + a[1] * b[1] > 0;
  });
  return isSound ? moved : undefined;
}

/** 1 if the inside of a ring lies on the left of its sides. */
export function orientationOf(ring: readonly Point[]): 1 | -1 {
  return signedArea(ring) > 0 ? 1 : -1;
}

function signedArea(ring: readonly Point[]): number {
  return segmentsOf(ring, true).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0);
}

/** Where two infinite lines meet. */
function intersection([a, b]: [Point, Point], [c, d]: [Point, Point]): Point | undefined {
  const [r, s] = [subtract(b, a), subtract(d, c)];
  const cross = r[0] * s[1] - r[1] * s[0];
  if (Math.abs(cross) < 1e-9 * Math.hypot(...r) * Math.hypot(...s)) return undefined;
  const [x, y] = subtract(c, a);
  return add(a, scale(r, (x * s[1] - y * s[0]) / cross));
}

/** Bends and turns the plane, so that nothing is quite straight or round. It folds nothing: lines that do not cross still do not. */
export function bending(random: Random): (point: Point) => Point {
  const waves = [5200, 2700, 1500].flatMap((length) =>
    ([0, 1] as const).map((axis) => {
      const angle = 2 * Math.PI * random.next();
      const phase = 2 * Math.PI * random.next();
      const wave = (2 * Math.PI) / length;
      return { axis, height: length * 0.026, phase, x: wave * Math.cos(angle), y: wave * Math.sin(angle) };
    }),
  );
  const turn = 0.8 * (random.next() - 0.5);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return ([x, y]) => {
    const moved: [number, number] = [x, y];
    for (const wave of waves) moved[wave.axis] += wave.height * Math.sin(wave.x * x + wave.y * y + wave.phase);
    return [moved[0] * cos - moved[1] * sin, moved[0] * sin + moved[1] * cos];
  };
}
