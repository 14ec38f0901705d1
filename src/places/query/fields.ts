import { distance } from 'fastest-levenshtein';

/**
 * What a field holds, and so what a filter may ask of it (design sections 5 and 9):
 * - `text`: words; a filter matches all of them, quoted as a phrase
 * - `exact`: one value, compared without case and accents
 * - `id`: one value, compared with case
 * - `number`: takes ranges
 * - `presence`: there or not, such as the address of a picture
 * - `parent`: an object or a list; there when anything in it is
 * - `relevance`, `distance`: not of the record; the search works them out
 */
type FieldKind = 'text' | 'exact' | 'id' | 'number' | 'presence' | 'parent' | 'relevance' | 'distance';

/** One entry of the catalogue. */
export interface Field {
  /** The path in JSON. Lists add nothing to it: `categories.name`. */
  readonly name: string;
  /** Other names of the same field: the path in XML, where list elements have names of their own. */
  readonly aliases: readonly string[];
  readonly kind: FieldKind;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly selectable: boolean;
  /** Whether its values can be counted (`facet.field`): few of them, each of many places. */
  readonly facetable: boolean;
  /** Whether `fl=*`, and no `fl`, brings it. */
  readonly default: boolean;
  /** A filter, a sort or a selection that uses the field. */
  readonly example: string;
  /** The Elasticsearch fields that a value is looked for in. */
  readonly searched: readonly string[];
  /** The Elasticsearch field whose existence is the field's presence; `undefined` when every place has it. */
  readonly present: string | undefined;
  /** The Elasticsearch field that sorts. */
  readonly sorted: string | undefined;
  /** Numbers only: whether every value is whole. */
  readonly integer: boolean;
}

/** Where the whole catalogue can be read; faults about names point to it. */
export const FIELD_LIST = '/v2/places/fields';

type Details = Partial<Omit<Field, 'name' | 'kind'>>;

function field(name: string, kind: FieldKind, details: Details = {}): Field {
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
    searched: [name],
    present: name,
    sorted: details.sortable === true ? name : undefined,
    integer: false,
    ...details,
  };
}

/** A link is made from the id of what it belongs to, so it is there whenever that id is. */
function link(name: string, present: string | undefined, aliases: readonly string[] = []): readonly Field[] {
  const of = (member: string): readonly string[] => aliases.map((alias) => `${alias}.${member}`);
  return [
    field(name, 'parent', { aliases, present }),
    field(`${name}.rel`, 'presence', { aliases: of('rel'), present }),
    field(`${name}.uri`, 'presence', { aliases: of('uri'), present }),
  ];
}

const extra = { default: false } as const;
const sortable = { sortable: true } as const;
const facetable = { facetable: true } as const;

/**
 * The catalogue of place fields (interface section 2.5; design sections 2, 5 and 9), in the order of the record: the
 * only source of field names for filters, sort, `fl`, the mapping, error texts and documentation.
 */
export const FIELDS: readonly Field[] = [
  field('relevance', 'relevance', {
    filterable: false,
    selectable: false,
    default: false,
    sortable: true,
    searched: [],
    present: undefined,
    sorted: '_score',
    example: 'relevance',
  }),
  field('id', 'id', { ...sortable, present: undefined, example: 'id:("4" OR "7")' }),
  ...link('link', undefined),
  field('name', 'text', { ...sortable, sorted: 'name.folded', example: 'name:"mercado municipal"' }),
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
  field('location', 'parent'),
  field('location.lat', 'number', { example: 'location.lat:[-24 TO -23]' }),
  field('location.lng', 'number', { example: 'location.lng:{-47 TO *]' }),
  field('location.distance', 'distance', {
    aliases: ['distance'],
    filterable: false,
    sortable: true,
    searched: [],
    present: undefined,
    sorted: 'geo',
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
  // The interface calls this filter "category or subcategory identifier" (section 4.3).
  field('categories.subcategory.id', 'id', {
    aliases: ['categories.category.subcategory.id'],
    searched: ['categories.id', 'categories.subcategory.id'],
    example: 'categories.category.subcategory.id:food.pizza',
  }),
  field('categories.subcategory.name', 'exact', {
    ...facetable,
    aliases: ['categories.category.subcategory.name'],
    example: 'categories.category.subcategory.name:(Pizzaria OR Padaria)',
  }),
  field('statistics', 'parent'),
  field('statistics.pageviews', 'number', { ...sortable, integer: true, example: 'statistics.pageviews:[1000 TO *]' }),
  field('statistics.rating', 'number', { ...sortable, example: 'statistics.rating:[4 TO 5]' }),
  field('statistics.reviews', 'number', { ...sortable, integer: true, example: 'statistics.reviews:{0 TO *]' }),
  field('statistics.checkins', 'number', { ...sortable, integer: true, example: 'statistics.checkins:[10 TO 100}' }),
  field('statistics.photos', 'number', { ...sortable, integer: true, example: '-statistics.photos:0' }),
  field('featured', 'parent', extra),
  field('featured.photo', 'parent', extra),
  field('featured.photo.medium', 'presence', extra),
  field('placeLists', 'parent', { ...extra, aliases: ['placeLists.placeList'] }),
  field('placeLists.id', 'id', {
    ...extra,
    aliases: ['placeLists.placeList.id'],
    example: 'placeLists.placeList.id:7',
  }),
  field('utilities', 'parent', { ...extra, aliases: ['utilities.utility'] }),
  field('utilities.id', 'id', { ...extra, aliases: ['utilities.utility.id'], example: 'utilities.utility.id:2' }),
  field('utilities.name', 'exact', {
    ...extra,
    ...facetable,
    aliases: ['utilities.utility.name'],
    example: 'utilities.utility.name:"Reservar Mesa"',
  }),
  field('openingHours', 'exact', { ...extra, example: 'openingHours:24/7' }),
];

const byName: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((entry) => [entry.name, ...entry.aliases].map((name) => [name, entry] as const)),
);

/** The field of that name, in any of its spellings. Names compare with case (design section 9). */
export function findField(name: string): Field | undefined {
  return byName.get(name);
}

/** What a misspelt name is compared with: a path, and its last parts, which may stand for all of it. */
const candidates = [...byName].map(([name, entry]) => {
  const path = name.toLowerCase();
  const parts = path.split('.');
  return { field: entry, name, path, tails: parts.slice(1).map((_, at) => parts.slice(-1 - at).join('.')) };
});

/** A third of the letters may be wrong, so a longer text is no misspelling of any name. */
const LONGEST_MISSPELLING = 1.5 * Math.max(...candidates.map(({ name }) => name.length));

/**
 * The name, among those of the fields that `admits`, that a misspelt one is nearest to: the fewest edits, without
 * regard to case, and no more than a third of its length. The last parts of a path may stand for all of it: `citi`
 * is near `address.city`.
 */
export function suggestField(name: string, admits: (field: Field) => boolean): string | undefined {
  if (name.length > LONGEST_MISSPELLING) return undefined;
  const wanted = name.toLowerCase();
  const dots = name.split('.').length - 1;
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const { field: entry, name: candidate, path, tails } of candidates) {
    if (!admits(entry)) continue;
    let edits = distanceWithin(fewest, wanted, path);
    // A whole path comes before a part of one.
    const tail = tails[dots];
    if (tail !== undefined) edits = Math.min(edits, distanceWithin(fewest, wanted, tail) + 0.5);
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

/** How many edits lead from one text to the other; any number from `limit` on stands for all of them. */
function distanceWithin(limit: number, a: string, b: string): number {
  const difference = Math.abs(a.length - b.length);
  return difference >= limit ? difference : distance(a, b);
}

/** An entry of `GET /v2/places/fields` (design section 9). */
export interface FieldDescription {
  name: string;
  aliases: string[];
  type: FieldKind;
  filterable: boolean;
  sortable: boolean;
  selectable: boolean;
  default: boolean;
  example: string;
}

/** The catalogue as callers see it. */
export function fieldDescriptions(): FieldDescription[] {
  return FIELDS.map((entry) => ({
    name: entry.name,
    aliases: [...entry.aliases],
    type: entry.kind,
    filterable: entry.filterable,
    sortable: entry.sortable,
    selectable: entry.selectable,
    default: entry.default,
    example: entry.example,
  }));
}
