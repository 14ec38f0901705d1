import {
  fromJson,
  invalidField,
  type JsonObject,
  listOf,
  objectOf,
  type OptionalMembers,
  textOf,
  countryOf,
  displayName,
  stateOf,
} from './field-values.js';
import { isClosedInOsm, osmCategoryKeys } from './lifecycle.js';
import { closed, type OpenDataFormat, type OpenDataRecord, type SourceCategory, unnamed } from './open-data-format.js';
import { crossesAntimeridian, type Position, positionOf } from './position.js';

/** OpenStreetMap, as GeoJSON (overpass-turbo, osmtogeojson) or as Overpass's own JSON. */
export const osm: OpenDataFormat = {
  source: {
    name: 'OpenStreetMap',
    license: 'https://opendatacommons.org/licenses/odbl/1-0/',
    attribution: '© OpenStreetMap contributors',
  },
  csv: false,
  columns: [],
  optionalFields: ['district', 'openingHours'],
  idOf,
  parse: parseElement,
};

/** Of Overpass, in the properties of GeoJSON, or in their member `tags` (osmtogeojson). */
function tagsOf(element: JsonObject): JsonObject {
  const properties = objectOf(element.properties, 'properties');
  return objectOf(element.tags, 'tags') ?? nestedTags(properties) ?? properties ?? {};
}

function nestedTags(properties: JsonObject | undefined): JsonObject | undefined {
  const tags = fromJson(properties?.tags);
  return typeof tags === 'object' && tags !== null ? objectOf(tags, 'tags') : undefined;
}

function parseElement(element: JsonObject, optional: OptionalMembers): OpenDataRecord {
  const tags = tagsOf(element);
  const tag = (...names: string[]): string | undefined => firstOf(tags, names);
  const id = idOf(element);
  if (isClosedInOsm(tags, optional)) return { skipped: closed, closedId: id };
  const category = categoryOf(tags);
  if (category === undefined) return { skipped: `has none of ${osmCategoryKeys.join(', ')}` };
  const name = tag('name');
  if (name === undefined) return { skipped: unnamed };
  const texts = (...names: string[]) => names.flatMap((key) => optional.read(() => textOf(tags[key], key)) ?? []);
  const part = (...names: string[]): string | undefined => texts(...names)[0];
  const country = countryOf(part('addr:country'), part('addr:state'));
  return {
    id,
    name,
    phones: texts('phone', 'contact:phone', 'contact:mobile'),
    websites: texts('website', 'contact:website', 'url'),
    address: {
      country,
      state: stateOf(part('addr:state'), country),
      city: part('addr:city'),
      district: part('addr:suburb', 'addr:neighbourhood', 'addr:district'),
      street: part('addr:street', 'addr:place'),
      number: part('addr:housenumber'),
      zipcode: part('addr:postcode'),
    },
    location: locationOf(element),
    categories: [category],
    openingHours: part('opening_hours'),
  };
}

function firstOf(tags: JsonObject, names: readonly string[]): string | undefined {
  return textsOf(tags, names)[0];
}

function textsOf(tags: JsonObject, names: readonly string[]): string[] {
  return names.flatMap((name) => textOf(tags[name], name) ?? []);
}

/** The type of an element by the letter or word before its number. */
const types: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation', a: 'area' };

const typedId = /^(?:https?:\/\/(?:www\.)?(?:openstreetmap|osm)\.org\/)?(node|way|relation|area|[nwra])\/?(\d+)$/i;

/** `node/123`, `n123`, the address of an element, or a number with the type in another member. */
function idOf(element: JsonObject): string {
  const tags = tagsOf(element);
  const properties = objectOf(element.properties, 'properties') ?? {};
  const textsIn = (...names: string[]): string[] =>
    names.flatMap((name) => textOf(tags[name] ?? properties[name], name) ?? []);
  // The number of a feature may be that in the file.
  const numbered = element.type === 'Feature' ? textsIn('@id') : [];
  const ids = [...numbered, ...listed(textOf(element.id, 'id')), ...textsIn('@id', 'id', 'full_id', 'osm_id')];
  const kinds = [...listed(textOf(element.type, 'type')), ...textsIn('type', '@type', 'osm_type')];
  const typed = [...ids, ...ids.map((id) => `${kinds.find((kind) => typedId.test(`${kind}/1`)) ?? ''}/${id}`)];
  const [, type = '', number] = typed.map((id) => typedId.exec(id)).find((match) => match !== null) ?? [];
  if (number === undefined) {
    throw invalidField('id', ids[0] ?? null, 'node, way or relation with a number: node/123');
  }
  const word = types[type.charAt(0).toLowerCase()];
  return word === 'area' ? idOfArea(BigInt(number)) : `osm-${word}-${number}`;
}

function listed(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}

/** osmium counts areas: twice the number of their way, or that of their relation and one. */
function idOfArea(number: bigint): string {
  return `osm-${number % 2n === 0n ? 'way' : 'relation'}-${number / 2n}`;
}

/** Semicolons separate several values; the first is the main one. */
function categoryOf(tags: JsonObject): SourceCategory | undefined {
  for (const key of osmCategoryKeys) {
    const value = textOf(tags[key], key)?.split(';')[0]?.trim();
    if (value === undefined || value === '' || value === 'no') continue;
    return {
      id: `osm-${key}`,
      name: displayName(key),
      ...(value !== 'yes' && { subcategory: { id: `osm-${key}-${value}`, name: displayName(value) } }),
      names: [`${key}=${value}`, value],
      parentNames: [key],
    };
  }
  return undefined;
}

/**
 * From GeoJSON's `geometry`, or Overpass's `lat`/`lon`, `center`, `geometry`, `bounds` or `members`. A centre that Overpass
 * computed on the plane is not that of a shape on both sides of the 180th meridian.
 */
function locationOf(element: JsonObject): Position {
  const center = objectOf(element.center, 'center') ?? element;
  const given = isPresent(center.lat) && isPresent(center.lon) ? { lat: center.lat, lng: center.lon } : undefined;
  const shapes = [outlineOf(element.geometry), boundsOf(element.bounds), membersOf(element.members)].filter(
    (shape) => shape !== undefined,
  );
  if (given && !shapes.some(crossesAntimeridian)) return given;
  for (const shape of shapes) {
    const position = positionOf(shape);
    if (position) return position;
  }
  throw invalidField('geometry', null, 'a position: Overpass adds one by `out center` or `out geom`');
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The geometry of GeoJSON, or the outline of Overpass, which has null for points outside the box of the query. */
function outlineOf(geometry: unknown): object | undefined {
  if (!Array.isArray(geometry)) return objectOf(geometry, 'geometry');
  const coordinates = pointsOf(geometry);
  if (coordinates.length === 0) return undefined;
  const [first, last] = [coordinates[0], coordinates.at(-1)];
  const isClosed = coordinates.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? { type: 'Polygon', coordinates: [coordinates] } : { type: 'LineString', coordinates };
}

function pointsOf(points: readonly unknown[]): unknown[][] {
  return points.flatMap((point) => {
    const { lat, lon } = objectOf(point, 'geometry[]') ?? {};
    return isPresent(lat) && isPresent(lon) ? [[lon, lat]] : [];
  });
}

/** Two opposite corners. */
function boundsOf(value: unknown): object | undefined {
  const { minlat, minlon, maxlat, maxlon } = objectOf(value, 'bounds') ?? {};
  // `Number(null)` is 0, which would put the place in the sea.
  const corners = [minlon, minlat, maxlon, maxlat].map((degrees) => (isPresent(degrees) ? Number(degrees) : NaN));
  if (corners.some(Number.isNaN)) return undefined;
  return { type: 'LineString', coordinates: [corners.slice(0, 2), corners.slice(2)] };
}

/** The nodes and the outlines of the ways of a relation. */
function membersOf(value: unknown): object | undefined {
  const coordinates = listOf(value, 'members').flatMap((entry) => {
    const member = objectOf(entry, 'members[]') ?? {};
    return Array.isArray(member.geometry) ? pointsOf(member.geometry as unknown[]) : pointsOf([member]);
  });
  return coordinates.length === 0 ? undefined : { type: 'MultiPoint', coordinates };
}
