import { distanceInMetres } from '../../src/places/query/geometry.js';
import { cornersOf, isWithin, onEarth, printRectangle, type Rectangle } from '../view/rectangle.js';
import { type MapPosition, type Point, printPosition, type View } from '../view/view.js';

/** Where the map has to be. The map moves once for each key. */
export type Target = { readonly key: string } & (
  | { readonly at: MapPosition }
  | { readonly rectangle: Rectangle; readonly isFirst?: true }
  | { readonly points: readonly Point[]; readonly maxZoom?: number }
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

/** @param mostly where most places are */
function targetOf(
  { box, around, near, saved }: Omit<View, 'at'>,
  mostly: Rectangle | undefined,
  isStart: boolean,
  found: Found | undefined,
  wouldShow: WouldShow,
): Target | undefined {
  if (box) return { key: `box ${printRectangle(box)}`, rectangle: box };
  const start = mostly && { key: 'start', rectangle: mostly, isFirst: true as const };
  if (start && isStart) return start;
  const here = around && { key: keyOf(around), at: around };
  if (!found) return here;
  const { points, search } = found;
  // A link to a search that finds nothing: better than the whole earth.
  if (points.length === 0) return here ?? start;
  const target = (shown: readonly Point[], maxZoom?: number): Target => ({
    key: `results ${search}`,
    points: [...(near ? [near] : []), ...shown],
    ...(maxZoom !== undefined && { maxZoom }),
  });
  if (found.area) return target(cornersOf(found.area));
  if (found.saysWhere || saved.length > 0) return target(points);
  const first = firstOf(points);
  const [best] = first;
  // From farther, places of a street hide each other.
  const areClose = best && first.length > 2 && first.every((point) => distanceInMetres(best, point) < STREET_METRES);
  if (areClose && !(around && around.zoom >= CLOSEST)) return target(withNearby(first, points), IN_STREET);
  // A link to a search, which is biased to the start: as if it had been typed there.
  if (start && !around && !near && first.every((point) => isWithin(insideOf(start.rectangle), point))) return start;
  const { away = Infinity } = found;
  // Who looked for a kind of place here has not asked for another city.
  if (around && away < FAR_METRES)
    return target([around, ...points.filter((point) => distanceInMetres(around, point) < SIMILAR * away)]);
  if (around && first.every((point) => wouldShow(around, point))) return here;
  const isBeside = (point: Point): boolean =>
    around !== undefined && wouldShow({ ...around, zoom: around.zoom - BESIDE }, point);
  // The map does not come nearer to show what is beside it, and elsewhere it shows all that is near to the best.
  return first.some(isBeside)
    ? target(withNearby(first, points), around?.zoom)
    : target(withNearby(first, points, NEAR_METRES));
}

/** Metres between places of a short street. */
const STREET_METRES = 250;

/** A map that shows the marks of a street apart. */
const IN_STREET = 17;

/** An area without its edges, over which the map has buttons. */
function insideOf(area: Rectangle): Rectangle {
  const [southWest, northEast] = cornersOf(area);
  const [lat, lng] = [(northEast.lat - southWest.lat) * EDGE, (northEast.lng - southWest.lng) * EDGE];
  return onEarth({
    ...{ north: northEast.lat - lat, south: southWest.lat + lat },
    ...{ west: southWest.lng + lng, east: northEast.lng - lng },
  });
}

/** Its share of an area, on each side. */
const EDGE = 1 / 6;

/** Results that the map always shows. */
const FIRST = 5;

/** Zoom levels. What a map shows from so much farther is beside what it shows. */
const BESIDE = 1;

/** Metres beyond which a map of both, where a search began and its nearest result, would show neither. */
const FAR_METRES = 1_000_000;

/** Metres. A map that shows places of two continents shows none of them well: the list says which are elsewhere. */
const CONTINENT = 5_000_000;

/** Results so many times as far away as the nearest are worth a look, too. */
const SIMILAR = 1.5;

/** Metres around the map within which results are not elsewhere. */
export const NEAR_METRES = 150_000;

/** The first results, but for those on another continent than the best. */
function firstOf(points: readonly Point[]): readonly Point[] {
  const [best] = points;
  return points.slice(0, FIRST).filter((point) => best && distanceInMetres(best, point) < CONTINENT);
}

/** The first results, and others that are hardly farther from the best one. @param least metres that are not far */
function withNearby(first: readonly Point[], points: readonly Point[], least = 0): readonly Point[] {
  const [best] = first;
  if (!best) return points;
  const reach = Math.max(least, SIMILAR * Math.max(...first.map((point) => distanceInMetres(best, point))));
  return points.filter((point) => first.includes(point) || distanceInMetres(best, point) <= reach);
}

/** The key of a position: the map that tells it is there already. */
export function keyOf(at: MapPosition): string {
  return `at ${printPosition(at)}`;
}
