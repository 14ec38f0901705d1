import { readNumber } from './number.js';
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

type Texts = Partial<Record<LocationParameter, string>>;
type Numbers = Partial<Record<LocationParameter, number>>;

const LATITUDE = [-90, 90] as const;
const LONGITUDE = [-180, 180] as const;

/** The least and the greatest value of each. */
export const LOCATION_BOUNDS: Record<LocationParameter, readonly [least: number, greatest: number]> = {
  'location.lat': LATITUDE,
  'location.lng': LONGITUDE,
  'location.radius': [1, 1_000_000],
  'location.nw.lat': LATITUDE,
  'location.nw.lng': LONGITUDE,
  'location.se.lat': LATITUDE,
  'location.se.lng': LONGITUDE,
};

const PARAMETERS = Object.keys(LOCATION_BOUNDS) as LocationParameter[];
const CENTRE = ['location.lat', 'location.lng'] as const;
const CORNERS = ['location.nw.lat', 'location.nw.lng', 'location.se.lat', 'location.se.lng'] as const;

/**
 * Reads where to search (design section 5, "Location"): the centre, the radius as far as one is given, the rectangle;
 * or all that is wrong with them. What is missing is reported under the name of the missing parameter.
 */
export function parseLocation(texts: Texts): QueryResult<SearchLocation, LocationFault> {
  const numbers: Numbers = {};
  const faults: LocationFault[] = [];
  for (const parameter of PARAMETERS) {
    const text = texts[parameter];
    if (text === undefined) continue;
    const number = readNumber(text);
    const [least, greatest] = LOCATION_BOUNDS[parameter];
    if (number !== undefined && number >= least && number <= greatest) numbers[parameter] = number;
    else faults.push({ parameter, value: text, ...unfit(parameter, text, number) });
  }
  faults.push(...missing(texts, CENTRE), ...missing(texts, CORNERS), ...radiusWithoutCentre(texts));
  faults.push(...northBelowSouth(texts, numbers));
  return faults.length > 0 ? failure(...faults) : success(toLocation(numbers));
}

/** A centre limits by itself, within the default radius in metres, unless a rectangle already does. */
export function withDefaultRadius<T extends SearchLocation>(location: T, radius: number): T {
  const isLimited = !location.centre || location.rectangle !== undefined || location.radius !== undefined;
  return isLimited ? location : { ...location, radius };
}

function unfit(parameter: LocationParameter, text: string, number: number | undefined): Omit<QueryFault, 'value'> {
  const [least, greatest] = LOCATION_BOUNDS[parameter];
  const unit = parameter === 'location.radius' ? 'metres' : 'decimal degrees';
  const allowed = [`${least} to ${greatest} ${unit}`];
  if (number !== undefined) return { reason: 'is out of range', allowed };
  const withPoint = text.replace(',', '.');
  const repaired = withPoint !== text && readNumber(withPoint) !== undefined;
  return { reason: 'is not a plain decimal number', allowed, ...(repaired && { suggestion: withPoint }) };
}

/** All of a group have to be there when one is. */
function missing(texts: Texts, group: readonly LocationParameter[]): LocationFault[] {
  const absent = group.filter((parameter) => texts[parameter] === undefined);
  if (absent.length === group.length) return [];
  const reason = `is missing: ${group.join(', ')} go together`;
  return absent.map((parameter) => ({ parameter, value: '', reason }));
}

function radiusWithoutCentre(texts: Texts): LocationFault[] {
  const value = texts['location.radius'];
  if (value === undefined || CENTRE.some((parameter) => texts[parameter] !== undefined)) return [];
  return [{ parameter: 'location.radius', value, reason: `needs a centre: ${CENTRE.join(' and ')}` }];
}

function northBelowSouth(texts: Texts, numbers: Numbers): LocationFault[] {
  const { 'location.nw.lat': north, 'location.se.lat': south } = numbers;
  if (north === undefined || south === undefined || north >= south) return [];
  const value = texts['location.nw.lat'] ?? '';
  return [{ parameter: 'location.nw.lat', value, reason: `lies south of location.se.lat (${south})` }];
}

function toLocation(numbers: Numbers): SearchLocation {
  const { 'location.lat': lat, 'location.lng': lng, 'location.radius': radius } = numbers;
  const { 'location.nw.lat': north, 'location.nw.lng': west } = numbers;
  const { 'location.se.lat': south, 'location.se.lng': east } = numbers;
  const isRectangle = north !== undefined && west !== undefined && south !== undefined && east !== undefined;
  return {
    ...(lat !== undefined && lng !== undefined && { centre: { lat, lng } }),
    ...(radius !== undefined && { radius }),
    ...(isRectangle && { rectangle: { north, west, south, east } }),
  };
}
