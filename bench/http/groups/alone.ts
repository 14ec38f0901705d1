import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, type GroupResult } from '../bench.js';
import { type Target } from '../load/load.js';
import { type Check } from '../measure/check.js';
import { processState } from '../measure/process-state.js';
import { median } from '../../statistics.js';
import { searchesOf, term } from '../requests/searches.js';
import { personAt } from '../world/people.js';
import { type Service, variants } from '../world/services.js';
import { Random } from '../../../src/demonstration/island/random.js';
import { serviceAt } from './contestants.js';

const starts = 3;

/** The settings of the first starts, which are also measured under load. */
const loadedVariants = [variants.withoutCache, variants.asDelivered];

/** V8 releases memory after some twenty seconds without requests. */
const idleMs = 30_000;

/** The service alone: time to readiness, memory and event loop delay. */
export async function aloneGroup({ load, services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const readyAfter: number[] = [];
  const idle: number[] = [];
  const loaded: number[] = [];
  const delays: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const variant = loadedVariants[start] ?? {};
    const { service, stop } = await services.startAlone({ ...small.env, ...variant });
    readyAfter.push(service.readyAfter);
    await delay(idleMs);
    idle.push((await processState(service.adminUrl)).resident);
    if (start < loadedVariants.length) {
      const searches = searchesOf(term, 2000, small.places, new Random(seed));
      const users = Array.from({ length: 1000 }, (_, at) => `/v2/users/${personAt(at)}`);
      const lists = users.map((path) => `${path}/places/reviews?rows=50`);
      for (const paths of [searches, users, lists]) {
        const { target } = serviceAt(service, paths);
        const { resident, loopDelay } = await underLoad(target, service, { load, seconds: rounds.seconds * 2 });
        loaded.push(resident);
        delays.push(loopDelay);
      }
    }
    await stop();
  }
  return [{ name: 'service alone', comparisons: [], checks: checksOf({ readyAfter, idle, loaded, delays }) }];
}

/** Measures memory at 64 connections, and the event loop delay at 16. */
async function underLoad(
  target: Target,
  { adminUrl }: Service,
  { load, seconds }: Pick<Bench, 'load'> & { seconds: number },
) {
  await load.run(target, { connections: 64, seconds });
  const { resident } = await processState(adminUrl);
  await load.run(target, { connections: 16, seconds });
  const { loopDelay } = await processState(adminUrl);
  return { resident, loopDelay };
}

function checksOf(measured: Record<'readyAfter' | 'idle' | 'loaded' | 'delays', number[]>): Check[] {
  const megabytes = (bytes: number): number => bytes / 1024 / 1024;
  return [
    { name: 'ready', measured: median(measured.readyAfter) / 1000, atMost: 2, unit: 's after its start' },
    { name: 'memory, idle', measured: megabytes(median(measured.idle)), atMost: 130, unit: 'MB resident' },
    {
      name: 'memory, 64 connections',
      measured: megabytes(Math.max(...measured.loaded)),
      atMost: 250,
      unit: 'MB resident',
    },
    { name: 'event loop, 16 connections', measured: Math.max(...measured.delays), atMost: 20, unit: 'ms late at p99' },
  ];
}
