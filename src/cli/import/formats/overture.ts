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
import { type NameType } from '../../../places/place.js';
import {
  closed,
  type NameInput,
  type OpenDataFormat,
  type OpenDataRecord,
  type SourceCategory,
  unnamed,
} from './open-data-format.js';
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
    ...['operating_status', 'confidence', 'brand'],
  ],
  optionalColumns: ['names', 'brand'],
  idOf,
  parse: parseFeature,
};

/** Parquet has no `properties`: its columns hold the fields. Other programs write nested fields as texts of JSON. */
function fieldsOf(feature: JsonObject): JsonObject {
  const fields = objectOf(feature.properties, 'properties') ?? feature;
  const nested = ['names', 'categories', 'taxonomy', 'websites', 'phones', 'addresses', 'brand'];
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
  const location = () => positionOf(fromJson(feature.geometry));
  if (isClosedInOverture(place)) return { skipped: closed, closedId: id, location: optional.read(location) };
  const name = nameOf(place.names);
  if (name === undefined) return { skipped: unnamed };
  return {
    id,
    name,
    names: optional.read(() => furtherNamesOf(place.names)) ?? [],
    brand: optional.read(() => brandOf(place.brand)),
    phones: optional.read(() => textsOf(place.phones, 'phones')) ?? [],
    websites: optional.read(() => textsOf(place.websites, 'websites')) ?? [],
    ...addressOf(place.addresses, optional),
    location: location(),
    categories: optional.read(() => categoriesOf(place)) ?? [],
  };
}

/** The primary name, else the first name in any language. */
function nameOf(value: unknown, member = 'names'): string | undefined {
  const names = objectOf(value, member, objectOrJson);
  return textOf(names?.primary, `${member}.primary`) ?? commonNamesOf(names, member)[0]?.text;
}

/** The names by language. */
function commonNamesOf(names: JsonObject | undefined, member: string) {
  const common = objectOf(mapOf(fromJson(names?.common)), `${member}.common`) ?? {};
  return Object.entries(common).flatMap(([language, value]) => {
    const text = textOf(value, `${member}.common.${language}`);
    return text === undefined ? [] : [{ text, language }];
  });
}

/** Variants of a name (https://docs.overturemaps.org/schema/concepts/by-theme/shared/names/), and the type of each. */
const variants: Readonly<Record<string, NameType | undefined>> = {
  official: 'official',
  alternate: 'alternative',
  short: 'short',
};

function furtherNamesOf(value: unknown): NameInput[] {
  const names = objectOf(value, 'names', objectOrJson);
  const rules = listOf(fromJson(names?.rules), 'names.rules').flatMap((entry, index) => {
    const member = `names.rules[${index}]`;
    const rule = objectOf(fromJson(entry), member) ?? {};
    const text = textOf(rule.value, `${member}.value`);
    const type = variants[textOf(rule.variant, `${member}.variant`) ?? ''];
    const language = textOf(rule.language, `${member}.language`);
    return text === undefined ? [] : [{ text, language, ...(type && { type }) }];
  });
  return [...commonNamesOf(names, 'names'), ...rules];
}

function brandOf(value: unknown): string | undefined {
  return nameOf(fromJson(objectOf(value, 'brand', objectOrJson)?.names), 'brand.names');
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
  const alternates = [
    ...textsOf(taxonomy?.alternates, 'taxonomy.alternates'),
    ...textsOf(categories?.alternate, 'categories.alternate'),
  ].filter((key) => key !== primary && !hierarchy.includes(key));
  return [
    {
      ...categoryNamed(general),
      ...(primary !== general && { subcategory: categoryNamed(primary) }),
      // A category map may name any level in between.
      names: [primary, ...hierarchy.slice(1, -1).reverse()],
      parentNames: [general],
    },
    // The data set does not name the general categories of alternates.
    ...[...new Set(alternates)].map((key) => ({
      ...{ ...categoryNamed(key), names: [key], parentNames: [] },
      isFurther: true,
    })),
  ];
}

function categoryNamed(key: string): { id: string; name: string } {
  return { id: `overture-${key}`, name: displayName(key) };
}
