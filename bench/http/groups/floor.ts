import { type Bench, type GroupResult } from '../bench.js';
import { type Comparison } from '../measure/comparison.js';
import { takeTurns } from '../measure/rounds.js';
import { personAt } from '../world/people.js';
import { contestant, serviceAt } from './contestants.js';

/** A cached response, and a constant one of the simplest server on Node: a bound for the cost of the service. */
export async function floorGroup({ load, services, small, rounds, connections }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'asDelivered');
  const { url } = await services.startBaseline('constant', {});
  const pair = [
    serviceAt(service, [`/v2/users/${personAt(0)}`]),
    contestant('constant response', { url, requests: [{ method: 'GET', path: '/', headers: {} }], status: 200 }),
  ] as const;
  const comparisons: Comparison[] = [];
  for (const count of connections) {
    comparisons.push(await takeTurns(load, 'a cached user', pair, { ...rounds, connections: count }));
  }
  return [{ name: 'floor', comparisons, checks: [] }];
}
