import {
  fromJson,
  invalidField,
  type JsonObject,
  listOf,
  objectOf,
  objectOrJson,
  type OptionalMembers,
  textOf,
  textsOf,
  countryOf,
  displayName,
  stateOf,
} from './field-values.js';
import { isClosedInOverture } from './lifecycle.js';
import { closed, type OpenDataFormat, type OpenDataRecord, type SourceCategory, unnamed } from './open-data-format.js';
import { positionOf } from './position.js';

/** Overture Maps places (https://docs.overturemaps.org/schema/reference/places/place/). Every field may be null. */
export const overture: OpenDataFormat = {
  source: {
    name: 'Overture Maps',
    license: 'https://cdla.dev/permissive-2-0/',
    attribution: 'Overture Maps Foundation',
  },
  csv: false,
  columns: [
    ...['id', 'geometry', 'names', 'categories', 'basic_category', 'taxonomy', 'websites', 'phones', 'addresses'],
    ...['operating_status', 'confidence'],
  ],
  optionalFields: [],
  idOf,
  parse: parseFeature,
};

/** Parquet has no `properties`: its columns hold the fields. Other programs write nested fields as texts of JSON. */
function fieldsOf(feature: JsonObject): JsonObject {
  const fields = objectOf(feature.properties, 'properties') ?? feature;
  const nested = ['names', 'categories', 'taxonomy', 'websites', 'phones', 'addresses'];
  return { ...fields, ...Object.fromEntries(nested.map((name) => [name, fromJson(fields[name])])) };
}

function idOf(feature: JsonObject): string {
  const sourceId = textOf(feature.id, 'id') ?? textOf(fieldsOf(feature).id, 'id');
  if (sourceId === undefined) throw invalidField('id', null, 'the identifier of the place');
  return `overture-${sourceId}`;
}

function parseFeature(feature: JsonObject, optional: OptionalMembers): OpenDataRecord {
  const place = fieldsOf(feature);
  const id = idOf(feature);
  if (isClosedInOverture(place)) return { skipped: closed, closedId: id };
  const name = nameOf(place.names);
  if (name === undefined) return { skipped: unnamed };
  return {
    id,
    name,
    phones: optional.read(() => textsOf(place.phones, 'phones')) ?? [],
    websites: optional.read(() => textsOf(place.websites, 'websites')) ?? [],
    ...addressOf(place.addresses, optional),
    location: positionOf(fromJson(feature.geometry)),
    categories: optional.read(() => categoriesOf(place)) ?? [],
  };
}

/** The primary name, else the first name in any language. */
function nameOf(value: unknown): string | undefined {
  const names = objectOf(value, 'names', objectOrJson);
  const common = objectOf(mapOf(fromJson(names?.common)), 'names.common') ?? {};
  return (
    textOf(names?.primary, 'names.primary') ??
    Object.keys(common)
      .map((language) => textOf(common[language], `names.common.${language}`))
      .find((name) => name !== undefined)
  );
}

/** A map that Arrow writes as a list of keys and values: `[["en", "Cafe"]]` or `[{"key": "en", "value": "Cafe"}]`. */
function mapOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map((entry: unknown) => {
      const [key, text] = Array.isArray(entry)
        ? (entry as unknown[])
        : Object.values(objectOf(entry, 'names.common[]') ?? {});
      return [String(key), text];
    }),
  );
}

function addressOf(value: unknown, optional: OptionalMembers) {
  const first = optional.read(() => listOf(value, 'addresses').find((entry) => entry !== null));
  const address = optional.read(() => objectOf(fromJson(first), 'addresses[0]')) ?? {};
  const part = (name: string) => optional.read(() => textOf(address[name], `addresses[0].${name}`));
  const region = part('region');
  const country = countryOf(part('country'), region);
  const state = stateOf(region, country);
  return {
    freeform: part('freeform'),
    address: { country, state, city: part('locality'), zipcode: part('postcode') },
  };
}

/** Taxonomy levels run from general to specific. Older releases have one category and at most one general category. */
function categoriesOf(place: JsonObject): SourceCategory[] {
  const taxonomy = objectOf(place.taxonomy, 'taxonomy', objectOrJson);
  const categories = objectOf(place.categories, 'categories', objectOrJson);
  const hierarchy = textsOf(taxonomy?.hierarchy, 'taxonomy.hierarchy');
  const primary =
    textOf(taxonomy?.primary, 'taxonomy.primary') ??
    hierarchy.at(-1) ??
    textOf(categories?.primary, 'categories.primary') ??
    textOf(place.basic_category, 'basic_category');
  if (primary === undefined) return [];
  const general = hierarchy[0] ?? textOf(place.basic_category, 'basic_category') ?? primary;
  return [
    {
      ...categoryNamed(general),
      ...(primary !== general && { subcategory: categoryNamed(primary) }),
      // A category map may name any level in between.
      names: [primary, ...hierarchy.slice(1, -1).reverse()],
      parentNames: [general],
    },
  ];
}

function categoryNamed(key: string): { id: string; name: string } {
  return { id: `overture-${key}`, name: displayName(key) };
}
