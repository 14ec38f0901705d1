import { StartFailure } from '../../../dev/services/start-failure.js';
import { markdownTable } from '../../../dev/markdown-table.js';
import { report } from '../../../dev/services/step.js';
import { indexSize } from '../../elasticsearch.js';
import { elasticsearchTime, processTime } from '../../processes.js';
import { type Bench, type GroupResult } from '../bench.js';
import { warmUp } from '../load/load.js';
import { takeRoundsOf } from '../measure.js';
import { foundBy, mixOf, pathsOf, suggestPaths } from '../paths.js';
import { mixedKinds, otherKinds, telephone } from '../searches.js';
import { serviceAt } from '../services.js';

/** More requests of a kind than a measurement sends. */
const distinct = 10_000;

/** What each kind of search costs among the places of one world, at one connection and without cached responses. */
export async function growthGroup({ services, small, large, rounds, seed }: Bench): Promise<GroupResult[]> {
  const world = large ?? small;
  const { env, count, importRate } = world;
  const service = await services.of(world, 'withoutCache');
  const programs = { Node: processTime(service.pid), Elasticsearch: await elasticsearchTime(env.ELASTICSEARCH_URL) };
  const size = { seed, count: distinct };
  const searches = pathsOf({ ...mixedKinds, ...otherKinds, telephone }, world, size);
  const paths = { ...searches, suggest: suggestPaths(world, size) };
  const empty = Object.entries(paths).find(([, { length }]) => length === 0)?.[0];
  if (empty !== undefined) throw new StartFailure(`The places give no search of the kind ${empty}.`);
  const last = Object.fromEntries(Object.entries(paths).map(([name, own]) => [name, own.slice(-500)]));
  await warmUp(serviceAt(service, mixOf(last)).target, { connections: 8, seconds: 6 * rounds.seconds });
  const rows: string[][] = [];
  for (const [name, own] of Object.entries(paths)) {
    const contestant = { ...serviceAt(service, own), programs };
    const settings = { ...rounds, warmUp: rounds.seconds / 4, connections: 1 };
    const side = await takeRoundsOf(contestant, settings);
    const found = name === 'suggest' ? [] : await foundBy(contestant.target);
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    const times = [side.p50, side.p99, side.programs.Elasticsearch ?? Number.NaN].map((time) => time.toFixed(2));
    rows.push([name, ...times, Number.isNaN(mean) ? '' : mean.toFixed(0)]);
  }
  const places = count.toLocaleString('en');
  report(`\n${markdownTable([`${places} places`, 'p50 ms', 'p99 ms', 'Elasticsearch ms', 'found'], rows)}`);
  const bytes = await indexSize(`${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}`);
  const notes = [`Index ${(bytes / 1e6).toFixed(1)} MB, import ${importRate.toFixed(0)} places a second.`];
  return [{ name: 'growth', comparisons: [], checks: [], notes }];
}
