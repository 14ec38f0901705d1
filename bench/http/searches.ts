import { type Random } from '../../test/support/random.js';
import { type PlaceLine } from '../places.js';

/** Makes the parameters of a search for a place; undefined if the place lacks a field. */
export type Kind = (place: PlaceLine, random: Random) => Record<string, string | string[]> | undefined;

/** One or two words of a name. */
export const term: Kind = ({ name }, random) => {
  const words = wordsOf(name);
  const [first] = random.shuffle(words);
  return first === undefined ? undefined : { q: random.next() < 0.5 ? first : words.slice(0, 2).join(' ') };
};

/** Different searches of one kind, as paths. Reproducible by the seed. */
export function searchesOf(kind: Kind, count: number, places: readonly PlaceLine[], random: Random): string[] {
  const paths = new Set<string>();
  // Some kinds have fewer different searches.
  for (let attempt = 0; paths.size < count && attempt < 20 * count; attempt += 1) {
    const parameters = kind(random.pick(places), random);
    if (parameters) paths.add(`${searchPath(parameters)}&rows=10`);
  }
  return [...paths];
}

export function searchPath(parameters: Record<string, string | string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, given]) =>
    [given].flat().map((value): [string, string] => [name, value]),
  );
  return `/v2/places?${new URLSearchParams(pairs).toString()}`;
}

function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 3);
}

function around({ lat, lng }: { lat: string; lng: string }, random: Random): Record<string, string> {
  const moved = (degrees: string): string => (Number(degrees) + (random.next() - 0.5) / 100).toFixed(5);
  return { 'location.lat': moved(lat), 'location.lng': moved(lng) };
}

/** @param half half of the height in degrees */
function rectangle({ lat, lng }: { lat: string; lng: string }, half: number): Record<string, string> {
  const at = (degrees: string, by: number): string => (Number(degrees) + by).toFixed(5);
  return {
    'location.nw.lat': at(lat, half),
    'location.nw.lng': at(lng, -half),
    'location.se.lat': at(lat, -half),
    'location.se.lng': at(lng, half),
  };
}

/** The kinds of the mix: searches that any search server answers. */
export const mixedKinds = {
  'words near a point': ({ name, address, location }, random) => {
    const words = oneOrTwo(name, random);
    if (words === undefined || !location || address?.city === undefined) return undefined;
    const point = { ...around(location, random), 'location.radius': '10000' };
    return { q: words, fq: `address.city:"${address.city}"`, ...point, sort: 'distance' };
  },
  words: ({ name }, random) => {
    const words = oneOrTwo(name, random);
    return words === undefined ? undefined : { q: words };
  },
  'two filters': (place, random) => {
    const filters = random.shuffle(filtersOf(place)).slice(0, 2);
    const [first, second] = random.shuffle(sortable);
    const sort = random.next() < 0.5 ? `${first} desc` : `${first} desc,${second} asc`;
    return filters.length < 2 ? undefined : { fq: filters, sort };
  },
  rectangle: ({ location }, random) => (location ? rectangle(moved(location, random), 0.05) : undefined),
} satisfies Record<string, Kind>;

/** Kinds beside the mix. */
export const otherKinds = {
  'no words': (place, random) => ({
    fq: random.pick(filtersOf(place).slice(0, 4)),
    start: String(10 * random.between(0, 99)),
  }),
  facets: ({ name }, random) => {
    const words = oneOrTwo(name, random);
    return words === undefined ? undefined : { q: words, 'facet.field': ['address.city', 'categories.name'] };
  },
} satisfies Record<string, Kind>;

/** A search that finds few places in an index of any size. */
export const telephone: Kind = ({ phones }) => (phones?.[0] === undefined ? undefined : { fq: `phones:${phones[0]}` });

const sortable = ['statistics.pageviews', 'statistics.rating', 'statistics.reviews', 'statistics.checkins'];

function oneOrTwo(name: string, random: Random): string | undefined {
  const words = wordsOf(name);
  const at = random.between(0, Math.max(0, words.length - 2));
  return words.length === 0 ? undefined : words.slice(at, at + random.between(1, 2)).join(' ');
}

/** A filter for each of eight fields, those with few different values first. */
function filtersOf({ address = {}, categories, utilities }: PlaceLine): string[] {
  const category = categories?.[0];
  const values = {
    'address.city': address.city,
    'address.zipcode': address.zipcode,
    'categories.name': category?.name,
    'categories.id': category?.id,
    'address.street': address.street,
    'address.state': address.state,
    'categories.subcategory.name': category?.subcategory?.name,
    'utilities.id': utilities?.[0]?.id,
  };
  return Object.entries(values).flatMap(([field, value]) => (value === undefined ? [] : `${field}:"${value}"`));
}

/** Up to some kilometres away, so that no two rectangles are equal. */
function moved({ lat, lng }: { lat: string; lng: string }, random: Random): { lat: string; lng: string } {
  const by = (degrees: string): string => (Number(degrees) + (random.next() - 0.5) / 20).toFixed(5);
  return { lat: by(lat), lng: by(lng) };
}
