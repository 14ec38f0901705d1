import { type GeoBounds, type LatLon, type QueryClause } from './clauses.js';
import { type GeoPoint, type Rectangle } from '../query/location.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Places within `radius` metres of the centre, the edge included. */
export function circleFilter(centre: GeoPoint, radius: number): QueryClause {
  return { geo_distance: { distance: `${radius}m`, distance_type: 'arc', [SEARCH_FIELDS.point]: toLatLon(centre) } };
}

/** Places in a rectangle, the edges included. */
export function rectangleFilter(rectangle: Rectangle): QueryClause {
  return { geo_bounding_box: { [SEARCH_FIELDS.point]: toBounds(rectangle) } };
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
