import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirOf } from './data-dir.js';
import { listenForShutdownSignals } from './shutdown-signals.js';
import { main } from './main.js';
import { nodeCommand, type ProgramOptions, run, runInForeground } from './run-program.js';
import { suiteTimesTable } from './suite-times.js';
import { writeGroups } from './test-groups.js';
import { claimDataDir } from './services/data-dir-claim.js';
import { startServices } from './services/start-services.js';
import { report } from './services/step.js';

/** Arguments that set the number of workers. */
const WORKERS = /^(-i|-w.*|--runInBand|--maxWorkers.*)$/;

/** Arguments that leave Jest running, which then selects suites itself. */
const WATCH = '--watch';

/** The default, for two processors: a test that waits leaves its processor to another. */
const MAIN_WORKERS = '--maxWorkers=3';

/** Suites that mostly wait for time-outs. They run beside the others. */
const WAITING = '/test/waiting/';

/** Suites of `npm run test:slow`. They run only if arguments select them. */
const SLOW = '/test/browser/';

/** Options that select no suites. All suites then run in groups. */
const SELECTS_NONE = /^--(verbose|silent|ci|bail.*|testTimeout=.*)$/;

const RESULTS = 'jest-results.json';
const WAITING_RESULTS = 'waiting-results.json';

/**
 * The shares of groups of suites: one for each worker, then smaller ones, so that no worker is idle for long at the end. Each group loads
 * the modules anew, which takes 7 s.
 */
const SHARES = [6, 6, 6, 3, 2, 2, 1];

/**
 * `npm test`: runs all tests over real services with fresh data. Arguments go to Jest (`npm test -- users`). Writes the results to
 * `<DATA_DIR>/test/*-results.json`, and how long each suite takes to `suite-times.md` beside them.
 */
async function test(args: string[]): Promise<number> {
  const home = dataDirOf(process.env);
  const dataDir = join(home, 'test');
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'npm test');
  const validationCounts = join(dataDir, 'validation-counts.ndjson');
  const suiteTimes = join(dataDir, 'suite-times.ndjson');
  for (const file of [RESULTS, WAITING_RESULTS]) rmSync(join(dataDir, file), { force: true });
  for (const file of [validationCounts, suiteTimes]) rmSync(file, { force: true });
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
      const { databaseUrl, elasticsearchUrl } = services;
      const jestEnv = {
        ...env,
        NODE_ENV: 'test',
        VALIDATION_COUNTS: validationCounts,
        SUITE_TIMES: suiteTimes,
        DATABASE_URL: databaseUrl,
        ELASTICSEARCH_URL: elasticsearchUrl,
      };
      const stopped = AbortSignal.any([abort, services.lost]);
      const status = await runSuites(args, dataDir, { env: jestEnv, abort: stopped });
      report(validationSummary(validationCounts));
      if (existsSync(suiteTimes))
        writeFileSync(
          join(dataDir, 'suite-times.md'),
          suiteTimesTable(
            suiteTimes,
            [RESULTS, WAITING_RESULTS].map((file) => join(dataDir, file)),
          ),
        );
      stopped.throwIfAborted();
      return status;
    } finally {
      await services.stop();
    }
  } finally {
    claim.release();
  }
}

/** Runs the suites that these arguments select, those that mostly wait beside the others. @returns the exit status */
async function runSuites(args: string[], dataDir: string, options: ProgramOptions): Promise<number> {
  const runJest = (file: string, given: string[]) => runInForeground(jest(join(dataDir, file), given), options);
  if (args.some((arg) => arg.startsWith(WATCH)) || !args.every((arg) => SELECTS_NONE.test(arg)))
    return runJest(RESULTS, args);
  const suites = (await run(nodeCommand(jestProgram(), '--listTests'), options))
    .split('\n')
    .filter((line) => line !== '');
  const sequencer = require.resolve('./test-sequencer.cjs');
  const runGroups = (file: string, selected: string[], shares: readonly number[], ...given: string[]) => {
    const groups = join(dataDir, file.replace('-results.json', '-groups'));
    writeGroups(selected, groups, shares);
    const options = [`--roots=${groups}`, '--testMatch=**/*.spec.ts', `--testSequencer=${sequencer}`];
    return runJest(file, [...args, ...options, ...given]);
  };
  const isWaiting = (suite: string) => suite.includes(WAITING);
  const others = suites.filter((suite) => !isWaiting(suite) && !suite.includes(SLOW));
  const statuses = await Promise.all([
    runGroups(RESULTS, others, SHARES),
    runGroups(WAITING_RESULTS, suites.filter(isWaiting), [1], '--runInBand'),
  ]);
  return Math.max(...statuses);
}

/** Counts the responses that the tests validated against `/openapi.json` and `/schema/places.xsd`. */
function validationSummary(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line) as Record<'json' | 'xml', number>);
  const sum = (format: 'json' | 'xml') => counts.reduce((total, count) => total + count[format], 0);
  return `${sum('json')} JSON and ${sum('xml')} XML responses match /openapi.json and /schema/places.xsd.`;
}

function jest(results: string, args: string[]): [string, ...string[]] {
  const workers = args.some((arg) => WORKERS.test(arg)) ? [] : [MAIN_WORKERS];
  return nodeCommand(jestProgram(), '--json', `--outputFile=${results}`, ...workers, ...args);
}

function jestProgram(): string {
  return join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
}

void main(() => test(process.argv.slice(2)));
