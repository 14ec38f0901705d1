import { type Bench, type GroupResult } from '../bench.js';
import { type Check } from '../measure/check.js';
import { type Comparison } from '../measure/comparison.js';
import { type Contestant, takeTurns } from '../measure/rounds.js';
import { get } from '../requests/http-request.js';
import { searchesOf, term } from '../requests/searches.js';
import { people, personAt } from '../world/people.js';
import { type Service } from '../world/services.js';
import { Random } from '../../../src/demonstration/island/random.js';
import { contestant, serviceAt } from './contestants.js';

const connections = 16;

/** XML compared with JSON, and problems compared with successful responses. */
export async function formatsGroup(bench: Bench): Promise<GroupResult[]> {
  const { load, services, small, rounds, seed, isQuick } = bench;
  const service = await services.of(small, 'withoutCache');
  const users = Array.from({ length: people.count }, (_, at) => `/v2/users/${personAt(at)}`);
  const followers = users.map((path) => `${path}/followers?rows=50`);
  const searches = searchesOf(term, 200, small.places, new Random(seed)).map((path) =>
    `${path}&rows=50`.replace('&rows=10', ''),
  );
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  const lists = { 'list of 50': followers, ...(!isQuick && { 'search of 50': searches }) };
  for (const [name, paths] of Object.entries(lists)) {
    const pair = inBothFormats(service, paths);
    const comparison = await takeTurns(load, `XML and JSON, ${name}`, pair, { ...rounds, connections });
    comparisons.push(comparison);
    const measured = 1 / comparison.ratios.throughput;
    checks.push({ name: `${name} in XML, time at 16 connections`, measured, atMost: 1.25, unit: 'times that of JSON' });
  }
  for (const [name, pair] of Object.entries(isQuick ? {} : problems(service, users, followers))) {
    const comparison = await takeTurns(load, name, pair, { ...rounds, connections });
    comparisons.push(comparison);
    const measured = comparison.ratios.throughput;
    checks.push({
      name: `${name}, throughput at 16 connections`,
      measured,
      atLeast: 1,
      unit: 'times the successful response',
    });
  }
  return [{ name: 'formats and problems', comparisons, checks }];
}

function inBothFormats(service: Service, paths: readonly string[]): [Contestant, Contestant] {
  const xml = serviceAt(
    service,
    paths.map((path) => `${path}&wt=xml`),
  );
  return [
    { ...xml, name: 'XML' },
    { ...serviceAt(service, paths), name: 'JSON' },
  ];
}

function problems(
  service: Service,
  users: readonly string[],
  lists: readonly string[],
): Record<string, [Contestant, Contestant]> {
  const { url, token } = service;
  const successful = (paths: readonly string[]): Contestant => ({ ...serviceAt(service, paths), name: 'successful' });
  const withoutToken = users.map((path) => ({ method: 'GET' as const, path, headers: {} }));
  const invalid = lists.map((path) => get(path.replace('rows=50', 'rows=51'), token));
  const tens = lists.map((path) => path.replace('rows=50', 'rows=10'));
  return {
    '401 and a user': [contestant('401', { url, requests: withoutToken, status: 401 }, service), successful(users)],
    '400 and a list': [contestant('400', { url, requests: invalid, status: 400 }, service), successful(tens)],
  };
}
