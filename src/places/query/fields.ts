import { editDistance } from '../words/words.js';

/**
 * What a field contains, and so which filters it accepts:
 * - `text`: words; a filter matches all of them, or a phrase if it is quoted
 * - `exact`: one value, compared without case and accents
 * - `id`: one value, compared with case
 * - `number`: a number, which also accepts ranges
 * - `presence`: only checked for presence with `[* TO *]`, such as the address of a picture
 * - `parent`: an object or a list of objects, such as `address`; present if any of its members is
 * - `relevance`, `distance`: computed by the search, not members of the record
 * - `open`: computed from the opening hours, at the time of the search
 */
export const FIELD_KINDS = [
  'text',
  'exact',
  'id',
  'number',
  'presence',
  'parent',
  'relevance',
  'distance',
  'open',
] as const;

type FieldKind = (typeof FIELD_KINDS)[number];

/** One entry of the catalogue, the list of place fields. `field()` below has the defaults. */
export interface Field {
  /** The path in JSON, without list indexes: `categories.name`. */
  readonly name: string;
  /** Other names: the path in XML, where list elements have names. */
  readonly aliases: readonly string[];
  readonly kind: FieldKind;
  /** Whether `fq` accepts it. */
  readonly filterable: boolean;
  /** Whether `sort` accepts it. For fields with one value. */
  readonly sortable: boolean;
  /** Whether `fl` accepts it. */
  readonly selectable: boolean;
  /** Whether `facet.field` counts its values. For fields with few different values. */
  readonly facetable: boolean;
  /** Whether lists select it for `fl=*` and without `fl`. */
  readonly default: boolean;
  /** A filter with the field. For a field without filters, a sort key or another parameter. */
  readonly example: string;
  /** The Elasticsearch fields that filters search. By default, the field of the same name. */
  readonly searchFields: readonly string[];
  /** The Elasticsearch field that exists if the place has the field; `undefined` if every place has it. */
  readonly existsField: string | undefined;
  /** The Elasticsearch field that `sort` uses. */
  readonly sortField: string | undefined;
  /** For numbers: whether all values are integers. Elasticsearch then stores a `long`, else a `double`. */
  readonly integer: boolean;
}

/** The endpoint that lists the catalogue. Faults about unknown names refer to it. */
export const FIELD_CATALOGUE_PATH = '/v2/places/fields';

type FieldOverrides = Partial<Omit<Field, 'name' | 'kind'>>;

function field(name: string, kind: FieldKind, overrides: FieldOverrides = {}): Field {
  return {
    name,
    kind,
    aliases: [],
    filterable: true,
    sortable: false,
    selectable: true,
    facetable: false,
    default: true,
    example: kind === 'parent' || kind === 'presence' ? `${name}:[* TO *]` : name,
    searchFields: [name],
    existsField: name,
    sortField: overrides.sortable === true ? name : undefined,
    integer: false,
    ...overrides,
  };
}

/** @param existsField the Elasticsearch field of the id that the link is built from. A place with this field has the link */
function link(name: string, existsField: string | undefined, aliases: readonly string[] = []): readonly Field[] {
  const of = (member: string): readonly string[] => aliases.map((alias) => `${alias}.${member}`);
  return [
    field(name, 'parent', { aliases, existsField }),
    field(`${name}.rel`, 'presence', { aliases: of('rel'), existsField }),
    field(`${name}.uri`, 'presence', { aliases: of('uri'), existsField }),
  ];
}

/** Lists return the field only if `fl` names it. */
const onlyIfNamed = { default: false } as const;
const sortable = { sortable: true } as const;
const facetable = { facetable: true } as const;

/** A field that is computed from the opening hours. It cannot be searched. */
const fromHours = {
  ...onlyIfNamed,
  filterable: false,
  searchFields: [],
  existsField: undefined,
  example: 'open=now',
} as const;

/**
 * The catalogue of place fields, in the order of the record. Filters, sort, `fl`, facets, the Elasticsearch mapping, error
 * texts and documentation are derived from it. docs/recipes/add-a-field.md names the files that a new field changes.
 */
export const FIELDS: readonly Field[] = [
  field('relevance', 'relevance', {
    filterable: false,
    selectable: false,
    default: false,
    sortable: true,
    searchFields: [],
    existsField: undefined,
    sortField: '_score',
    example: 'relevance',
  }),
  field('id', 'id', { ...sortable, existsField: undefined, example: 'id:("4" OR "7")' }),
  ...link('link', undefined),
  field('name', 'text', { ...sortable, sortField: 'name.folded', example: 'name:"mercado municipal"' }),
  // A list of objects, whose texts a filter finds.
  field('names', 'text', {
    ...onlyIfNamed,
    aliases: ['names.name'],
    searchFields: ['names.text'],
    existsField: 'names.text',
    example: 'names:"são paulo museum of art"',
  }),
  field('names.text', 'text', { ...onlyIfNamed, aliases: ['names.name.text'], example: 'names.text:museum' }),
  field('names.language', 'exact', {
    ...onlyIfNamed,
    aliases: ['names.name.language'],
    example: 'names.language:pt',
  }),
  field('names.type', 'exact', { ...onlyIfNamed, aliases: ['names.name.type'], example: 'names.type:old' }),
  field('brand', 'exact', { ...onlyIfNamed, ...facetable, example: 'brand:"Pão de Açúcar"' }),
  field('phones', 'exact', { aliases: ['phones.phone'], example: 'phones:551130000000' }),
  field('urlService', 'exact', { example: 'urlService:https://example.com/*' }),
  field('address', 'parent'),
  field('address.country', 'exact', { ...sortable, ...facetable, example: 'address.country:BR' }),
  field('address.state', 'exact', { ...sortable, ...facetable, example: 'address.state:SP' }),
  field('address.city', 'exact', { ...sortable, ...facetable, example: 'address.city:"São Paulo"' }),
  field('address.district', 'exact', { ...sortable, ...facetable, example: 'address.district:Pinheiros' }),
  field('address.street', 'exact', { ...sortable, example: 'address.street:"Rua Augusta"' }),
  field('address.number', 'exact', { ...sortable, example: 'address.number:100' }),
  field('address.zipcode', 'exact', { ...sortable, example: 'address.zipcode:013*' }),
  field('areas', 'parent', { ...onlyIfNamed, aliases: ['areas.area'], existsField: 'areas.id' }),
  field('areas.id', 'id', {
    ...onlyIfNamed,
    ...facetable,
    aliases: ['areas.area.id'],
    example: 'areas.id:br/sp/sao-paulo',
  }),
  field('location', 'parent'),
  field('location.lat', 'number', { example: 'location.lat:[-24 TO -23]' }),
  field('location.lng', 'number', { example: 'location.lng:{-47 TO *]' }),
  field('location.distance', 'distance', {
    aliases: ['distance'],
    filterable: false,
    sortable: true,
    searchFields: [],
    existsField: undefined,
    sortField: 'geo',
    example: 'distance',
  }),
  field('categories', 'parent', { aliases: ['categories.category'] }),
  field('categories.id', 'id', { aliases: ['categories.category.id'], example: 'categories.category.id:food' }),
  field('categories.name', 'exact', {
    ...facetable,
    aliases: ['categories.category.name'],
    example: 'categories.name:Restaurante',
  }),
  ...link('categories.link', 'categories.id', ['categories.category.link']),
  field('categories.subcategory', 'parent', { aliases: ['categories.category.subcategory'] }),
  // Also finds category ids, because existing clients expect it (docs/query-language.md).
  field('categories.subcategory.id', 'id', {
    aliases: ['categories.category.subcategory.id'],
    searchFields: ['categories.id', 'categories.subcategory.id'],
    example: 'categories.category.subcategory.id:food.pizza',
  }),
  field('categories.subcategory.name', 'exact', {
    ...facetable,
    aliases: ['categories.category.subcategory.name'],
    example: 'categories.category.subcategory.name:(Pizzaria OR Padaria)',
  }),
  field('kinds', 'parent', { ...onlyIfNamed, aliases: ['kinds.kind'], existsField: 'kinds.id' }),
  field('kinds.id', 'id', {
    ...onlyIfNamed,
    ...facetable,
    aliases: ['kinds.kind.id'],
    example: 'kinds.id:shop/bakery',
  }),
  field('statistics', 'parent'),
  field('statistics.pageviews', 'number', { ...sortable, integer: true, example: 'statistics.pageviews:[1000 TO *]' }),
  field('statistics.rating', 'number', { ...sortable, example: 'statistics.rating:[4 TO 5]' }),
  field('statistics.reviews', 'number', { ...sortable, integer: true, example: 'statistics.reviews:{0 TO *]' }),
  field('statistics.checkins', 'number', { ...sortable, integer: true, example: 'statistics.checkins:[10 TO 100}' }),
  field('statistics.photos', 'number', { ...sortable, integer: true, example: '-statistics.photos:0' }),
  field('featured', 'parent', onlyIfNamed),
  field('featured.photo', 'parent', onlyIfNamed),
  field('featured.photo.medium', 'presence', onlyIfNamed),
  field('placeLists', 'parent', { ...onlyIfNamed, aliases: ['placeLists.placeList'] }),
  field('placeLists.id', 'id', {
    ...onlyIfNamed,
    aliases: ['placeLists.placeList.id'],
    example: 'placeLists.placeList.id:7',
  }),
  field('utilities', 'parent', { ...onlyIfNamed, aliases: ['utilities.utility'] }),
  field('utilities.id', 'id', { ...onlyIfNamed, aliases: ['utilities.utility.id'], example: 'utilities.utility.id:2' }),
  field('utilities.name', 'exact', {
    ...onlyIfNamed,
    ...facetable,
    aliases: ['utilities.utility.name'],
    example: 'utilities.utility.name:"Reservar Mesa"',
  }),
  field('source', 'parent', { ...onlyIfNamed, existsField: 'source.name' }),
  field('source.name', 'exact', { ...onlyIfNamed, ...facetable, example: 'source.name:OpenStreetMap' }),
  field('source.license', 'exact', {
    ...onlyIfNamed,
    example: 'source.license:https://opendatacommons.org/licenses/odbl/*',
  }),
  field('source.attribution', 'exact', {
    ...onlyIfNamed,
    example: 'source.attribution:"© OpenStreetMap contributors"',
  }),
  field('open', 'open', fromHours),
  field('openChanges', 'open', fromHours),
  field('timeZone', 'open', { ...fromHours, example: 'fl=timeZone' }),
  field('openingHours', 'exact', { ...onlyIfNamed, example: 'openingHours:24/7' }),
];

const byName: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((entry) => [entry.name, ...entry.aliases].map((name) => [name, entry] as const)),
);

/** The field with this name or alias. Names are case-sensitive. */
export function findField(name: string): Field | undefined {
  return byName.get(name);
}

/** @throws Error if the catalogue has no such field */
export function requiredField(name: string): Field {
  const found = findField(name);
  if (!found) throw new Error(`There is no field ${name}`);
  return found;
}

/** The names with which a misspelt name is compared, and the ends of each name: `categories.name` has the end `name`. */
const candidates = [...byName].map(([name, entry]) => {
  const path = name.toLowerCase();
  const parts = path.split('.');
  return { field: entry, name, path, ends: parts.slice(1).map((_, index) => parts.slice(-1 - index).join('.')) };
});

/** A misspelt name may differ from a name in a third of its letters. A longer text is similar to no name. */
const MAX_MISSPELLING_LENGTH = 1.5 * Math.max(...candidates.map(({ name }) => name.length));

/**
 * The name that is nearest to a misspelt one: with the fewest edits, ignoring case, and at most a third of its length. The
 * end of a path counts as the path: `citi` is near `address.city`.
 *
 * @param isCandidate which fields may be suggested
 */
export function suggestField(name: string, isCandidate: (field: Field) => boolean): string | undefined {
  if (name.length > MAX_MISSPELLING_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  const dots = name.split('.').length - 1;
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const { field: entry, name: candidate, path, ends } of candidates) {
    if (!isCandidate(entry)) continue;
    let edits = editDistance(wanted, path, fewest);
    // A whole path is preferred to the end of a path.
    const end = ends[dots];
    if (end !== undefined) edits = Math.min(edits, editDistance(wanted, end, fewest) + 0.5);
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}
