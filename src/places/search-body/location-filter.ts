import { type GeoBounds, type LatLon, type QueryClause } from './clauses.js';
import { type GeoPoint, type Rectangle } from '../query/location.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Places within a radius of the centre, in metres; the edge is inside. */
export function circleFilter(centre: GeoPoint, radius: number): QueryClause {
  return { geo_distance: { distance: `${radius}m`, distance_type: 'arc', [SEARCH_FIELDS.point]: toLatLon(centre) } };
}

/** Places in a rectangle; the edges are inside (design section 9). */
export function rectangleFilter(rectangle: Rectangle): QueryClause {
  return { geo_bounding_box: { [SEARCH_FIELDS.point]: toBounds(rectangle) } };
}

export function toLatLon({ lat, lng }: GeoPoint): LatLon {
  return { lat, lon: lng };
}

function toBounds({ north, west, south, east }: Rectangle): GeoBounds {
  // 180 and -180 are one meridian, but two longitudes to the engine: an edge on it takes in both by crossing it.
  const isWholeCircle = west === -180 && east === 180;
  return {
    top: north,
    left: west === -180 && !isWholeCircle ? 180 : west,
    bottom: south,
    right: east === 180 && !isWholeCircle ? -180 : east,
  };
}
