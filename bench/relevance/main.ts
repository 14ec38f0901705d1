import { setMaxListeners } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { requestToken } from '../../dev/service.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { step, report } from '../../dev/services/step.js';
import { Services } from '../http/services.js';
import { type BenchServers, dropDatabase, onImageNode, withServers } from '../servers.js';
import { FORMS } from './forms.js';
import { measureSet, type Subjects } from './measure-set.js';
import { databaseOf, makeCollection, missingFileOf, PLACE_SETS, type PlaceSet } from './places.js';
import { readBaseline, type SetResult, verdictOf, writeBaseline } from './results.js';
import { inTurn, plainSearcher, serviceSearcher, serviceSuggester } from './searchers.js';
import { reportOf } from './tables.js';

const HELP = `npm run bench -- relevance [--set NAME] [--only NAME] [--seed N] [--searches N] [--misses] [--update]
                        [--keep] [--name NAME] [--skip-plain] [--url URL]

Searches for names of real places in several forms and asks questions, with the service and with a plain query.

  --set NAME     only ${PLACE_SETS.map(({ name }) => name).join(', ')}
  --only NAME    only forms, questions, generated, or one form:
                 ${FORMS.map(({ name }) => name).join(', ')}
  --seed N       draws other names
  --searches N   searches per form (300)
  --misses       prints the searches that did not find their place, and what wrong answers found, but not of questions that
                 are held out
  --update       saves the results as the baseline of this seed

For a fast loop:

  --keep         keeps the data for the next run with --keep
  --name NAME    prefix of the databases and indices, where several programs share the servers of DATABASE_URL and
                 ELASTICSEARCH_URL (bench_relevance)
  --skip-plain   leaves out the plain query
  --url URL      measures a running service that has the places of --set and the demonstration clients`;

const SEED = 20_260_101;
const SEARCHES = 300;

const defaults = {
  ...{ set: '', only: '', name: 'bench_relevance', seed: SEED, searches: SEARCHES, url: '' },
  ...{ misses: false, update: false, keep: false, 'skip-plain': false },
};

type Options = ReturnType<typeof readRelevanceOptions>;

/** @throws StartFailure that explains the options */
function readRelevanceOptions() {
  const { set, only, ...options } = readOptions(defaults, HELP);
  const sets = PLACE_SETS.filter(({ name }) => set === '' || name === set);
  const forms = FORMS.filter(({ name }) => ['', 'forms', name].includes(only));
  const asks = ['', 'questions'].includes(only);
  const generates = ['', 'generated'].includes(only);
  if (sets.length === 0 || (forms.length === 0 && !asks && !generates)) throw new StartFailure(HELP);
  const isPartial =
    !['', 'forms', 'questions', 'generated'].includes(only) || options.searches !== SEARCHES || options['skip-plain'];
  if (options.update && (isPartial || options.url !== '')) {
    throw new StartFailure(
      '--update needs all forms or questions, all searches, the plain query and the service of this folder.',
    );
  }
  if (options.url !== '' && set === '') throw new StartFailure('--url needs --set.');
  return { ...options, sets, forms, asks, generates };
}

/** `npm run bench -- relevance`: exits with 1 if a figure is worse than the baseline or newly misses its target. */
async function benchmark(): Promise<number> {
  const options = readRelevanceOptions();
  const { keep, name, url } = options;
  const sets = available(options);
  if (url !== '') {
    const at = { url, token: await requestToken(url) };
    const subjects = { service: serviceSearcher(at), suggest: serviceSuggester(at) };
    const results = await inTurn(sets, (set) => measureSet(set, subjects, options));
    return conclude(results, options);
  }
  return withServers({ keep }, async (servers) => {
    // Each command and service of each set listens until the end.
    setMaxListeners(0, servers.abort);
    try {
      return conclude(await inTurn(sets, (set) => measureWithServers(servers, set, options)), options);
    } finally {
      if (!keep) for (const set of sets) await dropDatabase(servers, databaseOf(set, name));
    }
  });
}

/** Skips the sets whose files are missing, unless none is left. */
function available({ sets }: Options): readonly PlaceSet[] {
  const missing = new Map(sets.map((set) => [set, missingFileOf(set)]));
  const found = sets.filter((set) => missing.get(set) === undefined);
  for (const [set, file] of missing) {
    if (file === undefined) continue;
    const message = `${set.name}: this set needs real places, and their file is missing: ${file}`;
    if (found.length === 0) throw new StartFailure(message);
    report(`  Skipped ${message}`);
  }
  return found;
}

async function measureWithServers(servers: BenchServers, set: PlaceSet, options: Options): Promise<SetResult> {
  const env = await makeCollection(servers, set, options.name);
  const services = new Services(servers);
  try {
    const plain = options['skip-plain'] ? {} : { plain: plainSearcher(env) };
    const { pid, ...at } = await services.of({ env }, 'withoutCache');
    const subjects: Subjects = { service: serviceSearcher(at), suggest: serviceSuggester(at), pid, ...plain, env };
    return await step(report, `Searches of ${set.name}`, () => measureSet(set, subjects, options));
  } finally {
    await services.stop();
    servers.abort.throwIfAborted();
  }
}

function conclude(results: readonly SetResult[], { seed, update }: Options): number {
  const text = reportOf(results);
  const out = join(dataDirOf(process.env), 'bench');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'relevance.json'), `${JSON.stringify({ seed, results }, undefined, 2)}\n`);
  writeFileSync(join(out, 'relevance.md'), `${text}\n`);
  report(`\n${text}\n\nAlso in ${out}/relevance.md and relevance.json`);
  if (update) writeBaseline(seed, results);
  const { faults, open } = verdictOf(results, readBaseline(seed));
  for (const one of open) report(`Open: ${one}`);
  for (const one of faults) process.stderr.write(`${one}\n`);
  return faults.length === 0 ? 0 : 1;
}

void main(onImageNode(benchmark));
