import { type GeoPoint } from './geo-point.js';
import { type Rectangle, type SearchLocation } from './location.js';
import { unroll } from './polygon.js';

/** The centre of a location, else the point in the middle of its rectangle, polygon or line. */
export function middleOf({ centre, rectangle, polygon, line }: SearchLocation): GeoPoint | undefined {
  if (centre) return centre;
  if (rectangle) return middleOfRectangle(rectangle);
  const points = polygon ?? line?.points;
  return points && middleOfRectangle(boundsOf(unroll(points).points));
}

function middleOfRectangle({ north, west, south, east }: Rectangle): GeoPoint {
  const lng = (west + (east >= west ? east : east + 360)) / 2;
  return { lat: (north + south) / 2, lng: lng - 360 * Math.round(lng / 360) };
}

function boundsOf(points: readonly GeoPoint[]): Rectangle {
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  return { north: Math.max(...lats), west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs) };
}
