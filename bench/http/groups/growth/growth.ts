import { StartFailure } from '../../../../dev/services/start-failure.js';
import { report } from '../../../../dev/services/step.js';
import { type Bench, type GroupResult } from '../../bench.js';
import { elasticsearchTime, processTime } from '../../measure/processor-time.js';
import { takeRounds } from '../../measure/rounds.js';
import { type KindOfPaths, mixOf, pathsOf, suggestPaths } from '../../requests/paths.js';
import { foundBy } from '../../requests/found.js';
import { mixedKinds, otherKinds } from '../../requests/questions.js';
import { selectiveKinds } from '../../requests/searches.js';
import { indexSize } from '../../world/index-size.js';
import { type World } from '../../world/world.js';
import { serviceAt } from '../contestants.js';
import { growthChecks } from './checks.js';
import { committedPoints } from './committed-points.js';
import { type KindCost, withPoint } from './point.js';

/** More requests of a kind than a measurement sends. */
const distinct = 10_000;

/** What each kind of search costs among the places of one world, at one connection and without cached responses. */
export async function growthGroup({ load, services, small, large, rounds, seed }: Bench): Promise<GroupResult[]> {
  const world = large ?? small;
  const service = await services.of(world, 'withoutCache');
  const programs = {
    Node: processTime(service.pid),
    Elasticsearch: await elasticsearchTime(world.env.ELASTICSEARCH_URL),
  };
  const paths = pathsOfAll(world, seed);
  const { seconds } = rounds;
  const last = Object.entries(paths).map(([name, own]) => [name, own.slice(-500)] as const);
  const { target } = serviceAt(service, mixOf(Object.fromEntries(last)));
  await load.warmUp(target, { connections: 8, seconds: 6 * seconds });
  const kinds: Record<string, KindCost> = {};
  for (const [name, own] of Object.entries(paths)) {
    const side = { ...serviceAt(service, own), programs };
    const settings = { ...rounds, warmUp: seconds / 4, connections: 1 };
    const { p50, p99, programs: times } = await takeRounds(load, side, settings);
    const found = name === 'suggest' ? {} : { found: mean(await foundBy(side.target)) };
    kinds[name] = { p50, p99, engine: times?.Elasticsearch ?? Number.NaN, ...found };
    report(`    ${name}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
  }
  const { count: places, importRate } = world;
  const point = { places, bytes: await indexSize(world.env), importRate, kinds };
  const earlier = committedPoints();
  const before = earlier.findLast((other) => other.places < places);
  const checks = before ? growthChecks(before, point) : [];
  return [
    {
      name: `growth, ${places.toLocaleString('en')} places`,
      comparisons: [],
      checks,
      growth: withPoint(earlier, point),
    },
  ];
}

function pathsOfAll(world: World, seed: number): KindOfPaths {
  const size = { seed, count: distinct };
  const searches = pathsOf({ ...mixedKinds, ...otherKinds, ...selectiveKinds }, world, size);
  const empty = Object.entries(searches).find(([, { length }]) => length === 0)?.[0];
  if (empty !== undefined) throw new StartFailure(`The places give no search of the kind ${empty}.`);
  return { ...searches, suggest: suggestPaths(world, size) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
