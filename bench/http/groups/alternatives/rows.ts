import { Random } from '../../../../src/demonstration/island/random.js';
import { type Bench } from '../../bench.js';
import { type KindOfPaths, mixOf, pathsOf, suggestPaths } from '../../requests/paths.js';
import { mixedKinds, otherKinds } from '../../requests/questions.js';
import { zipf } from '../../requests/zipf.js';
import { people, personAt } from '../../world/people.js';
import { type World } from '../../world/world.js';
import { type SideName } from './contestants.js';

/** One measurement: its requests and its sides, the first of which is compared with each other one. */
export interface Row {
  readonly name: string;
  readonly paths: readonly string[];
  readonly order?: readonly number[];
  readonly sides: readonly SideName[];
  readonly connections: readonly number[];
  /** Whether a place changes every second. */
  readonly isChanging?: boolean;
}

/** More than the service caches, so that no response of the mix is sent from its cache. */
const distinct = { full: 10_000, quick: 2_000 };

/** Repeated searches, drawn by Zipf's law: few are frequent, many are rare. */
const repeated = { size: 5_000, exponent: 1, draws: 40_000 };

const uncached: readonly SideName[] = ['service', 'express', 'plain', 'solr'];
const ofRecords: readonly SideName[] = ['service', 'express', 'withDefaults'];
const cached: readonly SideName[] = ['withDefaults', 'express', 'plain', 'cachedSolr'];

export function quickRows(world: World, { seed }: Bench): Row[] {
  const mix = mixOf(pathsOf(mixedKinds, world, { seed, count: distinct.quick }));
  return [
    { name: 'mix', paths: mix, sides: ['service', 'express', 'plain'], connections: [8] },
    repeatedMix(mix, seed, ['withDefaults', 'express', 'plain']),
  ];
}

export function fullRows(world: World, { seed }: Bench): Row[] {
  const size = { seed, count: distinct.full };
  const mixed = pathsOf(mixedKinds, world, size);
  const mix = mixOf(mixed);
  const searches = { ...mixed, ...pathsOf(otherKinds, world, size), suggest: suggestPaths(world, size) };
  const again = repeatedMix(mix, seed, cached);
  return [
    ...rowsOf(searches, uncached),
    ...rowsOf(recordPaths(), ofRecords),
    // By then all sides have compiled what each kind needs.
    { name: 'mix', paths: mix, sides: [...uncached, 'withDefaults'], connections: [8, 1, 64] },
    again,
    // It changes the places, so it comes last.
    { ...again, name: 'repeated mix while a place changes every second', isChanging: true },
  ];
}

function repeatedMix(mix: readonly string[], seed: number, sides: readonly SideName[]): Row {
  const random = new Random(seed);
  const paths = random.shuffle(mix).slice(0, repeated.size);
  return { name: 'repeated mix', paths, order: zipf(random, repeated), sides, connections: [8] };
}

function rowsOf(kinds: KindOfPaths, sides: readonly SideName[]): Row[] {
  return Object.entries(kinds).map(([name, paths]) => ({ name, paths, sides, connections: [8, 1] }));
}

function recordPaths(): KindOfPaths {
  const users = Array.from({ length: people.count }, (_, at) => `/v2/users/${personAt(at)}`);
  const of = (list: string): string[] => users.map((user) => `${user}${list}`);
  return { user: of(''), followers: of('/followers'), reviews: of('/places/reviews') };
}
