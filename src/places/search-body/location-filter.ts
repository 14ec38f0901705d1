import { type GeoBounds, type LatLon, type QueryClause, type Shape } from './clauses.js';
import { type GeoPoint } from '../query/geo-point.js';
import { type Rectangle } from '../query/location.js';
import { type LineSurroundings } from '../query/location.js';
import { type Polygon } from '../query/polygon.js';
import { ribbon } from './ribbon.js';
import { SEARCH_FIELDS } from './search-fields.js';

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

/** Degrees, more than Elasticsearch rounds the points by that it stores: 2 cm. */
const STRIP = 2e-7;

/**
 * 180 and -180 are the same meridian, but Elasticsearch compares numbers. These are the parts of that meridian that bound the
 * polygon, on its other side.
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

/** Each request has a line of its own, and asks for its area up to a dozen times: for its cost, and in each stage. */
const lineAreas = new WeakMap<LineSurroundings, LineArea>();

/** Places within `radius` metres of a line: those around its points, and those on both sides of its parts. */
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
  const ribbons = points.slice(1).flatMap((to, index) => ribbon(points[index] ?? to, to, radius));
  const circles = points.map(({ lat, lng }): Shape => ({
    type: 'circle',
    coordinates: [lng, lat],
    radius: `${radius}m`,
  }));
  return {
    filter: shapeFilter({ type: 'geometrycollection', geometries: [...circles, ...ribbons.map(toShape)] }),
    vertices: ribbons.reduce((count, { length }) => count + length + 1, points.length),
  };
}

function shapeFilter(shape: Shape): QueryClause {
  return { geo_shape: { [SEARCH_FIELDS.point]: { shape, relation: 'intersects' } } };
}

/** The ring of GeoJSON has a closing point. */
function toShape(polygon: Polygon): Shape {
  const ring = [...polygon, ...polygon.slice(0, 1)];
  return { type: 'polygon', coordinates: [ring.map(({ lat, lng }) => [lng, lat])] };
}

export function toLatLon({ lat, lng }: GeoPoint): LatLon {
  return { lat, lon: lng };
}

function toBounds({ north, west, south, east }: Rectangle): GeoBounds {
  // 180 and -180 are the same meridian, but Elasticsearch compares numbers. An edge on it crosses it to include both.
  const spansAllLongitudes = west === -180 && east === 180;
  return {
    top: north,
    left: west === -180 && !spansAllLongitudes ? 180 : west,
    bottom: south,
    right: east === 180 && !spansAllLongitudes ? -180 : east,
  };
}
