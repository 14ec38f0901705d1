import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { type SearchedPlace } from '../http/requests/searches.js';
import { type Service, Services } from '../http/world/services.js';
import { dropWorld, makeWorld, type World } from '../http/world/world.js';
import { Random } from '../random.js';
import { withServers } from '../servers.js';
import { type Form, FORMS } from './forms.js';
import { measure, type Search } from './measure.js';
import { normalise } from './normalise.js';
import { faultsOf, type FormResult, type Results, tableOf } from './results.js';
import { plainSearcher, serviceSearcher } from './searchers.js';

const BASELINE = join(__dirname, 'baseline.json');
const SEARCHES = 1000;
const SEED = 20_260_101;

const HELP = `npm run bench:relevance [-- --update] [--seed N] [--misses]

Known-item search: searches for names of real places in eight forms, with the service and with a plain query.
--update  saves the results as the baseline
--seed N  draws other names and does not compare with the baseline
--misses  prints the searches that did not find their place`;

/** `npm run bench:relevance`: exits with 1 if a target is missed or a figure is worse than the baseline. */
async function benchmark(): Promise<number> {
  const { seed, update, misses } = readOptions({ seed: SEED, update: false, misses: false }, HELP);
  if (update && seed !== SEED) throw new StartFailure('--update needs the default seed: the baseline has it.');
  return withServers({ settings: {}, folder: 'bench', lasting: false }, async (servers) => {
    const services = new Services(servers);
    try {
      const world = await makeWorld(servers, { name: 'relevance', withLongList: false, seed });
      const service = await services.of(world, 'asDelivered');
      const places = distinctByName(world.places);
      const forms: FormResult[] = [];
      for (const form of FORMS) forms.push(await measureForm(form, { places, service, world, seed, misses }));
      return conclude({ seed, forms }, update);
    } finally {
      await services.stop();
      await dropWorld(servers, 'relevance');
    }
  });
}

/** One place of each name, so that a chain counts once. */
function distinctByName(places: readonly SearchedPlace[]): SearchedPlace[] {
  return [...new Map(places.map((place) => [normalise(place.name), place])).values()];
}

interface Context {
  readonly places: readonly SearchedPlace[];
  readonly service: Service;
  readonly world: World;
  readonly seed: number;
  readonly misses: boolean;
}

async function measureForm(form: Form, { places, service, world, seed, misses }: Context): Promise<FormResult> {
  // Each form has its own random numbers, so that a change of one does not change the others.
  const random = new Random(seed);
  const searches = random.shuffle(places).flatMap((place): Search[] => {
    const text = form.write(place, random);
    return text === undefined ? [] : [{ name: place.name, text }];
  });
  const drawn = searches.slice(0, SEARCHES);
  const showMiss = (search: Search, names: readonly string[]): void => {
    process.stdout.write(`${form.name}: "${search.text}" for "${search.name}", found ${JSON.stringify(names)}\n`);
  };
  return {
    form: form.name,
    searches: drawn.length,
    target: form.target,
    service: await measure(drawn, serviceSearcher(service), misses ? showMiss : undefined),
    plain: await measure(drawn, plainSearcher(world)),
  };
}

function conclude(results: Results, update: boolean): number {
  const table = tableOf(results);
  const out = join(dataDirOf(process.env), 'bench');
  mkdirSync(out, { recursive: true });
  const json = `${JSON.stringify(results, undefined, 2)}\n`;
  writeFileSync(join(out, 'relevance.json'), json);
  writeFileSync(join(out, 'relevance.md'), `${table}\n`);
  process.stdout.write(`\n${table}\n\nAlso in ${out}/relevance.md and relevance.json\n`);
  if (update) writeFileSync(BASELINE, json);
  const faults = faultsOf(results, results.seed === SEED ? readBaseline() : undefined);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

function readBaseline(): Results | undefined {
  return existsSync(BASELINE) ? (JSON.parse(readFileSync(BASELINE, 'utf8')) as Results) : undefined;
}

void main(benchmark);
