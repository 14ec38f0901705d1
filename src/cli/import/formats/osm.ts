import { type NameType } from '../../../places/place.js';
import { isObject } from '../parse-row.js';
import { languageOf } from '../records/place-schema.js';
import { dateState } from './closing-dates.js';
import { closed, defineFormat, type NameInput, type SourceCategory, type SourceRecord } from './define.js';
import {
  displayName,
  fromJson,
  invalidField,
  type JsonObject,
  listOf,
  objectOf,
  slug,
  textOf,
} from './field-values.js';
import { featureKeys, featuresOf, isFeature, isSurroundings, tagOf, utilitiesOf, valuesOf } from './osm-features.js';
import { crossesAntimeridian, type Position, positionOf } from './position.js';

const cityFields = address('city', 'town', 'village', 'hamlet');

/** OpenStreetMap, as GeoJSON (overpass-turbo, osmtogeojson), as Overpass's own JSON, or as Parquet. */
export const osm = defineFormat({
  source: {
    name: 'OpenStreetMap',
    license: 'https://opendatacommons.org/licenses/odbl/1-0/',
    attribution: '© OpenStreetMap contributors',
  },
  files: "OpenStreetMap: GeoJSON, Overpass's own JSON (with `out center` or `out geom`), or Parquet",
  optionalColumns: ['district', 'opening_hours', 'names', 'brand', 'utilities'],
  fieldsOf: tagsOf,
  id: idOf,
  skip: (element) => {
    if (isClosed(element)) return closed;
    return featuresOf(element.fields).length === 0 ? 'is no place by its tags' : undefined;
  },
  name: 'name',
  names: namesOf,
  brand: (element) => element.texts('brand').flatMap(valuesOf)[0],
  phones: ['phone', 'contact:phone', 'contact:mobile'],
  websites: ['website', 'contact:website', 'url'],
  country: address('country'),
  state: address('state'),
  city: cityFields,
  district: (element) => {
    const village = element.text(...address('village', 'hamlet'));
    const district = element.text(...address('suburb', 'neighbourhood', 'district'));
    return district ?? (village === element.text(...cityFields) ? undefined : village);
  },
  street: address('street', 'place'),
  // Where houses have two numbers, `housenumber` has both.
  number: address('housenumber', 'streetnumber', 'conscriptionnumber'),
  zipcode: address('postcode'),
  location: ({ whole }) => locationOf(whole),
  categories: (element) => [
    // The main one first.
    ...featuresOf(element.fields).map(({ key, value }, at) => ({
      ...categoryOf(key, value),
      ...(at > 0 && { isFurther: true }),
    })),
    ...(element.optional.read(() => attributesOf(element.fields)) ?? []),
  ],
  openingHours: 'opening_hours',
  utilities: ({ fields }) => utilitiesOf(fields),
});

/**
 * The tags of an element: of Overpass, in the properties of GeoJSON, or in their member `tags` (osmtogeojson). Rows of Parquet have them
 * in a column, also as a list of keys and values, or a column for each key.
 */
function tagsOf(element: JsonObject): JsonObject {
  const properties = objectOf(element.properties, 'properties');
  return nestedTags(element) ?? nestedTags(properties) ?? properties ?? element;
}

function nestedTags(properties: JsonObject | undefined): JsonObject | undefined {
  const tags = fromJson(properties?.tags);
  if (!Array.isArray(tags)) return isObject(tags) ? tags : undefined;
  const pairs = tags.map((entry) => objectOf(entry, 'tags[]') ?? {});
  return Object.fromEntries(pairs.flatMap(({ key, value }) => (typeof key === 'string' ? [[key, value]] : [])));
}

/** The tags of parts of an address, in the order in which they count. */
function address(...names: string[]): string[] {
  return names.flatMap((name) => [`addr:${name}`, `contact:${name}`]);
}

const words = (text: string): readonly string[] => text.split(' ');

/** Prefixes of category keys (https://wiki.openstreetmap.org/wiki/Lifecycle_prefix): `disused:amenity=pub` instead of `amenity=pub`. */
const gonePrefixes = words(
  'disused abandoned closed demolished destroyed dismantled razed removed ruins ruined historic former old vacant was proposed planned construction',
);

/** Keys that close the place of any category, unless their value is `no`: `disused=yes`. */
const goneKeys = words('disused abandoned closed demolished destroyed dismantled razed removed');

/** Values of category keys: `shop=vacant`. The name of a vacant shop is that of the former shop or of the building. */
const goneValues = words('vacant disused abandoned closed demolished removed construction proposed planned');

/** Values of `operational_status`, which has others for places that are closed for a time. */
const goneStatuses = words('closed permanently_closed disused abandoned demolished');

/** With such a key, `disused=yes` is about the structure: a restaurant in a disused station is open. */
const structures = words('railway aeroway man_made military waterway power');

/** Values of `tourism` for places that people visit even if they are disused, as they visit all with the key `historic`. */
const sights = words('attraction museum viewpoint artwork information gallery');

/** Whether the place of an element is gone, or not there yet, by its tags. Reports marks that cannot be read. */
function isClosed(element: SourceRecord): boolean {
  const { fields: tags, optional } = element;
  element.text(...goneKeys, 'operational_status', 'end_date');
  const has = (key: string): boolean => !['', 'no', 'false', '0'].includes(tagOf(tags, key).toLowerCase());
  const found = featuresOf(tags);
  if (found.every(isSurroundings)) {
    const isGone = gonePrefixes.some((prefix) =>
      featureKeys.some((key) => has(`${prefix}:${key}`) && isFeature(key, tagOf(tags, `${prefix}:${key}`))),
    );
    if (isGone || found.length === 0) return isGone;
  }
  if (found.some(({ value }) => goneValues.includes(value))) return true;
  const end = tagOf(tags, 'end_date');
  const state = dateState(element, 'end_date', end);
  if (state === 'past') return true;
  if (end !== '' && state === undefined) optional.report('end_date', end, 'is no date, such as 2024-12-31');
  const isInStructure = structures.some(has) && found.some(({ key }) => !structures.includes(key));
  const isSight = found.some(({ key, value }) => key === 'historic' || (key === 'tourism' && sights.includes(value)));
  if (isInStructure || isSight) return false;
  return goneKeys.some(has) || goneStatuses.includes(tagOf(tags, 'operational_status').toLowerCase());
}

/** The type of an element by the letter or word before its number. */
const types: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation', a: 'area' };

const typedId = /^(?:https?:\/\/(?:www\.)?(?:openstreetmap|osm)\.org\/)?(node|way|relation|area|[nwra])\/?(\d+)$/i;

/** `node/123`, `n123`, the address of an element, or a number with the type in another member. */
function idOf({ whole: element, fields: tags }: SourceRecord): string {
  const properties = objectOf(element.properties, 'properties') ?? {};
  const textsIn = (...names: string[]): string[] =>
    names.flatMap((name) => textOf(tags[name] ?? properties[name], name) ?? []);
  const own = [textOf(element.id, 'id') ?? []].flat();
  // `id` may be a tag: what is written on the thing.
  const tag = textsIn('id').filter((id) => typedId.test(id) || /^\d+$/.test(id));
  const others = [...textsIn('@id', 'full_id', 'osm_id'), ...tag];
  // The number of a feature may only count the features of the file.
  const mayCount = element.type === 'Feature' && others.length > 0;
  const ids = mayCount ? [...others, ...own.filter((id) => typedId.test(id))] : [...own, ...others];
  const kinds = [textOf(element.type, 'type') ?? [], ...textsIn('type', '@type', 'osm_type')].flat();
  const typed = [...ids, ...ids.map((id) => `${kinds.find((kind) => typedId.test(`${kind}/1`)) ?? ''}/${id}`)];
  const [, type = '', number] = typed.map((id) => typedId.exec(id)).find((match) => match !== null) ?? [];
  if (number === undefined) {
    throw invalidField('id', ids[0] ?? null, 'node, way or relation with a number: node/123');
  }
  const word = types[type.charAt(0).toLowerCase()];
  return word === 'area' ? idOfArea(BigInt(number)) : `osm-${word}-${number}`;
}

/** osmium gives areas numbers of their own: twice the number of the way, or twice that of the relation plus one. */
function idOfArea(number: bigint): string {
  return `osm-${number % 2n === 0n ? 'way' : 'relation'}-${number / 2n}`;
}

/** Tags of names, and the type of each (https://wiki.openstreetmap.org/wiki/Names). */
const nameTags = {
  name: undefined,
  alt_name: 'alternative',
  short_name: 'short',
  old_name: 'old',
  official_name: 'official',
  loc_name: 'local',
} satisfies Record<string, NameType | undefined>;

const nameTag = /^(name|alt_name|short_name|old_name|official_name|loc_name)(?::(.+))?$/;

/** `name:pt`, `alt_name`, `alt_name:pt`; but not `name:etymology`, whose suffix is no language. */
function namesOf({ fields: tags, optional }: SourceRecord): NameInput[] {
  return Object.keys(tags).flatMap((key) => {
    const [, tag, suffix] = nameTag.exec(key) ?? [];
    if (tag === undefined || key === 'name') return [];
    const language = suffix === undefined ? undefined : languageOf(suffix);
    if (suffix !== undefined && language === undefined) return [];
    const type = nameTags[tag as keyof typeof nameTags];
    const texts = valuesOf(optional.read(() => textOf(tags[key], key)) ?? '');
    return texts.map((value) => ({ text: value, language, ...(type && { type }) }));
  });
}

function categoryOf(key: string, value: string): SourceCategory {
  return {
    id: `osm-${key}`,
    name: displayName(key),
    ...(value !== 'yes' && { subcategory: { id: `osm-${key}-${value}`, name: displayName(value) } }),
    names: [`${key}=${value}`, value],
    parentNames: [key],
  };
}

/** Diets that people look for (https://wiki.openstreetmap.org/wiki/Key:diet:*). */
const diets = ['vegan', 'vegetarian', 'pescetarian', 'halal', 'kosher', 'gluten_free', 'lactose_free', 'dairy_free'];

/** What a restaurant serves, as subcategories of `Cuisine` and `Diet`. */
function attributesOf(tags: JsonObject): SourceCategory[] {
  const cuisines = (textOf(tags.cuisine, 'cuisine') ?? '')
    .split(/[;,]/)
    .map((value) => value.trim().toLowerCase().replace(/\s+/g, '_'))
    .filter((value) => slug(value) !== '' && !['no', 'yes'].includes(value));
  const served = diets.filter((diet) => ['yes', 'only'].includes(textOf(tags[`diet:${diet}`], `diet:${diet}`) ?? ''));
  const all = [
    ...cuisines.map((value) => categoryOf('cuisine', value)),
    ...served.map((value) => ({ ...categoryOf('diet', value), names: [`diet:${value}`, value] })),
  ];
  return all.map((category) => ({ ...category, isFurther: true }));
}

/**
 * The location by GeoJSON's `geometry`, or by Overpass's `lat`/`lon`, `center`, `geometry`, `bounds` or `members`. Overpass computes
 * `center` on the plane, so it is wrong for a shape on both sides of the 180th meridian.
 */
function locationOf(element: JsonObject): Position {
  const center = objectOf(element.center, 'center') ?? element;
  const given = isPresent(center.lat) && isPresent(center.lon) ? { lat: center.lat, lng: center.lon } : undefined;
  const shapes = [outlineOf(element.geometry), boundsOf(element.bounds), membersOf(element.members)].filter(
    (shape) => shape !== undefined,
  );
  if (given && !shapes.some((shape) => crossesAntimeridian(shape))) return given;
  const position = positionOf(shapes[0]);
  if (position) return position;
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
  const last = coordinates.at(-1);
  const isClosed = coordinates.length > 1 && coordinates[0]?.every((degrees, at) => degrees === last?.[at]);
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
