import { type GeoPoint } from './geo-point.js';

interface Edge {
  /** The numbers of its points, as a person counts them. */
  readonly name: string;
  readonly from: GeoPoint;
  readonly to: GeoPoint;
}

/**
 * Finds edges of a ring that cross or touch, apart from neighbours at their common point.
 *
 * @param points with continuous longitudes (`Polygon`)
 * @param turn the degrees of longitude from the first point to the same point at the end of the ring
 * @returns what crosses where; undefined if nothing does
 */
export function edgeCrossing(points: readonly GeoPoint[], turn: number): string | undefined {
  const edges = points.map((from, index): Edge => {
    const next = points[index + 1];
    const [first = from] = points;
    const to = next ?? { lat: first.lat, lng: first.lng + turn };
    return { name: `${index + 1}–${next ? index + 2 : 1}`, from, to };
  });
  for (const [index, edge] of edges.entries()) {
    for (const [offset, other] of edges.slice(index + 1).entries()) {
      // A ring may meet itself on the other side of the earth.
      for (const shift of [0, 360, -360]) {
        const moved = { ...other, from: shifted(other.from, shift), to: shifted(other.to, shift) };
        const isNext = offset === 0 && shift === 0;
        const isPrevious = index === 0 && offset === edges.length - 2 && shift === -turn;
        const at = isNext ? foldedBack(edge, moved) : isPrevious ? foldedBack(moved, edge) : meeting(edge, moved);
        if (at) return `crosses or touches itself: the edges ${edge.name} and ${other.name} meet at ${describe(at)}`;
      }
    }
  }
  return undefined;
}

function shifted({ lat, lng }: GeoPoint, degrees: number): GeoPoint {
  return { lat, lng: lng + degrees };
}

function describe({ lat, lng }: GeoPoint): string {
  const within = lng - 360 * Math.round(lng / 360);
  return `${Number(lat.toFixed(6))},${Number(within.toFixed(6))}`;
}

/** A point that two edges have in common. */
function meeting(a: Edge, b: Edge): GeoPoint | undefined {
  const [fromB, toB] = [side(a, b.from), side(a, b.to)];
  const [fromA, toA] = [side(b, a.from), side(b, a.to)];
  if (fromB * toB < 0 && fromA * toA < 0) {
    const part = fromA / (fromA - toA);
    const between = (start: number, end: number): number => start + part * (end - start);
    return { lat: between(a.from.lat, a.to.lat), lng: between(a.from.lng, a.to.lng) };
  }
  if (fromB === 0 && isWithin(a, b.from)) return b.from;
  if (toB === 0 && isWithin(a, b.to)) return b.to;
  if (fromA === 0 && isWithin(b, a.from)) return a.from;
  if (toA === 0 && isWithin(b, a.to)) return a.to;
  return undefined;
}

/** Where an edge runs back along the edge before it. */
function foldedBack(edge: Edge, next: Edge): GeoPoint | undefined {
  if (side(edge, next.to) !== 0) return undefined;
  const { lat, lng } = edge.to;
  const forwards = (lat - edge.from.lat) * (next.to.lat - lat) + (lng - edge.from.lng) * (next.to.lng - lng);
  return forwards < 0 ? edge.to : undefined;
}

/** Positive if the point is on the left of the edge, 0 if it is on its line. */
function side({ from, to }: Edge, { lat, lng }: GeoPoint): number {
  return (to.lng - from.lng) * (lat - from.lat) - (to.lat - from.lat) * (lng - from.lng);
}

/** Whether a point on the line of an edge is between its ends. */
function isWithin({ from, to }: Edge, { lat, lng }: GeoPoint): boolean {
  const isBetween = (value: number, a: number, b: number): boolean =>
    value >= Math.min(a, b) && value <= Math.max(a, b);
  return isBetween(lat, from.lat, to.lat) && isBetween(lng, from.lng, to.lng);
}
