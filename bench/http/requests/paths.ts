import { Random } from '../../../src/demonstration/island/random.js';
import { type World } from '../world/world.js';
import { type Kind, searchesOf } from './searches.js';
import { typedTexts } from './typed-texts.js';

/** Paths of the service, by kind. */
export type KindOfPaths = Readonly<Record<string, readonly string[]>>;

interface Size {
  readonly seed: number;
  /** The number of different searches of each kind. */
  readonly count: number;
}

export function pathsOf(kinds: Readonly<Record<string, Kind>>, { places }: World, { seed, count }: Size): KindOfPaths {
  const of = (kind: Kind): string[] => searchesOf(kind, count, places, new Random(seed));
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, of(kind)]));
}

/** Different texts of type-ahead. */
export function suggestPaths({ places }: World, { seed, count }: Size): string[] {
  const names = places.map(({ name }) => name);
  const texts = typedTexts(names, new Random(seed), count).map(({ text }) => text);
  return [...new Set(texts)].map((q) => `/v2/places/suggest?${new URLSearchParams({ q }).toString()}`);
}

/** Equal parts of all kinds, in turn. */
export function mixOf(kinds: KindOfPaths): string[] {
  const lists = Object.values(kinds);
  const shortest = lists.length === 0 ? 0 : Math.min(...lists.map(({ length }) => length));
  return Array.from({ length: shortest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
