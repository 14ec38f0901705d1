import { type Bench, type GroupResult } from '../bench.js';
import { type Check } from '../measure/check.js';
import { type Comparison, type Contestant, takeTurns } from '../measure/rounds.js';
import { get } from '../requests/http-request.js';
import { mustAnswerAlike } from '../requests/same-answers.js';
import { people, personAt } from '../world/people.js';
import { countRoundTrips } from '../world/round-trips.js';
import { type Variant } from '../world/services.js';
import { contestant } from './contestants.js';

interface Resource {
  readonly path: (user: string) => string;
  readonly isTrusted?: boolean;
  /** Round trips to PostgreSQL at most, when the token is known. */
  readonly roundTrips: number;
}

const resources: Record<string, Resource> = {
  user: { path: (user) => `/v2/users/${user}`, roundTrips: 1 },
  followers: { path: (user) => `/v2/users/${user}/followers`, roundTrips: 2 },
  'check-ins': { path: (user) => `/v2/users/${user}/places/checkins`, roundTrips: 2 },
  reviews: { path: (user) => `/v2/users/${user}/places/reviews`, roundTrips: 2 },
  verify: { path: (user) => `/v2/users/${user}%40example.com/verify`, isTrusted: true, roundTrips: 1 },
};

/** In the quick form. */
const quickResources = ['user', 'followers'];

/**
 * What PostgreSQL answers, beside the same written by hand on bare Express with one statement: with nothing kept of what
 * was answered, and at 16 connections as the service is delivered.
 */
export async function resourcesGroup(bench: Bench): Promise<GroupResult[]> {
  const made = await measured(bench, 'withoutCache', bench.connections);
  if (bench.isQuick) return [made];
  const kept = await measured(bench, 'asDelivered', [16]);
  return [{ ...made, checks: [...made.checks, ...(await roundTripChecks(bench))] }, kept];
}

async function measured(
  { load, services, small, rounds, isQuick }: Bench,
  variant: Variant,
  connections: readonly number[],
): Promise<GroupResult> {
  const { url, token, trusted } = await services.of(small, variant);
  const byHand = await services.startBaseline('express', {
    DATABASE_URL: small.env.DATABASE_URL,
    TOKENS: JSON.stringify({ [token]: 'any', [trusted]: 'trusted' }),
  });
  const comparisons: Comparison[] = [];
  for (const [name, { path, isTrusted = false }] of Object.entries(resources)) {
    if (isQuick && !quickResources.includes(name)) continue;
    const requests = Array.from({ length: people.count }, (_, at) =>
      get(path(personAt(at)), isTrusted ? trusted : token),
    );
    const pair: [Contestant, Contestant] = [
      contestant('service', true, { url, requests, status: 200 }),
      contestant('Express by hand', false, { url: byHand, requests, status: 200 }),
    ];
    await mustAnswerAlike([pair[0].target, pair[1].target]);
    for (const count of connections) {
      comparisons.push(await takeTurns(load, name, pair, { ...rounds, connections: count }));
    }
  }
  const name = variant === 'withoutCache' ? 'resources, nothing kept' : 'resources, as delivered';
  return { name, comparisons, checks: comparisons.flatMap(checksOf) };
}

function checksOf({ name, connections, ratios }: Comparison): Check[] {
  if (connections !== 16) return [];
  const measured = ratios.throughput;
  return [{ name: `${name}, throughput at 16 connections`, measured, atLeast: 0.9, unit: 'times Express by hand' }];
}

async function roundTripChecks({ small, services }: Bench): Promise<Check[]> {
  const paths = Object.entries(resources).map(([name, { path, isTrusted = false }]) => ({
    name,
    path: path(personAt(0)),
    isTrusted,
  }));
  const counts = await countRoundTrips(paths, small, services);
  return Object.entries(resources).map(([name, { roundTrips }]) => ({
    name: `${name}, with a hot token`,
    measured: counts.get(name) ?? Number.NaN,
    atMost: roundTrips,
    unit: 'round trips to PostgreSQL',
  }));
}
