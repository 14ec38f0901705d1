import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report, step } from '../../dev/services/step.js';
import { get, warmUp } from '../http/load/load.js';
import { type Contestant, type Side, takeTurnsOfAll } from '../http/measure.js';
import { mixOf, type Paths, pathsOf, personPaths } from '../http/paths.js';
import { mixedKinds, otherKinds } from '../http/searches.js';
import { type Baseline, Services } from '../http/services.js';
import { databaseOf, makeWorld, type World } from '../http/world.js';
import { processTime } from '../processes.js';
import { dropDatabase, onImageNode, withServers } from '../servers.js';

const HELP = `npm run bench -- path [--only KIND,...] [--connections N] [--rounds N] [--seconds N] [--requests N] [--top] [--keep]

Processor time of Node for a request, from a constant response of Express up to the service, in turns over Rhode Island.

  --only         rectangle, words, facets, mix, user, followers
  --connections  8 and 64 by default
  --rounds N     rounds of each rung (5)
  --seconds N    length of a round (2)
  --requests N   different requests of each kind (8,000: more than the service caches)
  --top          only the service and the rung below it
  --keep         keeps the data for the next run with --keep`;

/** Each rung of the ladder has all steps before it. */
const steps = ['store', 'parameters and body', 'present', 'token, headers, log, metrics'] as const;

const defaults = {
  ...{ only: '', connections: 0, rounds: 5, seconds: 2, requests: 8000 },
  ...{ top: false, keep: false },
};

type Options = ReturnType<typeof readOptions<typeof defaults>>;

/** `npm run bench -- path`. */
function benchmark(): Promise<number> {
  const options = readOptions(defaults, HELP);
  const { keep } = options;
  return withServers({ keep }, async (servers) => {
    const services = new Services(servers);
    try {
      await climb(await makeWorld(servers, { name: 'path', withLongList: false, seed: 1 }), services, options);
      return 0;
    } finally {
      await services.stop();
      if (!keep) await dropDatabase(servers, databaseOf('path'));
    }
  });
}

async function climb(world: World, services: Services, options: Options): Promise<void> {
  const { rounds, seconds } = options;
  const kinds = chosenKinds(world, options);
  const service = await services.of(world, 'withoutCache');
  const rungs: Record<string, Baseline> = {};
  const all = ['constant', ...steps].map((name, at) => [name, steps.slice(0, at)] as const);
  for (const [name, own] of options.top ? all.slice(-1) : all) {
    const env = { ...world.env, STEPS: JSON.stringify(own), PUBLIC_URL: 'http://127.0.0.1' };
    rungs[name] = await services.startBaseline('rungs', env);
  }
  rungs['the service, without its cache'] = service;
  rungs['the service'] = await services.of(world, 'asDelivered');
  const at = (paths: readonly string[]): Contestant[] =>
    Object.entries(rungs).map(([name, { url, pid }]) => {
      const requests = paths.map((path) => get(path, service.token));
      return { name, target: { url, requests, status: 200 }, programs: { node: processTime(pid) } };
    });
  await step(report, 'All warmed up', async () => {
    for (const { target } of at(mixOf(kinds))) await warmUp(target, { connections: 8, seconds: 10 });
  });
  report(`Node ${process.version}: milliseconds of processor time for a request, medians of ${rounds} rounds`);
  for (const [kind, paths] of Object.entries(kinds)) {
    for (const connections of options.connections ? [options.connections] : [8, 64]) {
      const comparisons = await takeTurnsOfAll(kind, at(paths), { rounds, seconds, warmUp: 4, connections });
      const bottom = comparisons.slice(0, 1).map(({ sides }) => sides[0]);
      printTable(`${kind}, ${connections} connections`, [...bottom, ...comparisons.map(({ sides }) => sides[1])]);
    }
  }
}

/** Each rung, and what it takes beside the one below it. */
function printTable(title: string, sides: readonly Side[]): void {
  const timeOf = (side: Side | undefined): number => side?.programs.node ?? Number.NaN;
  report(`\n${title}`);
  for (const [at, side] of sides.entries()) {
    const below = sides[at - 1];
    const added = timeOf(side) - timeOf(below);
    const sign = added < 0 ? '-' : '+';
    report(
      `  ${side.name.padEnd(34)}${timeOf(side).toFixed(3)}${below ? `  ${sign}${Math.abs(added).toFixed(3)}` : ''}`,
    );
  }
  const [last, service] = sides.slice(-3);
  report(`  the service without its cache, times the last rung: ${(timeOf(service) / timeOf(last)).toFixed(2)}\n`);
}

/** @throws StartFailure for an unknown kind */
function chosenKinds(world: World, { only, requests }: Options): Paths {
  const size = { seed: 1, count: requests };
  const mixed = pathsOf(mixedKinds, world, size);
  const { rectangle = [], words = [] } = mixed;
  const { facets = [] } = pathsOf({ facets: otherKinds.facets }, world, size);
  const lists = { user: personPaths(), followers: personPaths('/followers') };
  const kinds: Paths = { rectangle, words, facets, mix: mixOf(mixed), ...lists };
  const names = only === '' ? Object.keys(kinds) : only.split(',');
  return Object.fromEntries(
    names.map((name) => {
      const paths = kinds[name];
      if (!paths) throw new StartFailure(HELP);
      return [name, paths];
    }),
  );
}

void main(onImageNode(benchmark));
