import { type MapPoint } from './mercator.js';

/** Metres between the points that are averaged. */
const STEP = 20;

/** The standard deviation of the average, in steps: more than the width of a street, less than a block. */
const SIGMA = 1.8;
const REACH = 4;
const weights = Array.from({ length: 2 * REACH + 1 }, (_, at) => Math.exp(-(((at - REACH) / SIGMA) ** 2) / 2));

/** Metres that points of the result may be left out for. */
const TOLERANCE = 2;

/** A street through addresses on both of its sides. @param scale metres per coordinate */
export function smooth(points: readonly MapPoint[], scale: number): MapPoint[] {
  const dense = resample(points, STEP / scale);
  const averaged = dense.map((point, at) => {
    // The ends stay: other parts of the street begin there.
    const reach = Math.min(REACH, at, dense.length - 1 - at);
    if (reach === 0) return point;
    let [x, y, total] = [0, 0, 0];
    for (let offset = -reach; offset <= reach; offset += 1) {
      const weight = weights[REACH + offset] ?? 0;
      const other = dense[at + offset] ?? point;
      x += weight * other.x;
      y += weight * other.y;
      total += weight;
    }
    return { x: x / total, y: y / total };
  });
  return simplify(averaged, TOLERANCE / scale);
}

/** Points at equal distances along a line, and its ends. */
function resample(points: readonly MapPoint[], step: number): MapPoint[] {
  const result: MapPoint[] = [];
  for (const [at, point] of points.entries()) {
    const next = points[at + 1];
    result.push(point);
    if (!next) continue;
    const parts = Math.round(Math.hypot(next.x - point.x, next.y - point.y) / step);
    for (let part = 1; part < parts; part += 1) {
      const share = part / parts;
      result.push({ x: point.x + share * (next.x - point.x), y: point.y + share * (next.y - point.y) });
    }
  }
  return result;
}

/** Leaves out points near the line through the others (Douglas-Peucker). */
export function simplify(points: readonly MapPoint[], tolerance: number): MapPoint[] {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range;
    let [farthest, distance] = [0, tolerance];
    for (let at = from + 1; at < to; at += 1) {
      const offset = distanceToSegment(points, at, from, to);
      if (offset > distance) [farthest, distance] = [at, offset];
    }
    if (farthest === 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, at) => kept.has(at));
}

function distanceToSegment(points: readonly MapPoint[], at: number, from: number, to: number): number {
  const [p, a, b] = [points[at], points[from], points[to]];
  if (!p || !a || !b) return 0;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared));
  return Math.hypot(p.x - a.x - share * dx, p.y - a.y - share * dy);
}
