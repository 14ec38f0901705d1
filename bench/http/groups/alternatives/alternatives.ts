import { Random } from '../../../random.js';
import { type Bench, type GroupResult } from '../../bench.js';
import { type Load, type Target } from '../../load/load.js';
import { type Comparison } from '../../measure/comparison.js';
import { takeTurnsOfAll } from '../../measure/rounds.js';
import { mixedKinds, otherKinds } from '../../requests/questions.js';
import { type Kind, searchesOf } from '../../requests/searches.js';
import { typedTexts } from '../../requests/typed-texts.js';
import { zipf } from '../../requests/zipf.js';
import { people, personAt } from '../../world/people.js';
import { type World } from '../../world/world.js';
import { checksOf } from './checks.js';
import { contestantsFor, type SideName } from './contestants.js';
import { foundDifferences } from './found.js';
import { indexSizes } from './sizes.js';
import { startSides } from './sides.js';

/** More than the service caches, so that no response of the mix is sent from its cache. */
const distinct = { full: 10_000, quick: 2_000 };

/** Repeated searches, drawn by Zipf's law. */
const repeated = { size: 5_000, exponent: 1, draws: 40_000 };

/** Requests of the mix before the first measurement, and bursts of two seconds at most. */
const warmUps = { full: { requests: 8_000, bursts: 30 }, quick: { requests: 2_000, bursts: 3 } };

const uncached: readonly SideName[] = ['service', 'express', 'plain', 'solr'];
const ofResources: readonly SideName[] = ['service', 'express', 'withDefaults'];

/** One measurement: its requests and its sides, the first of which is compared with each other one. */
interface Row {
  readonly name: string;
  readonly paths: readonly string[];
  readonly order?: readonly number[];
  readonly sides: readonly SideName[];
  readonly connections: readonly number[];
}

/** The service and what a user would have instead of it, over the same places and with the same questions. */
export async function alternativesGroup(bench: Bench): Promise<GroupResult[]> {
  const { small, large, load, rounds, isQuick } = bench;
  const world = large ?? small;
  const sides = await startSides(bench, world);
  const rows = isQuick ? quickRows(world, bench) : fullRows(world, bench);
  const [mix] = rows;
  const notes = typeof sides.solr === 'string' ? [sides.solr] : [];
  const comparisons: Comparison[] = [];
  for (const { target } of contestantsFor(sides, mix.sides, mix.paths)) await warmUp(load, target, isQuick);
  for (const { name, paths, order, sides: chosen, connections } of rows) {
    const [first, ...others] = contestantsFor(sides, chosen, paths, order);
    if (!first) continue;
    if (!isQuick && !name.startsWith('repeated') && paths[0]?.startsWith('/v2/places?') === true) {
      notes.push(await foundDifferences(name, [first, ...others]));
    }
    for (const count of connections) {
      comparisons.push(...(await takeTurnsOfAll(load, name, [first, ...others], { ...rounds, connections: count })));
    }
  }
  const sizes = await indexSizes(sides, world);
  for (const [name, bytes] of Object.entries(sizes)) {
    notes.push(`Index of ${world.count.toLocaleString('en')} places, ${name}: ${(bytes / 1e6).toFixed(1)} MB.`);
  }
  await fetch(sides.plain, { method: 'DELETE' });
  return resultsOf(comparisons, { notes, bytesOfPlace: (sizes.service ?? 0) / world.count, count: world.count });
}

/** Counts requests and not seconds, so that all sides reach their compiled code on a busy machine, too. */
async function warmUp(load: Load, target: Target, isQuick: boolean): Promise<void> {
  const { requests, bursts } = warmUps[isQuick ? 'quick' : 'full'];
  for (let [sent, burst] = [0, 0]; sent < requests && burst < bursts; burst += 1) {
    sent += (await load.warmUp(target, { connections: 8, seconds: 2 })).requests;
  }
}

/** A result for each of the other sides. */
function resultsOf(
  comparisons: readonly Comparison[],
  { notes, bytesOfPlace, count }: { notes: readonly string[]; bytesOfPlace: number; count: number },
): GroupResult[] {
  const others = [...new Set(comparisons.map(({ sides: [, other] }) => other.name))];
  const results = others.map((other): GroupResult => {
    const own = comparisons.filter(({ sides }) => sides[1].name === other);
    return {
      name: `alternatives, ${count.toLocaleString('en')} places: ${other}`,
      comparisons: own,
      checks: checksOf(own),
    };
  });
  const size = { name: 'index', measured: bytesOfPlace, atMost: 400, unit: 'bytes a place' };
  return [...results, { name: 'alternatives', comparisons: [], checks: [size], notes }];
}

function quickRows(world: World, { seed }: Bench): [Row, ...Row[]] {
  const paths = mixOf(kindsIn(world, seed, distinct.quick));
  return [{ name: 'mix', paths, sides: ['service', 'express', 'plain'], connections: [8] }];
}

function fullRows(world: World, { seed }: Bench): [Row, ...Row[]] {
  const random = new Random(seed);
  const mixed = kindsIn(world, seed, distinct.full);
  const mix = mixOf(mixed);
  const others = pathsOf(otherKinds, world, seed, distinct.full);
  const typed = typedTexts(
    world.places.map(({ name }) => name),
    random,
    distinct.full,
  ).map(({ text }) => `/v2/places/suggest?${new URLSearchParams({ q: text }).toString()}`);
  const users = Array.from({ length: people.count }, (_, at) => `/v2/users/${personAt(at)}`);
  const some = random.shuffle(mix).slice(0, repeated.size);
  const kinds: Row[] = [
    ...Object.entries(mixed),
    ...Object.entries(others),
    ['suggest', [...new Set(typed)]] as const,
  ].map(([name, paths]) => ({ name, paths, sides: uncached, connections: [8, 1] }));
  const resources = { user: '', followers: '/followers', reviews: '/places/reviews' };
  const records: Row[] = Object.entries(resources).map(([name, path]) => ({
    name,
    paths: users.map((user) => `${user}${path}`),
    sides: ofResources,
    connections: [8, 1],
  }));
  return [
    { name: 'mix', paths: mix, sides: [...uncached, 'withDefaults'], connections: [8, 1, 64] },
    ...kinds,
    ...records,
    {
      name: 'repeated mix',
      paths: some,
      order: zipf(random, repeated),
      sides: ['withDefaults', 'express', 'plain', 'cachedSolr'],
      connections: [8, 64],
    },
  ];
}

function kindsIn(world: World, seed: number, count: number): Record<string, string[]> {
  return pathsOf(mixedKinds, world, seed, count);
}

function pathsOf(
  kinds: Readonly<Record<string, Kind>>,
  world: World,
  seed: number,
  count: number,
): Record<string, string[]> {
  const of = (kind: Kind): string[] => searchesOf(kind, count, world.places, new Random(seed));
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, of(kind)]));
}

/** Equal parts of all kinds, in turn. */
function mixOf(kinds: Readonly<Record<string, readonly string[]>>): string[] {
  const lists = Object.values(kinds);
  const shortest = Math.min(...lists.map(({ length }) => length));
  return Array.from({ length: shortest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
