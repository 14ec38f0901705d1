import { type Bench, type GroupResult } from '../bench.js';
import { type Comparison } from '../measure/comparison.js';
import { type Contestant, takeTurns } from '../measure/rounds.js';
import { recorded } from '../requests/recorded.js';
import { kinds, searchesOf } from '../requests/searches.js';
import { personAt } from '../world/people.js';
import { Random } from '../../random.js';
import { contestant, elasticsearchOf, serviceAt } from './contestants.js';

const searches = 100;

/** The simplest servers on Node: bounds for the cost of the service. */
export async function floorGroup(bench: Bench): Promise<GroupResult[]> {
  const pairs = { 'a user': await constantResponse(bench), 'rectangle, relayed': await relayed(bench) };
  const comparisons: Comparison[] = [];
  for (const [name, pair] of Object.entries(pairs)) {
    for (const connections of bench.connections) {
      comparisons.push(await takeTurns(bench.load, name, pair, { ...bench.rounds, connections }));
    }
  }
  return [{ name: 'floor', comparisons, checks: [] }];
}

/** A cached response, and a constant one. */
async function constantResponse({ services, small }: Bench): Promise<[Contestant, Contestant]> {
  const service = await services.of(small, 'asDelivered');
  const { url } = await services.startBaseline('constant', {});
  return [
    serviceAt(service, [`/v2/users/${personAt(0)}`]),
    contestant('constant response', false, { url, requests: [{ method: 'GET', path: '/', headers: {} }], status: 200 }),
  ];
}

/** Elasticsearch through a proxy that only relays bytes, and Elasticsearch. */
async function relayed({ services, small, seed }: Bench): Promise<[Contestant, Contestant]> {
  const paths = searchesOf(kinds.rectangle, searches, small.places, new Random(seed));
  const elasticsearch = elasticsearchOf(small, await recorded(paths, small, services));
  const { url } = await services.startBaseline('pass-through', { ELASTICSEARCH_URL: small.env.ELASTICSEARCH_URL });
  return [contestant('relayed', false, { ...elasticsearch.target, url }), elasticsearch];
}
