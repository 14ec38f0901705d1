import { faultOf, objectOf, textOf } from './members.js';
import { closed, nameless, type OpenFormat, type OpenReading, readable, type SourceCategory } from './open-format.js';
import { phonesOf } from './phones.js';
import { type Position, positionOf } from './position.js';
import { countryOf, stateOf } from './region.js';
import { websiteOf } from './website.js';

/** What makes a thing a place, the more telling first (https://wiki.openstreetmap.org/wiki/Map_features). */
const categoryKeys = ['amenity', 'shop', 'tourism', 'leisure', 'office', 'craft', 'healthcare'];

/** Written before those of what is there no longer (https://wiki.openstreetmap.org/wiki/Lifecycle_prefix). */
const endings = ['disused', 'abandoned', 'demolished', 'removed', 'razed', 'was'];

const longestOpeningHours = 1000;

type Members = Readonly<Record<string, unknown>>;

/** OpenStreetMap, as GeoJSON (overpass-turbo, osmtogeojson) or as Overpass's own JSON. */
export const osm: OpenFormat = {
  csv: false,
  columns: [],
  knows: ['district', 'openingHours'],
  read: readElement,
};

function readElement(element: Members): OpenReading {
  const tags = objectOf(element.tags, 'tags') ?? objectOf(element.properties, 'properties') ?? {};
  const tag = (...names: string[]): string | undefined => firstOf(tags, names);
  const id = idOf(element, tags);
  const category = categoryOf(tags);
  if (category === undefined) {
    const isClosed = endings.some((ending) => categoryKeys.some((key) => tag(`${ending}:${key}`) !== undefined));
    return isClosed ? { leftOut: closed, closed: id } : { leftOut: `has none of ${categoryKeys.join(', ')}` };
  }
  // Its name is that of what was there, or of the building.
  if (tag('shop') === 'vacant' || tag('amenity') === 'vacant') return { leftOut: closed, closed: id };
  const name = tag('name');
  if (name === undefined) return { leftOut: nameless };
  const country = countryOf(tag('addr:country'), tag('addr:state'));
  const openingHours = tag('opening_hours');
  return {
    id,
    name,
    phones: phonesOf(textsOf(tags, ['phone', 'contact:phone', 'contact:mobile'])),
    urlService: websiteOf(textsOf(tags, ['website', 'contact:website', 'url'])),
    address: {
      country,
      state: stateOf(tag('addr:state'), country),
      city: tag('addr:city'),
      district: tag('addr:suburb', 'addr:neighbourhood', 'addr:district'),
      street: tag('addr:street', 'addr:place'),
      number: tag('addr:housenumber'),
      zipcode: tag('addr:postcode'),
    },
    location: locationOf(element),
    categories: [category],
    ...(openingHours !== undefined && openingHours.length <= longestOpeningHours && { openingHours }),
  };
}

function firstOf(tags: Members, names: readonly string[]): string | undefined {
  return textsOf(tags, names)[0];
}

function textsOf(tags: Members, names: readonly string[]): string[] {
  return names.flatMap((name) => textOf(tags[name], name) ?? []);
}

/** `node/123`, in either place, or a number beside the type. */
function idOf(element: Members, tags: Members): string {
  const written = textOf(element.id, 'id') ?? textOf(tags['@id'], '@id') ?? textOf(tags.id, 'id');
  const type = textOf(element.type, 'type') ?? '';
  const kind = type === 'Feature' ? (textOf(tags.type, 'type') ?? textOf(tags['@type'], '@type') ?? '') : type;
  const [, of = kind, number] = /^(?:(node|way|relation)\/)?(\d+)$/.exec(written ?? '') ?? [];
  if (number === undefined || !/^(?:node|way|relation)$/.test(of)) {
    throw faultOf('id', written ?? null, 'node, way or relation with a number: node/123');
  }
  return `osm-${of}-${number}`;
}

/** Several values are written with semicolons; the first is what it is mainly. */
function categoryOf(tags: Members): SourceCategory | undefined {
  for (const key of categoryKeys) {
    const value = textOf(tags[key], key)?.split(';')[0]?.trim();
    if (value === undefined || value === '' || value === 'no') continue;
    return {
      id: `osm-${key}`,
      name: readable(key),
      ...(value !== 'yes' && { subcategory: { id: `osm-${key}-${value}`, name: readable(value) } }),
      names: [`${key}=${value}`, value],
      parentNames: [key],
    };
  }
  return undefined;
}

/** GeoJSON's geometry, or what Overpass gives: `lat`/`lon` of a node, a `center`, a `geometry` of points, or `bounds`. */
function locationOf(element: Members): Position {
  const centre = objectOf(element.center, 'center') ?? element;
  if (isThere(centre.lat) && isThere(centre.lon)) return { lat: centre.lat, lng: centre.lon };
  const position = Array.isArray(element.geometry)
    ? positionOf(outlineOf(element.geometry as unknown[]))
    : (positionOf(element.geometry) ?? middleOf(objectOf(element.bounds, 'bounds')));
  if (position) return position;
  throw faultOf('geometry', null, 'a position: Overpass adds one by `out center` or `out geom`');
}

function isThere(value: unknown): boolean {
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

function middleOf(bounds: Members | undefined): Position | undefined {
  const { minlat, minlon, maxlat, maxlon } = bounds ?? {};
  const given = [minlat, minlon, maxlat, maxlon];
  // No number at all would count as 0, where there is but the sea.
  const corners = given.map((degrees) => (isThere(degrees) ? Number(degrees) : NaN));
  if (corners.some(Number.isNaN)) return undefined;
  const [south = 0, west = 0, north = 0, east = 0] = corners;
  return { lat: Number(((south + north) / 2).toFixed(7)), lng: Number(((west + east) / 2).toFixed(7)) };
}
