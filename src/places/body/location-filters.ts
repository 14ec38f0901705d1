import { type GeoBounds, type LatLon, type QueryClause, type Shape, SEARCH_FIELDS } from './clauses.js';
import {
  type GeoPoint,
  type Polygon,
  continuous,
  cross,
  EARTH_RADIUS,
  metresBetween,
  toPoint,
  toVector,
  turned,
  unit,
  type Vector,
} from '../query/geometry.js';
import { type Rectangle, type LineSurroundings } from '../query/location.js';

/** Places within `radius` metres of the centre, the edge included. */
export function circleFilter(centre: GeoPoint, radius: number): QueryClause {
  return { geo_distance: { distance: `${radius}m`, distance_type: 'arc', [SEARCH_FIELDS.point]: toLatLon(centre) } };
}

/** Places in a rectangle, the edges included. */
export function rectangleFilter(rectangle: Rectangle): QueryClause {
  return { geo_bounding_box: { [SEARCH_FIELDS.point]: toBounds(rectangle) } };
}

/** Places in a polygon, the edges included. */
export function polygonFilter(polygon: Polygon): QueryClause {
  const strips = antimeridianStrips(polygon);
  if (strips.length === 0) return shapeFilter(toShape(polygon));
  return shapeFilter({ type: 'geometrycollection', geometries: [toShape(polygon), ...strips] });
}

/** The width of a strip in degrees: 2 cm, which is more than Elasticsearch rounds the points that it stores. */
const STRIP = 2e-7;

/**
 * 180 and -180 are the same meridian, but Elasticsearch compares numbers. So an edge of the polygon on this meridian needs a thin
 * strip on the other side of it.
 */
function antimeridianStrips(polygon: Polygon): Shape[] {
  const lngs = polygon.map(({ lng }) => lng);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const isAntimeridian = (lng: number): boolean => (lng - 180) % 360 === 0;
  return polygon.flatMap((from, index): Shape[] => {
    if (!isAntimeridian(from.lng) || (from.lng !== west && from.lng !== east)) return [];
    const next = polygon[(index + 1) % polygon.length] ?? from;
    const to = next.lng === from.lng ? next : from;
    const top = Math.min(90, Math.max(from.lat, to.lat) + STRIP);
    const bottom = Math.max(-90, Math.min(from.lat, to.lat) - STRIP);
    const [left, right] = from.lng === east ? [-180, STRIP - 180] : [180 - STRIP, 180];
    const coordinates: [number, number][] = [
      [left, top],
      [right, bottom],
    ];
    return [{ type: 'envelope', coordinates }];
  });
}

interface LineArea {
  readonly filter: QueryClause;
  readonly vertices: number;
}

/** The areas of lines. A request asks for the area of its line up to a dozen times: for its cost, and in each stage. */
const lineAreas = new WeakMap<LineSurroundings, LineArea>();

/** Places within `radius` metres of a line: in circles around its points, and in bands on both sides of its parts. */
export function lineFilter(line: LineSurroundings): QueryClause {
  return areaOf(line).filter;
}

/** The vertices of the polygons around a line, and its points. */
export function lineVertices(line: LineSurroundings): number {
  return areaOf(line).vertices;
}

function areaOf(line: LineSurroundings): LineArea {
  const area = lineAreas.get(line) ?? computeArea(line);
  lineAreas.set(line, area);
  return area;
}

function computeArea({ points, radius }: LineSurroundings): LineArea {
  const bands = points.slice(1).flatMap((to, index) => bandAround(points[index] ?? to, to, radius));
  const circles = points.map(({ lat, lng }): Shape => ({
    type: 'circle',
    coordinates: [lng, lat],
    radius: `${radius}m`,
  }));
  return {
    filter: shapeFilter({ type: 'geometrycollection', geometries: [...circles, ...bands.map(toShape)] }),
    vertices: bands.reduce((count, { length }) => count + length + 1, points.length),
  };
}

function shapeFilter(shape: Shape): QueryClause {
  return { geo_shape: { [SEARCH_FIELDS.point]: { shape, relation: 'intersects' } } };
}

/** The polygon in GeoJSON, whose ring has a closing point. */
function toShape(polygon: Polygon): Shape {
  const ring = [...polygon, ...polygon.slice(0, 1)];
  return { type: 'polygon', coordinates: [ring.map(({ lat, lng }) => [lng, lat])] };
}

export function toLatLon({ lat, lng }: GeoPoint): LatLon {
  return { lat, lon: lng };
}

function toBounds({ north, west, south, east }: Rectangle): GeoBounds {
  // 180 and -180 are the same meridian, but Elasticsearch compares numbers. To include both, an edge on this meridian is moved across it.
  const spansAllLongitudes = west === -180 && east === 180;
  return {
    top: north,
    left: west === -180 && !spansAllLongitudes ? 180 : west,
    bottom: south,
    right: east === 180 && !spansAllLongitudes ? -180 : east,
  };
}

/** The outline may differ from the true one by this part of the radius, or by `MIN_TOLERANCE` metres if that is more. */
const TOLERANCE = 0.001;

const MIN_TOLERANCE = 0.5;

/** The longest segment, in metres. A longer one might go around a pole. */
const MAX_SEGMENT = 200_000;

/** A curve is halved at most so many times. */
const MAX_DEPTH = 12;

/** The parts of a curve where it is compared with a straight edge. The middle alone would not show the shape of an S. */
const PROBES = [0.25, 0.5, 0.75];

/** A curve: the point for each number from 0 to 1. */
type Curve = (part: number) => Vector;

/**
 * The band on both sides of a part of a great circle, without the circles around its ends: polygons whose edges are straight in
 * latitude and longitude.
 *
 * @param radius in metres
 */
function bandAround(from: GeoPoint, to: GeoPoint, radius: number): Polygon[] {
  const [start, end] = [toVector(from), toVector(to)];
  const length = metresBetween(start, end);
  // All longitudes are the same at a pole. The circles of the points cover it.
  if (length < MIN_TOLERANCE) return [];
  const normal = unit(cross(start, end));
  const forward = cross(normal, start);
  const along = (part: number): Vector => turned(start, forward, (part * length) / EARTH_RADIUS);
  const segments = Math.ceil(length / MAX_SEGMENT);
  return Array.from({ length: segments }, (_, index) =>
    outline(along, normal, { first: index / segments, last: (index + 1) / segments, radius }),
  );
}

/** The outline of a segment: one side, the end, the other side, and the start. */
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

/** Points of a curve that are close enough for straight edges between them, without the last point. */
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
