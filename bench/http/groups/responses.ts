import { setTimeout as delay } from 'node:timers/promises';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { Random } from '../../../test/support/random.js';
import { median } from '../../statistics.js';
import { type Bench, type Check, type GroupResult } from '../bench.js';
import { get, type HttpRequest, run } from '../load/load.js';
import { type Comparison, type Contestant, takeTurns } from '../measure.js';
import { personPaths } from '../paths.js';
import { searchesOf, term } from '../searches.js';
import { type Service, serviceAt, variants } from '../services.js';
import { longList } from '../world.js';

/** A cached response, and a constant one of the simplest server on Node: a bound for the cost of the service. */
export async function floorGroup({ services, small, rounds }: Bench): Promise<GroupResult[]> {
  const [path = ''] = personPaths();
  const service = serviceAt(await services.of(small, 'asDelivered'), [path]);
  const { url } = await services.startBaseline('constant', {});
  const constant = { name: 'constant response', target: { url, requests: [get('/', '')], status: 200 } };
  const comparisons: Comparison[] = [];
  for (const connections of [16, 1, 64])
    comparisons.push(await takeTurns('a cached user', [service, constant], { ...rounds, connections }));
  return [{ name: 'floor', comparisons, checks: [] }];
}

/** XML compared with JSON, and problems compared with successful responses. */
export async function formatsGroup({ services, small, rounds, seed, isQuick }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  const { url, token } = service;
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  const measure = async (name: string, pair: readonly [Contestant, Contestant]): Promise<number> => {
    const comparison = await takeTurns(name, pair, { ...rounds, connections: 16 });
    comparisons.push(comparison);
    return comparison.ratios.throughput;
  };
  const followers = personPaths('/followers?rows=50');
  const searches = searchesOf(term, 200, small.places, new Random(seed)).map((path) =>
    `${path}&rows=50`.replace('&rows=10', ''),
  );
  for (const [name, paths] of Object.entries({
    'list of 50': followers,
    ...(!isQuick && { 'search of 50': searches }),
  })) {
    const inXml = paths.map((path) => `${path}&wt=xml`);
    const pair = [serviceAt(service, inXml, 'XML'), serviceAt(service, paths, 'JSON')] as const;
    const measured = 1 / (await measure(`XML and JSON, ${name}`, pair));
    checks.push({ name: `${name} in XML, time at 16 connections`, measured, atMost: 1.25, unit: 'times that of JSON' });
  }
  if (isQuick) return [{ name: 'formats and problems', comparisons, checks }];
  const problems: Record<string, readonly [status: number, requests: HttpRequest[], successful: string[]]> = {
    '401 and a user': [401, personPaths().map((path) => ({ ...get(path, ''), headers: {} })), personPaths()],
    '400 and a list': [
      400,
      personPaths('/followers?rows=51').map((path) => get(path, token)),
      personPaths('/followers?rows=10'),
    ],
  };
  for (const [name, [status, requests, successful]] of Object.entries(problems)) {
    const problem = { name: String(status), target: { url, requests, status } };
    const measured = await measure(name, [problem, serviceAt(service, successful, 'successful')]);
    const unit = 'times the successful response';
    checks.push({ name: `${name}, throughput at 16 connections`, measured, atLeast: 1, unit });
  }
  return [{ name: 'formats and problems', comparisons, checks }];
}

/** Enough that each page is requested once. */
const many = { from: 100_000, pages: 30_000 };

/** A list of a million and one of a hundred; and deep pages: one repeated, pages in order, and pages in random order. */
export async function listsGroup({ services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  await expectCount(service, longList.user, longList.count);
  await expectCount(service, longList.few, longList.fewCount);
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  const measure = async (name: string, pair: readonly [Contestant, Contestant], atMost: number, unit: string) => {
    const comparison = await takeTurns(name, pair, { ...rounds, connections: 1 });
    comparisons.push(comparison);
    checks.push({ name: `${name}, p50 at 1 connection`, measured: comparison.ratios.p50, atMost, unit });
  };
  const address = (start: number, user = longList.user): string => `/v2/users/${user}/followers?rows=10&start=${start}`;
  const few = serviceAt(service, [address(0, longList.few)], '100 followers');
  const first = serviceAt(service, [address(0)], '1,000,000 followers');
  await measure('first page', [first, few], 1.5, 'times that of 100 followers');
  const pages = Array.from({ length: many.pages }, (_, at) => address(many.from + at * 10));
  for (const [name, paths] of Object.entries({
    'start=100000': [address(many.from)],
    'next pages from start=100000': pages,
    'any order from start=100000': new Random(seed).shuffle(pages),
  }))
    await measure(name, [serviceAt(service, paths, name), first], 5, 'times the first page');
  return [{ name: 'long lists', comparisons, checks }];
}

/** Without correct counts the comparison would not be fair. */
async function expectCount({ url, token }: Service, user: string, count: number): Promise<void> {
  const response = await fetch(`${url}/v2/users/${user}/followers`, { headers: { authorization: `Bearer ${token}` } });
  const { userResults } = (await response.json()) as { userResults?: { header: { found: number } } };
  const found = userResults?.header.found ?? response.status;
  if (found !== count) throw new StartFailure(`${user} has ${count} followers, but the list has ${found}.`);
}

/** V8 releases memory after some twenty seconds without requests. */
const idleMs = 30_000;

/** The service alone: time to readiness, memory and event loop delay. */
export async function aloneGroup({ services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const measured = { ready: [] as number[], idle: [] as number[], loaded: [] as number[], delays: [] as number[] };
  // The last start is not measured under load.
  for (const variant of [variants.withoutCache, variants.asDelivered, undefined]) {
    const service = await services.start({ ...small.env, ...variant });
    measured.ready.push(service.readyAfter / 1000);
    await delay(idleMs);
    measured.idle.push((await processState(service)).megabytes);
    const searches = searchesOf(term, 2000, small.places, new Random(seed));
    for (const paths of variant ? [searches, personPaths(), personPaths('/places/reviews?rows=50')] : []) {
      const { target } = serviceAt(service, paths);
      await run(target, { connections: 64, seconds: rounds.seconds * 2 });
      measured.loaded.push((await processState(service)).megabytes);
      await run(target, { connections: 16, seconds: rounds.seconds * 2 });
      measured.delays.push((await processState(service)).loopDelay);
    }
    await service.stop();
  }
  const { ready, idle, loaded, delays } = measured;
  const checks = [
    { name: 'ready', measured: median(ready), atMost: 2, unit: 's after its start' },
    { name: 'memory, idle', measured: median(idle), atMost: 130, unit: 'MB resident' },
    { name: 'memory, 64 connections', measured: Math.max(...loaded), atMost: 250, unit: 'MB resident' },
    { name: 'event loop, 16 connections', measured: Math.max(...delays), atMost: 20, unit: 'ms late at p99' },
  ];
  return [{ name: 'service alone', comparisons: [], checks }];
}

/** The metric includes the interval of its timer: prom-client's default, in milliseconds. */
const monitorInterval = 10;

/** Resident memory, and the p99 of the event loop delay in milliseconds since the last call. */
async function processState({ adminUrl }: Service): Promise<{ megabytes: number; loopDelay: number }> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const valueOf = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (found === undefined) throw new StartFailure(`The service has no metric ${name}.`);
    return Number(found);
  };
  return {
    megabytes: valueOf('process_resident_memory_bytes') / 1024 / 1024,
    loopDelay: Math.max(0, valueOf('nodejs_eventloop_lag_p99_seconds') * 1000 - monitorInterval),
  };
}
