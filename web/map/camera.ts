import { distanceInMetres } from '../../src/places/query/geometry.js';
import { cornersOf, isWithin, printRectangle, type Rectangle } from '../view/rectangle.js';
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
  /** In the order of the search. */
  readonly points: readonly Point[];
  /** Whether the words say where. */
  readonly saysWhere: boolean;
  /** The area that the words name, if it has more places than are known. */
  readonly area?: Rectangle | undefined;
  /** How far the nearest is from where a search for a kind of place began, in metres, if that has none. */
  readonly away?: number | undefined;
}

/** A map of places is no nearer. */
export const CLOSEST = 16;

/** Decides where the map is for a view. An opened place moves it too (`PlaceMap.open`). */
export class MapCamera {
  private decided: { readonly on: string; readonly target: Target | undefined } | undefined;

  /**
   * What the address says comes first, then the area that is searched, then the results. Decides once for the results that
   * are shown: neither their further pages nor another size of the map move it.
   *
   * @param start where most places are, if that is known
   * @param isStart whether the page opens without a search
   * @param found undefined until the results of this view are there
   * @param wouldShow whether the map shows a point when it is at a position
   * @returns undefined if the map stays where it is
   */
  targetOf(
    { at, ...view }: View,
    start: Rectangle | undefined,
    isStart: boolean,
    found: Found | undefined,
    wouldShow: WouldShow,
  ): Target | undefined {
    const atAddress = at && { key: keyOf(at), at };
    if (!found) return atAddress ?? targetOf(view, start, isStart, undefined, wouldShow);
    const on = JSON.stringify([found.search, isStart, view.box, view.around, view.near]);
    if (this.decided?.on !== on) this.decided = { on, target: targetOf(view, start, isStart, found, wouldShow) };
    return atAddress ?? this.decided.target;
  }
}

type WouldShow = (at: MapPosition, point: Point) => boolean;

/** In the order by relevance, results far from the best one do not move the map: the list has them. */
function targetOf(
  { box, around, near, saved, sort }: Omit<View, 'at'>,
  start: Rectangle | undefined,
  isStart: boolean,
  found: Found | undefined,
  wouldShow: WouldShow,
): Target | undefined {
  if (box) return { key: `box ${printRectangle(box)}`, rectangle: box };
  const first = start && { key: 'start', rectangle: start, isFirst: true as const };
  if (first && isStart) return first;
  const here = around && { key: keyOf(around), at: around };
  if (!found) return here;
  const { points, search } = found;
  // A link to a search that finds nothing: better than the whole earth.
  if (points.length === 0) return here ?? first;
  const target = (shown: readonly Point[]): Target => ({
    key: `results ${search}`,
    points: [...(near ? [near] : []), ...shown],
  });
  if (found.area) return target(cornersOf(found.area));
  if (found.saysWhere || saved.length > 0) return target(points);
  // A link to a search, which is biased to the start: as if it had been typed there.
  if (first && !around && !near && points.filter((point) => isWithin(first.rectangle, point)).length >= ENOUGH)
    return first;
  const { away = Infinity } = found;
  // Who looked for a kind of place here has not asked for another city.
  if (around && away < FAR_METRES)
    return target([around, ...points.filter((point) => distanceInMetres(around, point) < SIMILAR * away)]);
  const shown = around ? points.filter((point) => wouldShow(around, point)) : [];
  // Other orders do not begin with the best result.
  if (!around || shown.length === 0) return target(sort === 'relevance' ? mostOf(points) : points);
  const nearby = points.filter((point) => wouldShow({ ...around, zoom: around.zoom - WIDER }, point));
  return shown.length >= Math.min(ENOUGH, nearby.length / 2) ? here : target(nearby);
}

/** Results. A map with so many of them stays where it is. */
const ENOUGH = 5;

/** Results. A map of so many says little about each. */
const MANY = 20;

/** Zoom levels. A map that shows few of the results near it shows them all from so much farther. */
const WIDER = 1.5;

/** Metres beyond which a map of both, where a search began and its nearest result, would show neither. */
const FAR_METRES = 1_000_000;

/** Results so many times as far away as the nearest are worth a look, too. */
const SIMILAR = 1.5;

/** Metres around the best result within which others are always near to it. */
export const NEAR_METRES = 150_000;

/** All of a few results that are here and there, else those around the best one. */
function mostOf(points: readonly Point[]): readonly Point[] {
  const near = surroundings(points);
  const others = points.filter((point) => !near.includes(point));
  // Those of two cities have a button that leads to the others.
  const isSpread = 2 * near.length < points.length && surroundings(others).length < others.length;
  return points.length < MANY && isSpread ? points : near;
}

/** The results around the best one. Beyond `NEAR_METRES`, each is at most three times as far from it as the one before. */
function surroundings([best, ...others]: readonly Point[]): Point[] {
  if (!best) return [];
  const near = [best];
  let reach = NEAR_METRES;
  const byDistance = others
    .map((point) => ({ point, distance: distanceInMetres(best, point) }))
    .sort((a, b) => a.distance - b.distance);
  for (const { point, distance } of byDistance) {
    if (distance > reach) break;
    near.push(point);
    reach = Math.max(reach, 3 * distance);
  }
  return near;
}

/** The key of a position: the map that tells it is there already. */
export function keyOf(at: MapPosition): string {
  return `at ${printPosition(at)}`;
}
