import { searchPath } from '../../bench/http/searches.js';
import { type Random } from '../support/random.js';

/** Makes the paths of requests that a client sends to stop all others. */
export interface Attack {
  (random: Random): string;
  /** How many connections one client opens. By default 1, 2, 4 and 16. */
  readonly connections?: readonly number[];
  /** How often the client closes all its connections, in milliseconds, whether it got responses or not. */
  readonly abandonEveryMs?: number;
}

const latin = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Outside the Basic Multilingual Plane: four bytes each in UTF-8. */
const gothic = Array.from({ length: 27 }, (_, at) => String.fromCodePoint(0x1_03_30 + at));

const world = {
  'location.nw.lat': '90',
  'location.nw.lng': '-180',
  'location.se.lat': '-90',
  'location.se.lng': '180',
};

const sortKeys = ['city', 'district', 'street', 'number', 'zipcode', 'state', 'country'].map(
  (name) => `address.${name}`,
);
const facets = ['country', 'state', 'city', 'district'].map((name) => `address.${name}`);
const centre = { 'location.lat': '41.8', 'location.lng': '-71.4' };

export const attacks: Readonly<Record<string, Attack>> = {
  '16 words of 15 letters of four bytes': (random) => searchPath({ q: words(random, gothic, 16, 15) }),
  '16 random words of 14 letters': (random) => searchPath({ q: words(random, latin, 16, 14) }),
  '8 random words of 20 letters': (random) => searchPath({ q: words(random, latin, 8, 20) }),
  'sorts, facets and depth, all over the world': (random) =>
    searchPath({
      ...world,
      sort: [...random.shuffle(sortKeys), 'name'].join(','),
      'facet.field': facets,
      start: String(9950 - random.between(0, 99)),
      rows: '50',
    }),
  'sorts over the world': (random) =>
    searchPath({ ...world, sort: random.shuffle(sortKeys).join(','), start: String(random.between(0, 900)) }),
  '64 prefixes of two letters': (random) =>
    searchPath({ fq: Array.from({ length: 64 }, () => `name:${letters(random, latin, 2)}*`).join(' OR ') }),
  'relevance around a centre, everywhere': (random) =>
    searchPath({
      ...centre,
      'location.radius': String(900_000 + random.between(0, 99_999)),
      start: String(random.between(0, 900)),
    }),
  'no words': (random) =>
    searchPath({
      fq: `statistics.pageviews:[* TO ${random.between(900, 99_999)}]`,
      sort: `name ${random.pick(['asc', 'desc'])}`,
    }),
  'suggestions for 8 random words': (random) =>
    `/v2/places/suggest?${new URLSearchParams({ q: words(random, latin, 8, 20) }).toString()}`,
  'suggestions for two letters, all over the world': (random) =>
    `/v2/places/suggest?${new URLSearchParams({ ...world, q: letters(random, latin, 2), fq: `statistics.pageviews:[* TO ${random.between(900, 99_999)}]` }).toString()}`,
  'cursors that are never read to the end': (random) =>
    searchPath({ cursorMark: '*', fq: `statistics.pageviews:[${random.between(0, 99)} TO *]` }),
  'a word, from as many connections as the service serves': Object.assign(
    (random: Random) => searchPath({ q: letters(random, latin, 4) }),
    { connections: [300, 600] },
  ),
  'searches that are abandoned while they wait for others': Object.assign(
    (random: Random) => searchPath({ q: letters(random, latin, 4) }),
    { abandonEveryMs: 10 },
  ),
};

function words(random: Random, alphabet: readonly string[], count: number, length: number): string {
  return Array.from({ length: count }, () => letters(random, alphabet, length)).join(' ');
}

function letters(random: Random, alphabet: readonly string[], length: number): string {
  return Array.from({ length }, () => random.pick(alphabet)).join('');
}
