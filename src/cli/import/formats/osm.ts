import { invalidField, type JsonObject, objectOf, type OptionalMembers, textOf } from './field-values.js';
import { closed, type OpenDataFormat, type OpenDataRecord, type SourceCategory, unnamed } from './open-data-format.js';
import { countryOf, displayName, stateOf } from './place-fields.js';
import { type Position, positionOf } from './position.js';

/** Tags that make an element a place, the most telling first (https://wiki.openstreetmap.org/wiki/Map_features). */
const categoryKeys = ['amenity', 'shop', 'tourism', 'leisure', 'office', 'craft', 'healthcare'];

/** Prefixes of tags of places that no longer exist (https://wiki.openstreetmap.org/wiki/Lifecycle_prefix). */
const lifecyclePrefixes = ['disused', 'abandoned', 'demolished', 'removed', 'razed', 'was'];

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

function tagsOf(element: JsonObject): JsonObject {
  return objectOf(element.tags, 'tags') ?? objectOf(element.properties, 'properties') ?? {};
}

function parseElement(element: JsonObject, optional: OptionalMembers): OpenDataRecord {
  const tags = tagsOf(element);
  const tag = (...names: string[]): string | undefined => firstOf(tags, names);
  const id = idOf(element);
  const category = categoryOf(tags);
  if (category === undefined) {
    const isClosed = lifecyclePrefixes.some((prefix) =>
      categoryKeys.some((key) => tag(`${prefix}:${key}`) !== undefined),
    );
    return isClosed ? { skipped: closed, closedId: id } : { skipped: `has none of ${categoryKeys.join(', ')}` };
  }
  // The name of a vacant shop is that of the former shop or of the building.
  if (tag('shop') === 'vacant' || tag('amenity') === 'vacant') return { skipped: closed, closedId: id };
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

/** `node/123` in one of three tags, or a number with the type in another tag. */
function idOf(element: JsonObject): string {
  const tags = tagsOf(element);
  const written = textOf(element.id, 'id') ?? textOf(tags['@id'], '@id') ?? textOf(tags.id, 'id');
  const type = textOf(element.type, 'type') ?? '';
  const kind = type === 'Feature' ? (textOf(tags.type, 'type') ?? textOf(tags['@type'], '@type') ?? '') : type;
  const [, of = kind, number] = /^(?:(node|way|relation)\/)?(\d+)$/.exec(written ?? '') ?? [];
  if (number === undefined || !/^(?:node|way|relation)$/.test(of)) {
    throw invalidField('id', written ?? null, 'node, way or relation with a number: node/123');
  }
  return `osm-${of}-${number}`;
}

/** Semicolons separate several values; the first is the main one. */
function categoryOf(tags: JsonObject): SourceCategory | undefined {
  for (const key of categoryKeys) {
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

/** From GeoJSON's `geometry`, or Overpass's `lat`/`lon`, `center`, `geometry` of points or `bounds`. */
function locationOf(element: JsonObject): Position {
  const center = objectOf(element.center, 'center') ?? element;
  if (isPresent(center.lat) && isPresent(center.lon)) return { lat: center.lat, lng: center.lon };
  const position = Array.isArray(element.geometry)
    ? positionOf(outlineOf(element.geometry as unknown[]))
    : (positionOf(element.geometry) ?? centerOf(objectOf(element.bounds, 'bounds')));
  if (position) return position;
  throw invalidField('geometry', null, 'a position: Overpass adds one by `out center` or `out geom`');
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function outlineOf(points: readonly unknown[]): object {
  const coordinates = points.map((point) => {
    const { lat, lon } = objectOf(point, 'geometry[]') ?? {};
    return [lon, lat];
  });
  const [first, last] = [coordinates[0], coordinates.at(-1)];
  const isClosed = coordinates.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? { type: 'Polygon', coordinates: [coordinates] } : { type: 'LineString', coordinates };
}

function centerOf(bounds: JsonObject | undefined): Position | undefined {
  const { minlat, minlon, maxlat, maxlon } = bounds ?? {};
  // `Number(null)` is 0, which would put the place in the sea.
  const corners = [minlat, minlon, maxlat, maxlon].map((degrees) => (isPresent(degrees) ? Number(degrees) : NaN));
  if (corners.some(Number.isNaN)) return undefined;
  const [south = 0, west = 0, north = 0, east = 0] = corners;
  return { lat: Number(((south + north) / 2).toFixed(7)), lng: Number(((west + east) / 2).toFixed(7)) };
}
