import { Random } from '../../test/support/random.js';
import { type Target } from './load/load.js';
import { type Kind, searchesOf } from './searches.js';
import { people, personAt, type World } from './world.js';

/** Paths of the service, by kind. */
export type Paths = Readonly<Record<string, readonly string[]>>;

interface Size {
  readonly seed: number;
  /** The number of different searches of each kind. */
  readonly count: number;
}

export function pathsOf(kinds: Readonly<Record<string, Kind>>, { places }: World, { seed, count }: Size): Paths {
  const of = (kind: Kind): string[] => searchesOf(kind, count, places, new Random(seed));
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, of(kind)]));
}

/** A path of each user. */
export function personPaths(list = ''): string[] {
  return Array.from({ length: people.count }, (_, at) => `/v2/users/${personAt(at)}${list}`);
}

/** Type-ahead of random prefixes of names, a quarter of the longer ones with a wrong letter. */
export function suggestPaths({ places }: World, { seed, count }: Size): string[] {
  const random = new Random(seed);
  const texts = Array.from({ length: count }, () => {
    const letters = Array.from(random.pick(places).name);
    const typed = letters.slice(0, random.between(1, letters.length));
    if (typed.length >= 4 && random.next() < 0.25) typed[random.between(0, typed.length - 1)] = 'x';
    return typed.join('').trim();
  });
  return [...new Set(texts)].map((q) => `/v2/places/suggest?${new URLSearchParams({ q }).toString()}`);
}

/** Equal parts of all kinds, in turn. */
export function mixOf(kinds: Paths): string[] {
  const lists = Object.values(kinds);
  const shortest = lists.length === 0 ? 0 : Math.min(...lists.map(({ length }) => length));
  return Array.from({ length: shortest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/**
 * Draws positions from 0 by Zipf's law: the position at rank r comes in proportion to 1 / r^exponent.
 *
 * @param size the number of positions
 */
export function zipf(
  random: Random,
  { size, exponent, draws }: { size: number; exponent: number; draws: number },
): number[] {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 1; rank <= size; rank += 1) sums[rank - 1] = sum += rank ** -exponent;
  return Array.from({ length: draws }, () => firstAtLeast(sums, random.next() * sum));
}

function firstAtLeast(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Sends the first hundred requests. @returns how many places each finds, of the service or Solr */
export async function foundBy({ url, requests }: Target): Promise<number[]> {
  const found: number[] = [];
  for (const { path, headers } of requests.slice(0, 100)) {
    const response = await fetch(`${url}${path}`, { headers });
    const { results, response: ofSolr, hits } = (await response.json()) as FoundBody;
    found.push(results?.header.found ?? ofSolr?.numFound ?? hits?.total.value ?? Number.NaN);
  }
  return found;
}

interface FoundBody {
  readonly results?: { readonly header: { readonly found: number } };
  readonly response?: { readonly numFound: number };
  readonly hits?: { readonly total: { readonly value: number } };
}
