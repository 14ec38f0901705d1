import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report, step } from '../../dev/services/step.js';
import { Load } from '../http/load/load.js';
import { type Side } from '../http/measure/comparison.js';
import { processTime } from '../http/measure/processor-time.js';
import { type Contestant, takeTurnsOfAll } from '../http/measure/rounds.js';
import { get } from '../http/requests/http-request.js';
import { type KindOfPaths, mixOf, pathsOf } from '../http/requests/paths.js';
import { mixedKinds, otherKinds } from '../http/requests/questions.js';
import { people, personAt } from '../http/world/people.js';
import { Services } from '../http/world/services.js';
import { dropWorld, makeWorld, type World } from '../http/world/world.js';
import { onImageNode } from '../image-node.js';
import { productionJvm, withServers } from '../servers.js';

const HELP = `npm run bench:path [-- --only KIND,...] [--connections N] [--rounds N] [--seconds N] [--requests N] [--top] [--keep]

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

/** A server with its process. */
interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number | undefined;
}

/** `npm run bench:path`. */
function benchmark(): Promise<number> {
  const options = readOptions(defaults, HELP);
  const folder = options.keep ? 'bench-kept' : 'bench';
  return withServers({ settings: productionJvm, folder, lasting: options.keep }, async (servers) => {
    const services = new Services(servers);
    const load = new Load();
    try {
      const world = await makeWorld(servers, { name: 'path', withLongList: false, seed: 1 });
      await climb(world, { services, load }, options);
      return 0;
    } finally {
      load.stop();
      await services.stop();
      if (!options.keep) await dropWorld(servers, 'path');
    }
  });
}

async function climb(world: World, { services, load }: { services: Services; load: Load }, options: Options) {
  const { rounds, seconds } = options;
  const kinds = chosenKinds(world, options);
  const { service } = await services.startAlone({ ...world.env, RESPONSE_CACHE_SIZE: '0' });
  const stored = await services.startAlone({ ...world.env });
  const shown = ['constant', ...steps].map((name, at) => ({ name, steps: steps.slice(0, at) }));
  const rungs: Server[] = [];
  for (const { name, steps: own } of options.top ? shown.slice(-1) : shown) {
    const env = { ...world.env, STEPS: JSON.stringify(own), PUBLIC_URL: 'http://127.0.0.1' };
    rungs.push({ name, ...(await services.startBaseline('rungs', env)) });
  }
  const servers = [
    ...rungs,
    { ...service, name: 'the service, without its cache' },
    { ...stored.service, name: 'the service' },
  ];
  const all = mixOf(kinds);
  await step(report, 'All warmed up', async () => {
    for (const each of servers) {
      await load.warmUp(contestant(each, all, service.token).target, { connections: 8, seconds: 10 });
    }
  });
  report(`Node ${process.version}: milliseconds of processor time for a request, medians of ${rounds} rounds`);
  for (const [kind, paths] of Object.entries(kinds)) {
    const [first, ...others] = servers.map((each) => contestant(each, paths, service.token));
    if (!first) return;
    for (const connections of options.connections ? [options.connections] : [8, 64]) {
      const taken = { rounds, seconds, warmUp: 4, connections };
      const comparisons = await takeTurnsOfAll(load, kind, [first, ...others], taken);
      const [bottom] = comparisons;
      if (bottom)
        printTable(`${kind}, ${connections} connections`, [
          bottom.sides[0],
          ...comparisons.map(({ sides }) => sides[1]),
        ]);
    }
  }
}

function contestant({ name, url, pid }: Server, paths: readonly string[], token: string): Contestant {
  const requests = paths.map((path) => get(path, token));
  return { name, target: { url, requests, status: 200 }, programs: { node: processTime(pid) } };
}

/** Each rung, and what it takes beside the one below it. */
function printTable(title: string, sides: readonly Side[]): void {
  const timeOf = (side: Side | undefined): number => side?.programs?.node ?? Number.NaN;
  report(`\n${title}`);
  for (const [at, side] of sides.entries()) {
    const below = sides[at - 1];
    const added = below ? `  ${signed(timeOf(side) - timeOf(below))}` : '';
    report(`  ${side.name.padEnd(34)}${timeOf(side).toFixed(3)}${added}`);
  }
  const [last, service] = sides.slice(-3);
  report(`  the service without its cache, times the last rung: ${(timeOf(service) / timeOf(last)).toFixed(2)}\n`);
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** @throws StartFailure for an unknown kind */
function chosenKinds(world: World, { only, requests }: Options): KindOfPaths {
  const size = { seed: 1, count: requests };
  const mixed = pathsOf(mixedKinds, world, size);
  const users = Array.from({ length: people.count }, (_, at) => `/v2/users/${personAt(at)}`);
  const { rectangle = [], words = [] } = mixed;
  const { facets = [] } = pathsOf({ facets: otherKinds.facets }, world, size);
  const followers = users.map((user) => `${user}/followers`);
  const kinds: KindOfPaths = { rectangle, words, facets, mix: mixOf(mixed), user: users, followers };
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
