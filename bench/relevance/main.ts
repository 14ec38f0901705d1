import { setMaxListeners } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { main } from '../../dev/main.js';
import { requestToken } from '../../dev/service.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { step, report } from '../../dev/services/step.js';
import { Services } from '../http/world/services.js';
import { type BenchServers, productionJvm, type Variables, withServers } from '../servers.js';
import { onImageNode } from '../image-node.js';
import { readBaseline, writeBaseline } from './baselines.js';
import { verdictOf } from './faults.js';
import { measureSet, type Subjects } from './measure-set.js';
import { type Options, readRelevanceOptions } from './options.js';
import { type SetResult } from './results.js';
import { fileSearcher, plainSearcher, serviceSearcher, serviceSuggester } from './searchers.js';
import { dropCollection, makeCollection, variablesOf } from './sets/collection.js';
import { missingFileOf, type PlaceSet } from './sets/place-sets.js';
import { reportOf } from './tables.js';

/** `npm run bench:relevance`: exits with 1 if a figure is worse than the baseline or newly misses its target. */
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
  const folder = keep ? 'bench-kept' : 'bench';
  return withServers({ settings: productionJvm, folder, lasting: keep }, async (servers) => {
    // Each command and service of each set listens until the end.
    setMaxListeners(0, servers.abort);
    try {
      return conclude(await inTurn(sets, (set) => measureWithServers(servers, set, options)), options);
    } finally {
      if (!keep) for (const set of sets) await dropCollection(servers, variablesOf(servers, set, name));
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
    const subjects: Subjects = { ...(await subjectsOf(services, env, options.body)), ...plain, env };
    return await step(report, `Searches of ${set.name}`, () => measureSet(set, subjects, options));
  } finally {
    await services.stop();
    servers.abort.throwIfAborted();
  }
}

async function subjectsOf(services: Services, env: Variables, body: string): Promise<Subjects> {
  if (body !== '') return { service: await fileSearcher(env, body) };
  const { pid, ...at } = await services.of({ env }, 'withoutCache');
  return { service: serviceSearcher(at), suggest: serviceSuggester(at), pid };
}

async function inTurn<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (const item of items) done.push(await work(item));
  return done;
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
