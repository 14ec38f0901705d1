import { type GeoPoint } from '../query/geo-point.js';
import { continuous, type Polygon } from '../query/polygon.js';
import { cross, EARTH_RADIUS, metresBetween, toPoint, toVector, turned, unit, type Vector } from '../query/sphere.js';

/** How far the outline may be from the true one: this part of the radius, and at least so many metres. */
const TOLERANCE = 0.001;
const MIN_TOLERANCE = 0.5;

/** A longer piece might go around a pole. In metres. */
const MAX_PIECE = 200_000;

/** Halvings of a curve at most. */
const MAX_DEPTH = 12;

/** Where a curve is compared with a straight edge. Not only in the middle, where an S crosses it. */
const PROBES = [0.25, 0.5, 0.75];

/** A point of a curve, by a number from 0 to 1. */
type Curve = (part: number) => Vector;

/**
 * The places on both sides of a part of a great circle, without those around its ends: polygons whose edges are straight in
 * latitude and longitude.
 *
 * @param radius in metres
 */
export function ribbon(from: GeoPoint, to: GeoPoint, radius: number): Polygon[] {
  const [start, end] = [toVector(from), toVector(to)];
  const length = metresBetween(start, end);
  // All longitudes are the same at a pole. The circles of the points cover it.
  if (length < MIN_TOLERANCE) return [];
  const normal = unit(cross(start, end));
  const forward = cross(normal, start);
  const along = (part: number): Vector => turned(start, forward, (part * length) / EARTH_RADIUS);
  const pieces = Math.ceil(length / MAX_PIECE);
  return Array.from({ length: pieces }, (_, index) =>
    outline(along, normal, { first: index / pieces, last: (index + 1) / pieces, radius }),
  );
}

/** The outline of a piece: one side, the end, the other side, and the start. */
function outline(
  along: Curve,
  normal: Vector,
  { first, last, radius }: { first: number; last: number; radius: number },
): Polygon {
  const angle = radius / EARTH_RADIUS;
  const at = (part: number, side: number): Vector => turned(along(part), normal, side * angle);
  const between = (part: number): number => first + part * (last - first);
  const tolerance = Math.max(MIN_TOLERANCE, TOLERANCE * radius);
  const curves: Curve[] = [
    (part) => at(between(part), -1),
    (part) => at(last, 2 * part - 1),
    (part) => at(between(1 - part), 1),
    (part) => at(first, 1 - 2 * part),
  ];
  return continuous(curves.flatMap((curve) => samples(curve, tolerance, 0, 1, MAX_DEPTH)));
}

/** Points of a curve that are close enough for straight edges between them. Without the last one. */
function samples(curve: Curve, tolerance: number, start: number, end: number, depth: number): GeoPoint[] {
  const [from, finish] = [toPoint(curve(start)), toPoint(curve(end))];
  const to = { lat: finish.lat, lng: finish.lng - 360 * Math.round((finish.lng - from.lng) / 360) };
  const at = (part: number, a: number, b: number): number => a + part * (b - a);
  const isStraight = PROBES.every((part) => {
    const straight = { lat: at(part, from.lat, to.lat), lng: at(part, from.lng, to.lng) };
    return metresBetween(toVector(straight), curve(at(part, start, end))) <= tolerance;
  });
  if (depth === 0 || isStraight) return [from];
  const middle = (start + end) / 2;
  return [...samples(curve, tolerance, start, middle, depth - 1), ...samples(curve, tolerance, middle, end, depth - 1)];
}
