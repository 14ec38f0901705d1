import { type NameType } from '../../../places/place.js';
import { closed, defineFormat, type NameInput, type SourceCategory, type SourceRecord } from './define.js';
import {
  displayName,
  fromJson,
  invalidField,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
  textsOf,
} from './field-values.js';
import { positionOf } from './position.js';

/** Overture Maps places (https://docs.overturemaps.org/schema/reference/places/place/). Every field may be null. */
export const overture = defineFormat({
  source: {
    name: 'Overture Maps',
    license: 'https://cdla.dev/permissive-2-0/',
    attribution: 'Overture Maps Foundation',
  },
  files: 'Overture Maps: GeoJSON, also one feature per line, or Parquet',
  columns: [
    ...['id', 'geometry', 'names', 'categories', 'basic_category', 'taxonomy', 'websites', 'phones', 'addresses'],
    ...['operating_status', 'confidence', 'brand'],
  ],
  optionalColumns: ['names', 'brand'],
  id: (place) => {
    const id = textOf(place.whole.id, 'id') ?? place.strictText('id');
    if (id === undefined) throw invalidField('id', null, 'the identifier of the place');
    return `overture-${id}`;
  },
  skip: (place) => (isClosed(place) ? closed : undefined),
  name: ({ fields }) => nameOf(fields.names, 'names'),
  names: furtherNamesOf,
  brand: ({ fields }) => nameOf(objectOf(fields.brand, 'brand')?.names, 'brand.names'),
  phones: ['phones'],
  websites: ['websites'],
  country: addressPart('country'),
  state: addressPart('region'),
  city: addressPart('locality'),
  freeform: addressPart('freeform'),
  zipcode: addressPart('postcode'),
  location: ({ whole }) => positionOf(whole.geometry),
  categories: categoriesOf,
});

const statuses = ['open', 'temporarily_closed', 'permanently_closed'];

/** @throws InvalidRecordError for an unknown status */
function isClosed(place: SourceRecord): boolean {
  const status = place.strictText('operating_status') ?? 'open';
  if (!statuses.includes(status)) throw invalidField('operating_status', status, `one of ${statuses.join(', ')}`);
  // A confidence of 0 says that the place does not exist.
  return status === 'permanently_closed' || place.fields.confidence === 0;
}

/** The primary name, else the first name in any language. */
function nameOf(value: unknown, member: string): string | undefined {
  const names = objectOf(value, member);
  return textOf(names?.primary, `${member}.primary`) ?? commonNamesOf(names, member)[0]?.text;
}

/** The names by language. */
function commonNamesOf(names: JsonObject | undefined, member: string) {
  return pairsIn(names?.common, `${member}.common`).flatMap(([language, value]) => {
    const text = textOf(value, `${member}.common.${language}`);
    return text === undefined ? [] : [{ text, language }];
  });
}

/** The entries of a map. Arrow writes it as a list of keys and values: `[["en", "Cafe"]]` or `[{"key": "en", "value": "Cafe"}]`. */
function pairsIn(value: unknown, member: string): [string, unknown][] {
  const map = fromJson(value);
  if (!Array.isArray(map)) return Object.entries(objectOf(map, member) ?? {});
  const pairs = map.map((entry: unknown): [string, unknown] => {
    const [key, text] = Array.isArray(entry)
      ? (entry as unknown[])
      : Object.values(objectOf(entry, `${member}[]`) ?? {});
    return [String(key), text];
  });
  return [...new Map(pairs)];
}

/** Variants of a name (https://docs.overturemaps.org/schema/concepts/by-theme/shared/names/), and the type of each. */
const variants: Readonly<Record<string, NameType | undefined>> = {
  official: 'official',
  alternate: 'alternative',
  short: 'short',
};

function furtherNamesOf({ fields }: SourceRecord): NameInput[] {
  const names = objectOf(fields.names, 'names');
  const rules = listOf(names?.rules, 'names.rules').flatMap((entry, index) => {
    const member = `names.rules[${index}]`;
    const rule = objectOf(entry, member) ?? {};
    const text = textOf(rule.value, `${member}.value`);
    const type = variants[textOf(rule.variant, `${member}.variant`) ?? ''];
    const language = textOf(rule.language, `${member}.language`);
    return text === undefined ? [] : [{ text, language, ...(type && { type }) }];
  });
  return [...commonNamesOf(names, 'names'), ...rules];
}

/** A part of the first address. */
function addressPart(part: string) {
  return ({ fields }: SourceRecord): string | undefined => {
    const first = listOf(fields.addresses, 'addresses').find((entry) => entry !== null);
    return textOf(objectOf(first, 'addresses[0]')?.[part], `addresses[0].${part}`);
  };
}

/** Taxonomy levels run from general to specific. Older releases have one category and at most one general category. */
function categoriesOf({ fields }: SourceRecord): SourceCategory[] {
  const taxonomy = objectOf(fields.taxonomy, 'taxonomy');
  const categories = objectOf(fields.categories, 'categories');
  const hierarchy = textsOf(taxonomy?.hierarchy, 'taxonomy.hierarchy');
  const primary =
    textOf(taxonomy?.primary, 'taxonomy.primary') ??
    hierarchy.at(-1) ??
    textOf(categories?.primary, 'categories.primary') ??
    textOf(fields.basic_category, 'basic_category');
  if (primary === undefined) return [];
  const general = hierarchy[0] ?? textOf(fields.basic_category, 'basic_category') ?? primary;
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
