import { type GeoPoint } from './location.js';
import { quantise } from './quantise.js';

/** Metres: the mean radius of the earth, as Elasticsearch takes it. */
const EARTH_RADIUS = 6_371_008.7714;

/**
 * Metres between the centre of a search and a place, as `geo_distance` filters and `_geo_distance` sorts (`arc`): the
 * great-circle distance from the centre to the place's location as Elasticsearch keeps it.
 */
export function distanceInMetres(centre: GeoPoint, location: GeoPoint): number {
  const stored = quantise(location);
  const centreLatitude = toRadians(centre.lat);
  const latitude = toRadians(stored.lat);
  const north = Math.sin((centreLatitude - latitude) / 2) ** 2;
  const east = Math.sin(toRadians(centre.lng - stored.lng) / 2) ** 2;
  const haversine = north + Math.cos(centreLatitude) * Math.cos(latitude) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
