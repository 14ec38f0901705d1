import { type Bench, type GroupResult } from '../bench.js';
import { type Comparison } from '../measure/comparison.js';
import { takeTurns } from '../measure/rounds.js';
import { recorded } from '../requests/recorded.js';
import { kinds, searchesOf } from '../requests/searches.js';
import { zipf } from '../requests/zipf.js';
import { beginChanges } from '../world/changes.js';
import { Random } from '../../random.js';
import { elasticsearchOf, serviceAt } from './contestants.js';

/** The number of different requests. The frequency of rank r is in proportion to 1 / r^exponent. */
const distinct = 10_000;
const exponent = 1;
const draws = { full: 40_000, quick: 4_000 };

/** The share of each kind of search. */
const parts = { term: 0.4, near: 0.3, rectangle: 0.2, filters: 0.1 };

/** A change of the index invalidates cached searches. */
const whileChanging = 'zipf while a place changes every second';

/** Searches of many users: few are frequent, many are rare. The service has its default settings. */
export async function zipfGroup({ load, services, small, seed, rounds, isQuick }: Bench): Promise<GroupResult[]> {
  const random = new Random(seed);
  const all = Object.entries(parts).flatMap(([name, part]) =>
    searchesOf(kinds[name as keyof typeof parts], distinct * part, small.places, random),
  );
  const paths = random.shuffle(all);
  const order = zipf(random, { size: paths.length, exponent, draws: draws[isQuick ? 'quick' : 'full'] });
  // Only drawn requests are recorded.
  const drawn = [...new Set(order)];
  const place = new Map(drawn.map((position, at) => [position, at]));
  const ownOrder = order.map((position) => place.get(position) ?? 0);
  const ownPaths = drawn.map((position) => paths[position] ?? '');
  const sent = await recorded(ownPaths, small, services);
  const service = await services.of(small, 'asDelivered');
  const pair = [serviceAt(service, ownPaths, ownOrder), elasticsearchOf(small, sent, ownOrder)] as const;
  const comparisons: Comparison[] = [];
  for (const connections of isQuick ? [16] : [16, 64]) {
    comparisons.push(await takeTurns(load, 'zipf', pair, { ...rounds, connections }));
  }
  if (!isQuick) {
    const endChanges = await beginChanges(small);
    comparisons.push(await takeTurns(load, whileChanging, pair, { ...rounds, connections: 16 }));
    await endChanges();
  }
  const checks = comparisons
    .filter(({ name, connections }) => name !== whileChanging && connections === 16)
    .map(({ ratios }) => ({
      name: `${paths.length.toLocaleString('en')} requests by Zipf, throughput at 16 connections`,
      measured: ratios.throughput,
      atLeast: 2,
      unit: 'times Elasticsearch',
    }));
  return [{ name: 'zipf', comparisons, checks }];
}
