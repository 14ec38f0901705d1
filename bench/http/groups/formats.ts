import { Random } from '../../../test/support/random.js';
import { type Bench, type Check, type GroupResult } from '../bench.js';
import { type Comparison, takeTurnsOfAll } from '../measure.js';
import { personPaths } from '../paths.js';
import { searchesOf, term } from '../searches.js';
import { serviceAt } from '../services.js';

/** XML compared with JSON. */
export async function formatsGroup({ services, small, rounds, seed, isQuick }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  const searches = searchesOf(term, 200, small.places, new Random(seed)).map((path) =>
    path.replace('&rows=10', '&rows=50'),
  );
  const lists = { 'list of 50': personPaths('/followers?rows=50'), ...(!isQuick && { 'search of 50': searches }) };
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  for (const [name, paths] of Object.entries(lists)) {
    const inXml = paths.map((path) => `${path}&wt=xml`);
    const pair = [serviceAt(service, inXml, 'XML'), serviceAt(service, paths, 'JSON')] as const;
    const compared = await takeTurnsOfAll(`XML and JSON, ${name}`, pair, { ...rounds, connections: 16 });
    comparisons.push(...compared);
    for (const { ratios } of compared) {
      const measured = 1 / ratios.throughput;
      const check = `${name} in XML, time at 16 connections`;
      checks.push({ name: check, measured, atMost: 1.25, unit: 'times that of JSON' });
    }
  }
  return [{ name: 'formats', comparisons, checks }];
}
