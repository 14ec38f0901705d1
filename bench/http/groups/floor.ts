import { type Bench, type GroupResult } from '../bench.js';
import { type Comparison, takeTurns } from '../measure/rounds.js';
import { personAt } from '../world/people.js';
import { contestant, serviceAt } from './contestants.js';

/** The plainest answer of the service beside a server that always answers the same: how far down it could go. */
export async function floorGroup({ load, services, small, rounds, connections }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'asDelivered');
  const url = await services.startBaseline('constant', {});
  const constant = contestant('constant answer', false, {
    url,
    requests: [{ method: 'GET', path: '/', headers: {} }],
    status: 200,
  });
  const user = serviceAt(service, [`/v2/users/${personAt(0)}`]);
  const comparisons: Comparison[] = [];
  for (const count of connections) {
    comparisons.push(await takeTurns(load, 'a user', [user, constant], { ...rounds, connections: count }));
  }
  return [{ name: 'floor', comparisons, checks: [] }];
}
