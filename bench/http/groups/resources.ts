import { type Bench, type GroupResult } from '../bench.js';
import { type Check } from '../measure/check.js';
import { type Comparison } from '../measure/comparison.js';
import { type Contestant, takeTurns } from '../measure/rounds.js';
import { get } from '../requests/http-request.js';
import { expectSameResponses } from '../requests/same-responses.js';
import { people, personAt } from '../world/people.js';
import { countRoundTrips } from '../world/round-trips.js';
import { type Variant } from '../world/services.js';
import { contestant } from './contestants.js';

interface Resource {
  readonly path: (user: string) => string;
  readonly isTrusted?: boolean;
  /** The maximum number of round trips to PostgreSQL with a cached token. */
  readonly roundTrips: number;
}

const resources: Record<string, Resource> = {
  user: { path: (user) => `/v2/users/${user}`, roundTrips: 1 },
  followers: { path: (user) => `/v2/users/${user}/followers`, roundTrips: 1 },
  'check-ins': { path: (user) => `/v2/users/${user}/places/checkins`, roundTrips: 1 },
  reviews: { path: (user) => `/v2/users/${user}/places/reviews`, roundTrips: 1 },
  verify: { path: (user) => `/v2/users/${user}%40example.com/verify`, isTrusted: true, roundTrips: 1 },
};

/** The resources of `--quick`. */
const quickResources = ['user', 'followers'];

/**
 * Resources of PostgreSQL, compared with an afternoon's API: without cached responses, and at 16 connections with default
 * settings.
 */
export async function resourcesGroup(bench: Bench): Promise<GroupResult[]> {
  const notCached = await compare(bench, 'withoutCache', bench.connections);
  if (bench.isQuick) return [notCached];
  const withDefaults = await compare(bench, 'asDelivered', [16]);
  return [{ ...notCached, checks: [...notCached.checks, ...(await roundTripChecks(bench))] }, withDefaults];
}

async function compare(
  { load, services, small, rounds, isQuick }: Bench,
  variant: Variant,
  connections: readonly number[],
): Promise<GroupResult> {
  const service = await services.of(small, variant);
  const { url, token, trusted } = service;
  const { url: byHand } = await services.startBaseline('express', { ...small.env });
  const comparisons: Comparison[] = [];
  for (const [name, { path, isTrusted = false }] of Object.entries(resources)) {
    if (isQuick && !quickResources.includes(name)) continue;
    const requests = Array.from({ length: people.count }, (_, at) =>
      get(path(personAt(at)), isTrusted ? trusted : token),
    );
    const pair: [Contestant, Contestant] = [
      contestant('service', { url, requests, status: 200 }, service),
      contestant("an afternoon's API", { url: byHand, requests, status: 200 }),
    ];
    await expectSameResponses([pair[0].target, pair[1].target]);
    for (const count of connections) {
      comparisons.push(await takeTurns(load, name, pair, { ...rounds, connections: count }));
    }
  }
  const name = variant === 'withoutCache' ? 'resources, not cached' : 'resources, default settings';
  return { name, comparisons, checks: comparisons.flatMap(checksOf) };
}

function checksOf({ name, connections, ratios }: Comparison): Check[] {
  if (connections !== 16) return [];
  const measured = ratios.throughput;
  return [{ name: `${name}, throughput at 16 connections`, measured, atLeast: 0.9, unit: "times an afternoon's API" }];
}

async function roundTripChecks({ small, services }: Bench): Promise<Check[]> {
  const paths = Object.entries(resources).map(([name, { path, isTrusted = false }]) => ({
    name,
    path: path(personAt(0)),
    isTrusted,
  }));
  const counts = await countRoundTrips(paths, small, services);
  return Object.entries(resources).map(([name, { roundTrips }]) => ({
    name: `${name}, with a cached token`,
    measured: counts.get(name) ?? Number.NaN,
    atMost: roundTrips,
    unit: 'round trips to PostgreSQL',
  }));
}
