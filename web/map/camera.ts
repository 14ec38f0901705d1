import { printRectangle, type Rectangle } from '../view/rectangle.js';
import { type MapPosition, type Point, printPosition, type View } from '../view/view.js';

/** Where the map has to be. The map moves once for each key. */
export type Target = { readonly key: string } & (
  | { readonly at: MapPosition }
  | { readonly rectangle: Rectangle; readonly isFirst?: true }
  | { readonly points: readonly Point[] }
);

/** The results of the search of the view. */
export interface Found {
  readonly search: string;
  readonly points: readonly Point[];
  /** Whether the words say where. */
  readonly saysWhere: boolean;
}

/**
 * The only place that decides where the map is. What the address says comes first, then the area that is searched, then the
 * results.
 *
 * @param start where most places are, if that is known
 * @param isStart whether the page opens without a search
 * @param found undefined until the results of this view are there
 * @param wouldShow whether the map shows a point when it is at a position
 * @returns undefined if the map stays where it is
 */
export function targetOf(
  { at, box, around, near }: View,
  start: Rectangle | undefined,
  isStart: boolean,
  found: Found | undefined,
  wouldShow: (at: MapPosition, point: Point) => boolean,
): Target | undefined {
  if (at) return { key: keyOf(at), at };
  if (box) return { key: `box ${printRectangle(box)}`, rectangle: box };
  const first = start && { key: 'start', rectangle: start, isFirst: true as const };
  if (first && isStart) return first;
  const here = around && { key: keyOf(around), at: around };
  if (!found) return here;
  const [best] = found.points;
  if (around && !found.saysWhere && (!best || wouldShow(around, best))) return here;
  const points = [...(near ? [near] : []), ...found.points];
  // A link to a search that finds nothing: better than the whole earth.
  return points.length === 0 ? first : { key: `results ${found.search}`, points };
}

/** The key of a position: the map that tells it is there already. */
export function keyOf(at: MapPosition): string {
  return `at ${printPosition(at)}`;
}
