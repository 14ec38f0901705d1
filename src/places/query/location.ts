import { failure, success, type QueryFault, type QueryResult } from './result.js';

/** Decimal degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/** Decimal degrees; a west edge east of the east edge crosses the antimeridian. */
export interface Rectangle {
  readonly north: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
}

/** The query parameters of interface section 4.3 that say where, and the radius of design section 5. */
export type LocationParameter =
  | 'location.lat'
  | 'location.lng'
  | 'location.radius'
  | 'location.nw.lat'
  | 'location.nw.lng'
  | 'location.se.lat'
  | 'location.se.lng';

/** Where to search: members of a `SearchRequest`. */
export interface SearchLocation {
  readonly centre?: GeoPoint;
  readonly radius?: number;
  readonly rectangle?: Rectangle;
}

/** A fault that names its parameter. */
export interface LocationFault extends QueryFault {
  parameter: LocationParameter;
}

/**
 * Reads where to search (design section 5, "Location"). A centre alone limits to `defaultRadius` metres around it; with
 * a rectangle it limits only when a radius is given.
 */
export function parseLocation(
  parameters: Partial<Record<LocationParameter, string>>,
  defaultRadius: number,
): QueryResult<SearchLocation, LocationFault> {
  return defaultRadius > 0
    ? success({})
    : failure<LocationFault>({ parameter: 'location.lat', value: parameters['location.lat'] ?? '', reason: '' });
}
