import { type Random } from '../support/random.js';
import { area, between, cities, words } from './places.js';

const users = ['/v2/users/maria', '/v2/users/maria/followers', '/v2/users/maria/places/reviews'];

/** Requests, and their share in percent. */
const mix: readonly (readonly [share: number, target: (random: Random, places: number) => string])[] = [
  [20, (random) => search({ q: `${random.pick(words)} ${random.between(1, 999)}` })],
  [
    15,
    (random) =>
      search({ fq: `address.city:"${random.pick(cities)}"`, q: random.pick(words), start: randomStart(random) }),
  ],
  [15, near],
  [5, (random) => search({ sort: 'statistics.rating desc,name', start: randomStart(random) })],
  [10, (random) => `/v2/places/suggest?${query({ q: `${random.pick(words)} ${random.between(1, 99)}` })}`],
  [15, (random, places) => `/v2/places/load-${random.between(0, places - 1)}`],
  [15, (random) => random.pick(users)],
  [5, () => '/v2/categories'],
];

const drawn = mix.flatMap(([share, target]) => Array.from({ length: share }, () => target));

/**
 * Paths of random requests to all kinds of endpoints. Few repeat, so the response cache helps little.
 *
 * @param places the number of places in the directory
 */
export function traffic(random: Random, places: number): () => string {
  return () => random.pick(drawn)(random, places);
}

function randomStart(random: Random): string {
  return `${random.between(0, 900)}`;
}

function near(random: Random): string {
  const centre = {
    'location.lat': between(random, area.south, area.north),
    'location.lng': between(random, area.west, area.east),
  };
  return search({
    ...centre,
    'location.radius': '200000',
    sort: 'distance',
    ...(random.next() < 0.2 && { wt: 'xml' }),
  });
}

function search(parameters: Record<string, string>): string {
  return `/v2/places?${query(parameters)}`;
}

function query(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}
