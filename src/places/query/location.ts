import { type GeoPoint, parseLine, parsePoint, type Polygon, parsePolygon, unroll } from './geometry.js';
import { parseNumber, failure, success, type QueryFault, type QueryResult } from './parsing.js';

/** Decimal degrees. A rectangle whose west edge is east of its east edge crosses the antimeridian. */
export interface Rectangle {
  readonly north: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
}

/** A line, and the distance in metres within which places are found. */
export interface LineSurroundings {
  readonly points: readonly GeoPoint[];
  readonly radius: number;
}

/** The query parameters of the location. */
export type LocationParameter = NumberParameter | ShapeParameter | 'location.bias';

/** A list of points. */
type ShapeParameter = 'location.polygon' | 'location.line';

type NumberParameter =
  | 'location.lat'
  | 'location.lng'
  | 'location.radius'
  | 'location.nw.lat'
  | 'location.nw.lng'
  | 'location.se.lat'
  | 'location.se.lng';

/** The location of a search: any of these shapes. A place must be in all shapes that are given. */
export interface SearchLocation {
  /** The point that distances are measured from. */
  readonly centre?: GeoPoint;
  /** Metres around the centre. Without a radius the centre does not limit the result. */
  readonly radius?: number;
  /** Whether the radius is the default. The default does not apply if words of `q` are an area, a landmark or a number. */
  readonly hasDefaultRadius?: boolean;
  /** Whether the centre never limits the result (`location.bias`). */
  readonly isBias?: boolean;
  readonly rectangle?: Rectangle;
  readonly polygon?: Polygon;
  readonly line?: LineSurroundings;
}

/** A fault that names its parameter. */
export interface LocationFault extends QueryFault {
  parameter: LocationParameter;
}

type Texts = Partial<Record<LocationParameter, string>>;

type Numbers = Partial<Record<NumberParameter, number>>;

const LATITUDE = [-90, 90] as const;

const LONGITUDE = [-180, 180] as const;

/** The range of each parameter. */
export const LOCATION_BOUNDS: Record<NumberParameter, readonly [min: number, max: number]> = {
  'location.lat': LATITUDE,
  'location.lng': LONGITUDE,
  'location.radius': [1, 1_000_000],
  'location.nw.lat': LATITUDE,
  'location.nw.lng': LONGITUDE,
  'location.se.lat': LATITUDE,
  'location.se.lng': LONGITUDE,
};

/** With a larger radius, the outline of a line would cost more than the line is worth. */
const MAX_LINE_RADIUS = 50_000;

const PARAMETERS = Object.keys(LOCATION_BOUNDS) as NumberParameter[];

const CENTRE = ['location.lat', 'location.lng'] as const;

const CORNERS = ['location.nw.lat', 'location.nw.lng', 'location.se.lat', 'location.se.lng'] as const;

/** Parses the location. Returns it, or all faults. A missing parameter is reported under its own name. */
export function parseLocation(texts: Texts): QueryResult<SearchLocation, LocationFault> {
  const numbers: Numbers = {};
  const faults: LocationFault[] = [];
  for (const parameter of PARAMETERS) {
    const text = texts[parameter];
    if (text === undefined) continue;
    const number = parseNumber(text);
    const [min, max] = LOCATION_BOUNDS[parameter];
    if (number !== undefined && number >= min && number <= max) numbers[parameter] = number;
    else faults.push({ parameter, value: text, ...invalidNumber(parameter, text, number) });
  }
  faults.push(...missingParameters(texts, CENTRE), ...missingParameters(texts, CORNERS), ...radiusWithoutCentre(texts));
  faults.push(...northBelowSouth(texts, numbers), ...invalidLineRadius(texts, numbers));
  const bias = readBias(texts, faults);
  const polygon = readShape('location.polygon', texts, faults, parsePolygon);
  const line = readShape('location.line', texts, faults, parseLine);
  if (faults.length > 0) return failure(...faults);
  return success({ ...toLocation(numbers, polygon, line), ...(bias && { centre: bias, isBias: true }) });
}

/** In metres. */
const DEFAULT_RADIUS = 50_000;

/** Adds the default radius to a location with a centre but neither a radius nor another area. */
export function withDefaultRadius<T extends SearchLocation>(location: T): T {
  const { centre, rectangle, polygon, line, isBias } = location;
  const needsRadius = centre && !isBias && !rectangle && !polygon && !line && location.radius === undefined;
  return needsRadius ? { ...location, radius: DEFAULT_RADIUS, hasDefaultRadius: true } : location;
}

/** Parses a centre that never limits the result, and adds its faults to `faults`. */
function readBias(texts: Texts, faults: LocationFault[]): GeoPoint | undefined {
  const parameter = 'location.bias';
  const value = texts[parameter];
  if (value === undefined) return undefined;
  const point = parsePoint(value);
  if (typeof point === 'string') {
    faults.push({ parameter, value, reason: point, allowed: ['lat,lng in decimal degrees: -90 to 90, -180 to 180'] });
    return undefined;
  }
  if (texts['location.lat'] === undefined && texts['location.lng'] === undefined) return point;
  const reason = 'is a second centre: location.lat and location.lng are given too';
  faults.push({ parameter, value, reason, allowed: ['without location.lat and location.lng'] });
  return undefined;
}

/** Parses the text of a shape, and adds its faults to `faults`. */
function readShape<Shape>(
  parameter: ShapeParameter,
  texts: Texts,
  faults: LocationFault[],
  parse: (text: string) => QueryResult<Shape>,
): Shape | undefined {
  const text = texts[parameter];
  if (text === undefined) return undefined;
  const result = parse(text);
  if (result.ok) return result.value;
  faults.push(...result.faults.map((fault) => ({ parameter, ...fault })));
  return undefined;
}

function invalidNumber(
  parameter: NumberParameter,
  text: string,
  number: number | undefined,
): Omit<QueryFault, 'value'> {
  const allowed = [rangeOf(parameter)];
  if (number !== undefined) return { reason: 'is out of range', allowed };
  const withPoint = text.replace(',', '.');
  const repaired = withPoint !== text && parseNumber(withPoint) !== undefined;
  return { reason: 'is not a plain decimal number', allowed, ...(repaired && { suggestion: withPoint }) };
}

function rangeOf(parameter: NumberParameter): string {
  const [min, max] = LOCATION_BOUNDS[parameter];
  return `${min} to ${max} ${parameter === 'location.radius' ? 'metres' : 'decimal degrees'}`;
}

/** The parameters of a group are required together. */
function missingParameters(texts: Texts, group: readonly NumberParameter[]): LocationFault[] {
  const missing = group.filter((parameter) => texts[parameter] === undefined);
  if (missing.length === group.length) return [];
  const reason = `is missing: ${group.join(', ')} are required together`;
  return missing.map((parameter) => ({ parameter, value: '', reason, allowed: [rangeOf(parameter)] }));
}

function radiusWithoutCentre(texts: Texts): LocationFault[] {
  const value = texts['location.radius'];
  if (value === undefined || [...CENTRE, 'location.line' as const].some((name) => texts[name] !== undefined)) return [];
  const reason = `needs a centre, ${CENTRE.join(' and ')}, or location.line`;
  const allowed = [`with ${CENTRE.join(' and ')}`, 'with location.line'];
  return [{ parameter: 'location.radius', value, reason, allowed }];
}

function invalidLineRadius(texts: Texts, { 'location.radius': radius = 0 }: Numbers): LocationFault[] {
  if (texts['location.line'] === undefined) return [];
  const parameter = 'location.radius';
  const value = texts[parameter] ?? '';
  const allowed = [`1 to ${MAX_LINE_RADIUS} metres`];
  if (value === '') return [{ parameter, value, reason: 'is missing: location.line needs it', allowed }];
  return radius > MAX_LINE_RADIUS ? [{ parameter, value, reason: 'is out of range for location.line', allowed }] : [];
}

function northBelowSouth(texts: Texts, numbers: Numbers): LocationFault[] {
  const { 'location.nw.lat': north, 'location.se.lat': south } = numbers;
  if (north === undefined || south === undefined || north >= south) return [];
  const value = texts['location.nw.lat'] ?? '';
  const allowed = [`${south} to ${LATITUDE[1]} decimal degrees`];
  return [{ parameter: 'location.nw.lat', value, reason: `lies south of location.se.lat (${south})`, allowed }];
}

/** With a line, the radius is around the line, not around the centre. */
function toLocation(numbers: Numbers, polygon?: Polygon, line?: readonly GeoPoint[]): SearchLocation {
  const { 'location.lat': lat, 'location.lng': lng, 'location.radius': radius } = numbers;
  const { 'location.nw.lat': north, 'location.nw.lng': west } = numbers;
  const { 'location.se.lat': south, 'location.se.lng': east } = numbers;
  const isRectangle = north !== undefined && west !== undefined && south !== undefined && east !== undefined;
  return {
    ...(lat !== undefined && lng !== undefined && { centre: { lat, lng } }),
    ...(radius !== undefined && (line ? { line: { points: line, radius } } : { radius })),
    ...(isRectangle && { rectangle: { north, west, south, east } }),
    ...(polygon && { polygon }),
  };
}

/** The centre of a location, else the point in the middle of its rectangle, polygon or line. */
export function midpointOf({ centre, rectangle, polygon, line }: SearchLocation): GeoPoint | undefined {
  if (centre) return centre;
  if (rectangle) return midpointOfRectangle(rectangle);
  const points = polygon ?? line?.points;
  return points && midpointOfRectangle(boundsOf(unroll(points).points));
}

function midpointOfRectangle({ north, west, south, east }: Rectangle): GeoPoint {
  const lng = (west + (east >= west ? east : east + 360)) / 2;
  return { lat: (north + south) / 2, lng: lng - 360 * Math.round(lng / 360) };
}

const METRES_PER_DEGREE = 111_320;

const DIGITS = 4;

/** The rectangle around a circle, with rounded edges. @param radius in metres */
export function rectangleAround(centre: GeoPoint, radius: number): Rectangle {
  return toRectangle(edgesAround(centre, radius));
}

/** The edges of a circle. They may lie beyond a pole or the 180th meridian. @param radius in metres */
export function edgesAround({ lat, lng }: GeoPoint, radius: number): Rectangle {
  const degrees = radius / METRES_PER_DEGREE;
  const wider = degrees / Math.max(Math.cos((lat * Math.PI) / 180), 0.01);
  return { north: lat + degrees, west: lng - wider, south: lat - degrees, east: lng + wider };
}

/** The rectangle that edges of `edgesAround` bound, rounded. */
export function toRectangle({ north, west, south, east }: Rectangle): Rectangle {
  const within = (lat: number): number => Number(Math.max(-90, Math.min(90, lat)).toFixed(DIGITS));
  const wrapped = (lng: number): number => Number((lng - 360 * Math.round(lng / 360)).toFixed(DIGITS));
  const isAround = east - west >= 360;
  return {
    north: within(north),
    west: isAround ? -180 : wrapped(west),
    south: within(south),
    east: isAround ? 180 : wrapped(east),
  };
}

function boundsOf(points: readonly GeoPoint[]): Rectangle {
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  return { north: Math.max(...lats), west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs) };
}
