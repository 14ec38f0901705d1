import { type Bench, type GroupResult } from '../bench.js';
import { type Target } from '../load/load.js';
import { type Check } from '../measure/check.js';
import { type Comparison } from '../measure/comparison.js';
import { takeTurns } from '../measure/rounds.js';
import { recorded } from '../requests/recorded.js';
import { expectSameResponses } from '../requests/same-responses.js';
import { kinds, searchesOf } from '../requests/searches.js';
import { type World } from '../world/world.js';
import { Random } from '../../random.js';
import { elasticsearchOf, serviceAt } from './contestants.js';

/** Different requests of each kind. */
const requestsOfKind = { full: 400, quick: 100 };

/** The kinds of `--quick`. */
const quickKinds: readonly string[] = ['term', 'rectangle'];

/** Each kind of search without cached responses, and Elasticsearch with the same request bodies. */
export async function searchGroup(bench: Bench): Promise<GroupResult[]> {
  const worlds = bench.large ? [bench.small, bench.large] : [bench.small];
  const results: GroupResult[] = [];
  for (const world of worlds) results.push(await searchesIn(world, bench));
  return results;
}

async function searchesIn(world: World, bench: Bench): Promise<GroupResult> {
  const { load, services, seed, rounds, connections, isQuick } = bench;
  const service = await services.of(world, 'withoutCache');
  const names = Object.keys(kinds).filter((name) => !isQuick || quickKinds.includes(name)) as (keyof typeof kinds)[];
  const count = requestsOfKind[isQuick ? 'quick' : 'full'];
  const pathsOf = new Map(names.map((name) => [name, searchesOf(kinds[name], count, world.places, new Random(seed))]));
  const sent = await recorded([...pathsOf.values()].flat(), world, services);
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  for (const [name, paths] of pathsOf) {
    const pair = [serviceAt(service, paths), elasticsearchOf(world, sent.splice(0, paths.length))] as const;
    await expectSameResponses([pair[0].target, pair[1].target], (body, { url }: Target) =>
      url === service.url ? shownIds(body) : foundIds(body),
    );
    for (const count of connections.filter((count) => isFeasible(name, world, count))) {
      const comparison = await takeTurns(load, name, pair, { ...rounds, connections: count });
      comparisons.push(comparison);
      checks.push(...checksOf(comparison));
    }
  }
  return { name: `search, ${world.count.toLocaleString('en')} places`, comparisons, checks };
}

/** Elasticsearch returns a dozen deep pages of a million places a second: too few for 64 connections. */
function isFeasible(name: keyof typeof kinds, world: World, connections: number): boolean {
  return name !== 'deep' || connections <= 16 || world.count < 100_000;
}

function checksOf({ name, connections, ratios, p50Difference }: Comparison): Check[] {
  if (connections === 1) {
    return [
      { name: `${name}, p50 at 1 connection`, measured: p50Difference, atMost: 1, unit: 'ms above Elasticsearch' },
    ];
  }
  if (connections !== 16) return [];
  const unit = 'times Elasticsearch';
  return [
    { name: `${name}, throughput at 16 connections`, measured: ratios.throughput, atLeast: 0.8, unit },
    { name: `${name}, p99 at 16 connections`, measured: ratios.p99, atMost: 1.5, unit },
  ];
}

function shownIds(body: unknown): unknown {
  const { results } = body as { results: { header: { found: number }; places: { id: string }[] } };
  return [results.header.found, results.places.map(({ id }) => id)];
}

function foundIds(body: unknown): unknown {
  const { hits } = body as { hits: { total: { value: number }; hits: { _id: string }[] } };
  return [hits.total.value, hits.hits.map(({ _id }) => _id)];
}
