import Delaunator from 'delaunator';
import { type MapPoint } from './mercator.js';

/** A neighbour in a tree: the index of a point, and its distance. */
export interface Neighbour {
  readonly to: number;
  readonly distance: number;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

/**
 * The minimum spanning tree of points, without its long edges. Its edges are edges of the Delaunay triangulation, of which there are only
 * three a point.
 *
 * @param scale units per coordinate: distances are in this unit
 * @returns the neighbours of each point
 */
export function spanningTrees(points: readonly MapPoint[], scale: number, longest: number): Neighbour[][] {
  const neighbours: Neighbour[][] = points.map(() => []);
  const roots = points.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (roots[root] !== root) {
      roots[root] = roots[roots[root] ?? root] ?? root;
      root = roots[root] ?? root;
    }
    return root;
  };
  const edges = candidates(points, scale).filter(({ distance }) => distance <= longest);
  for (const { from, to, distance } of edges.sort((a, b) => a.distance - b.distance)) {
    const [a, b] = [rootOf(from), rootOf(to)];
    if (a === b) continue;
    roots[a] = b;
    neighbours[from]?.push({ to, distance });
    neighbours[to]?.push({ to: from, distance });
  }
  return neighbours;
}

function candidates(points: readonly MapPoint[], scale: number): Edge[] {
  const edge = (from: number, to: number): Edge => {
    const [a = { x: 0, y: 0 }, b = { x: 0, y: 0 }] = [points[from], points[to]];
    return { from, to, distance: scale * Math.hypot(a.x - b.x, a.y - b.y) };
  };
  if (points.length < 3) return points.length < 2 ? [] : [edge(0, 1)];
  const [{ x: left, y: top } = { x: 0, y: 0 }] = points;
  // Near the origin, so that rounding does not make triangles of a few metres degenerate.
  const { triangles, hull } = Delaunator.from(
    [...points],
    ({ x }) => (x - left) * scale,
    ({ y }) => (y - top) * scale,
  );
  // Points on one line have no triangles. The hull then lists them in their order.
  if (triangles.length === 0) return [...hull.slice(1)].map((to, at) => edge(hull[at] ?? 0, to));
  return [...triangles].flatMap((from, at) => {
    const to = triangles[at % 3 === 2 ? at - 2 : at + 1] ?? 0;
    // Inner edges are in two triangles, those of the hull in one.
    return [edge(from, to)];
  });
}
