import { StartFailure } from '../../../dev/services/start-failure.js';
import { type Bench, type GroupResult } from '../bench.js';
import { type Check } from '../measure/check.js';
import { type Comparison } from '../measure/comparison.js';
import { type Contestant, takeTurns } from '../measure/rounds.js';
import { longList } from '../world/people.js';
import { type Service } from '../world/services.js';
import { Random } from '../../../src/demonstration/island/random.js';
import { serviceAt } from './contestants.js';

/** Enough that each page is requested once. */
const many = { from: 100_000, pages: 30_000 };

/** A list of a million and one of a hundred; and deep pages: one repeated, pages in order, and pages in random order. */
export async function listsGroup({ load, services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  await expectCounts(service);
  const address = (user: string, start: number): string => `/v2/users/${user}/followers?rows=10&start=${start}`;
  const page = (name: string, user: string, start = 0): Contestant => ({
    ...serviceAt(service, [address(user, start)]),
    name,
  });
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  const measure = async (name: string, pair: [Contestant, Contestant], atMost: number, unit: string): Promise<void> => {
    const comparison = await takeTurns(load, name, pair, { ...rounds, connections: 1 });
    comparisons.push(comparison);
    checks.push({ name: `${name}, p50 at 1 connection`, measured: comparison.ratios.p50, atMost, unit });
  };
  const few = page('100 followers', longList.few);
  const first = page('1,000,000 followers', longList.user);
  await measure('first page', [first, few], 1.5, 'times that of 100 followers');
  await measure('start=100000', [page('start=100000', longList.user, 100_000), first], 5, 'times the first page');
  const pages = Array.from({ length: many.pages }, (_, at) => address(longList.user, many.from + at * 10));
  const orders = {
    'next pages from start=100000': pages,
    'any order from start=100000': new Random(seed).shuffle(pages),
  };
  for (const [name, paths] of Object.entries(orders)) {
    await measure(name, [{ ...serviceAt(service, paths), name }, first], 5, 'times the first page');
  }
  return [{ name: 'long lists', comparisons, checks }];
}

/** Without correct counts the comparison would not be fair. */
async function expectCounts({ url, token }: Service): Promise<void> {
  for (const [user, count] of [
    [longList.user, longList.count],
    [longList.few, longList.fewCount],
  ] as const) {
    const response = await fetch(`${url}/v2/users/${user}/followers`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { userResults } = (await response.json()) as { userResults?: { header: { found: number } } };
    if (userResults?.header.found === count) continue;
    throw new StartFailure(
      `${user} has ${count} followers, but the list has ${userResults?.header.found ?? response.status}.`,
    );
  }
}
