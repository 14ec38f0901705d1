import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirOf } from './data-dir.js';
import { listenForShutdownSignals } from './shutdown-signals.js';
import { main } from './main.js';
import { nodeCommand, type ProgramOptions, run, runInForeground } from './run-program.js';
import { claimDataDir } from './services/data-dir-claim.js';
import { startServices } from './services/start-services.js';
import { report, step } from './services/step.js';

/** Arguments that set the number of workers. */
const WORKERS = /^(-i|-w.*|--runInBand|--maxWorkers.*)$/;

/** Arguments that leave Jest running, which then selects suites itself. */
const WATCH = '--watch';

/** The default, for two processors. Three take a quarter less time, but then tests fail where other work runs beside them. */
const MAIN_WORKERS = '--maxWorkers=2';

/** Suites that measure time run after the others, which would make them fail. */
const TIMED = [
  // Most of the time they wait for time-outs, which they may do at the same time.
  { folder: '/test/waiting/', workers: '--maxWorkers=2', results: 'waiting-results.json' },
  { folder: '/test/timed/', workers: '--runInBand', results: 'timed-results.json' },
];

const IGNORE = '--testPathIgnorePatterns';

const RESULTS = 'jest-results.json';

/**
 * `npm test`: runs all tests over real services with fresh data, those that measure time after the others. Arguments go to Jest
 * (`npm test -- users`). Writes the results to `<DATA_DIR>/test/jest-results.json` and, of those that measure time, beside it.
 */
async function test(args: string[]): Promise<number> {
  const home = dataDirOf(process.env);
  const dataDir = join(home, 'test');
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'npm test');
  const validationCounts = join(dataDir, 'validation-counts.ndjson');
  for (const file of [RESULTS, ...TIMED.map(({ results }) => results)]) rmSync(join(dataDir, file), { force: true });
  rmSync(validationCounts, { force: true });
  const shutdown = listenForShutdownSignals();
  const abort = shutdown.signal;
  const env = process.env;
  try {
    const services = await startServices({ dataDir, cacheDir: home, env, report, persistent: false, abort });
    shutdown.onSecondSignal(() => {
      services.kill();
    });
    try {
      claim.publish(services);
      await step(report, 'Generated code', () => run(['npm', 'run', 'generate'], { env, abort }));
      const { databaseUrl, elasticsearchUrl } = services;
      const jestEnv = {
        ...env,
        NODE_ENV: 'test',
        VALIDATION_COUNTS: validationCounts,
        DATABASE_URL: databaseUrl,
        ELASTICSEARCH_URL: elasticsearchUrl,
      };
      const stopped = AbortSignal.any([abort, services.lost]);
      const status = await runSuites(args, dataDir, { env: jestEnv, abort: stopped });
      report(validationSummary(validationCounts));
      stopped.throwIfAborted();
      return status;
    } finally {
      await services.stop();
    }
  } finally {
    claim.release();
  }
}

/** Runs the suites that these arguments select; those that measure time after the others. @returns the exit status */
async function runSuites(args: string[], dataDir: string, options: ProgramOptions): Promise<number> {
  const runJest = (file: string, given: string[]) => runInForeground(jest(join(dataDir, file), given), options);
  if (args.some((arg) => arg.startsWith(WATCH))) return runJest(RESULTS, args);
  const suites = await suitesOf(args, options);
  const timed = TIMED.filter(({ folder }) => suites.some((suite) => suite.includes(folder)));
  const isTimed = (suite: string) => timed.some(({ folder }) => suite.includes(folder));
  let status = 0;
  if (timed.length === 0 || !suites.every(isTimed))
    status = await runJest(RESULTS, [...args, ...timed.map(({ folder }) => `${IGNORE}=${folder}`)]);
  for (const { folder, workers, results } of timed) {
    options.abort?.throwIfAborted();
    // In its place: some options of Jest take all arguments up to the next option.
    const given = args.map((arg) => (WORKERS.test(arg) ? workers : arg));
    if (!given.includes(workers)) given.push(workers);
    status = (await runJest(results, [...given, `${IGNORE}=^(?!.*${folder})`])) || status;
  }
  return status;
}

/** Counts the responses that the tests validated against `/openapi.json` and `/schema/places.xsd`. */
function validationSummary(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line) as Record<'json' | 'xml', number>);
  const sum = (format: 'json' | 'xml') => counts.reduce((total, count) => total + count[format], 0);
  return `${sum('json')} JSON and ${sum('xml')} XML responses match /openapi.json and /schema/places.xsd.`;
}

/** The paths of the suites that Jest would run with these arguments. */
async function suitesOf(args: string[], options: ProgramOptions): Promise<string[]> {
  const output = await run(nodeCommand(jestProgram(), '--listTests', ...args), options);
  return output.split('\n').filter((line) => line.startsWith('/'));
}

function jest(results: string, args: string[]): [string, ...string[]] {
  const workers = args.some((arg) => WORKERS.test(arg)) ? [] : [MAIN_WORKERS];
  return nodeCommand(jestProgram(), '--json', `--outputFile=${results}`, ...workers, ...args);
}

function jestProgram(): string {
  return join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
}

void main(() => test(process.argv.slice(2)));
