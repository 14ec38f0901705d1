import { Random } from '../../../src/demonstration/island/random.js';
import { type Bench, type GroupResult } from '../bench.js';
import { type Comparison } from '../measure/comparison.js';
import { takeTurns } from '../measure/rounds.js';
import { typedTexts } from '../requests/typed-texts.js';
import { contestant, serviceAt } from './contestants.js';

const texts = 400;

/** Type-ahead without cached responses, and the simplest search of Elasticsearch: `match` on the name with the same texts. */
export async function suggestGroup({ load, services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  const names = small.places.map(({ name }) => name);
  const typed = typedTexts(names, new Random(seed), texts);
  const kinds = [...new Set(typed.map(({ kind }) => kind))];
  const comparisons: Comparison[] = [];
  for (const kind of [...kinds, 'all']) {
    const chosen = typed.filter((one) => kind === 'all' || one.kind === kind).map(({ text }) => text);
    const searches = chosen.map((text) => ({
      method: 'POST' as const,
      path: `/${small.env.ELASTICSEARCH_INDEX}/_search`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: { match: { name: text } } }),
    }));
    const pair = [
      serviceAt(
        service,
        chosen.map((text) => `/v2/places/suggest?${new URLSearchParams({ q: text }).toString()}`),
      ),
      contestant('Elasticsearch', { url: small.env.ELASTICSEARCH_URL, requests: searches, status: 200 }),
    ] as const;
    comparisons.push(await takeTurns(load, kind, pair, { ...rounds, connections: 1 }));
  }
  const measured = comparisons.at(-1)?.ratios.p50 ?? Number.NaN;
  const check = { name: 'all texts, p50 at 1 connection', measured, atMost: 2, unit: 'times the simplest search' };
  return [{ name: 'type-ahead', comparisons, checks: [check] }];
}
