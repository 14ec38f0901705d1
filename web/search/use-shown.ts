import { type Header, type Place } from '../api/records.js';
import { type List } from '../api/use-list.js';
import { useLook } from '../api/use-look.js';
import { nearTo, onEarth, type Rectangle } from '../view/rectangle.js';
import { areaPath, farthestPath, locationsPath, markedPath } from '../view/search-request.js';
import { type Point } from '../view/view.js';
import { addressOf, areaNear, nearestOf, pointOf, shownOf, type Shown, wordsOfPlace } from './understood.js';

/** The share of the places of an area that may be outside of what the map shows: some are where they cannot be. */
const OUTSIDE = 0.01;

/** More is not to be skipped in a list. */
const MOST_OUTSIDE = 1000;

/** Degrees. From so far in the south, the place that is the farthest is the northernmost. */
const FAR = 20;

/**
 * What the map moves to, once it is known. Where a search finds nothing, that is the place that its words name, and the nearest that
 * was meant. Where they only name an area or a street that has more places than the list, it is all of it. What they ask to be near
 * belongs to it.
 *
 * @param path of the search, which the list may still be waiting for
 */
export function useShown(list: List<Place>, path: string | undefined, q: string): Shown | undefined {
  const header = list.of === path ? list.header : undefined;
  const words = header?.found === 0 ? wordsOfPlace(header) : undefined;
  const named = header && addressOf(q, header, list.items.slice(0, header.rows));
  const isMore = header !== undefined && header.found > header.rows;
  const wholePath = isMore && named ? areaPath(named) : undefined;
  const nearPath = header && wholePath === undefined ? pathNear(header) : undefined;
  const therePath = words !== undefined ? locationsPath(words) : (wholePath ?? nearPath);
  const there = useLook(therePath);
  const nearest = header && words !== undefined ? nearestOf(header) : undefined;
  const nearestPath = nearest && markedPath(nearest.id);
  const marked = useLook(nearestPath);
  const sample = there?.of === therePath ? there : undefined;
  const points = (sample?.places ?? []).flatMap(pointOf);
  const middle = medianOf(points);
  const found = sample?.header?.found ?? 0;
  const isLarge = named !== undefined && middle !== undefined && found > points.length;
  const others = Math.min(MOST_OUTSIDE, Math.floor(OUTSIDE * found));
  const farthestFrom = (north: number, east: number): string | undefined =>
    isLarge ? farthestPath(named, movedBy(middle, north, east), others) : undefined;
  const edgePaths = [farthestFrom(FAR, 0), farthestFrom(-FAR, 0), farthestFrom(0, FAR), farthestFrom(0, -FAR)] as const;
  const edges = [useLook(edgePaths[0]), useLook(edgePaths[1]), useLook(edgePaths[2]), useLook(edgePaths[3])];
  if (!header) return undefined;
  const street = named?.street;
  const ofStreet = street === undefined ? {} : { street, saysWhere: true };
  const listed = { ...shownOf(header, list.items), ...ofStreet };
  if (therePath === undefined) return listed;
  if (!sample || marked?.of !== nearestPath || edges.some((edge, at) => edge?.of !== edgePaths[at])) return undefined;
  const { places = [] } = sample;
  if (words !== undefined) {
    const [place] = marked?.places ?? [];
    return place ? { places: [...places, place], saysWhere: true, nearest: place } : { places, saysWhere: true };
  }
  if (!middle) return listed;
  if (therePath === nearPath) {
    const location = { lat: String(middle.lat), lng: String(middle.lng) };
    return { ...listed, places: [{ location }, ...listed.places] };
  }
  if (!isLarge) return { places, saysWhere: true, ...ofStreet };
  const known = [...edges.flatMap((edge) => edge?.places ?? []), ...listed.places];
  const area = around(middle, known.flatMap(pointOf));
  // The name of a street is beside its middle.
  return { ...listed, saysWhere: true, area, ...(street !== undefined && { places: known }) };
}

/** The path of the place, or of places of the area, that words ask to be near. */
function pathNear(header: Header): string | undefined {
  const { near } = header;
  if (near?.of === 'place') return near.id === undefined ? undefined : markedPath(near.id);
  const area = areaNear(header);
  return area && areaPath(area);
}

/** The middle of most points: a few far ones do not move it. Undefined without points. */
function medianOf(points: readonly Point[]): Point | undefined {
  const [first] = points;
  if (!first) return undefined;
  const median = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const lng = median(points.map((point) => nearTo(first.lng, point.lng)));
  return { lat: median(points.map(({ lat }) => lat)), lng: nearTo(0, lng) };
}

function movedBy({ lat, lng }: Point, north: number, east: number): Point {
  return { lat: Math.max(-90, Math.min(90, lat + north)), lng: nearTo(0, lng + east) };
}

/** The rectangle around points. @param middle longitudes near to it are meant */
function around(middle: Point, points: readonly Point[]): Rectangle {
  const [lats, lngs] = [points.map(({ lat }) => lat), points.map(({ lng }) => nearTo(middle.lng, lng))];
  return onEarth({
    ...{ north: Math.max(...lats), west: Math.min(...lngs) },
    ...{ south: Math.min(...lats), east: Math.max(...lngs) },
  });
}
