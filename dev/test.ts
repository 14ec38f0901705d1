import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
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

/** The default, for two processors: a test that waits leaves its processor to another. */
const MAIN_WORKERS = '--maxWorkers=3';

/** Suites that mostly wait for time-outs. They run beside the others. */
const WAITING = '/test/waiting/';

/** Suites beside the code, which need no servers: they begin while these start. */
const UNIT = ['src', 'web'].map((folder) => resolve(folder) + sep);

/** Suites of `npm run test:slow`. They run only if arguments select them. */
const SLOW = '/test/browser/';

/** Options that select no suites. All suites then run in groups. */
const SELECTS_NONE = /^--(verbose|silent|ci|bail.*|testTimeout=.*)$/;

const RESULTS = 'jest-results.json';
const WAITING_RESULTS = 'waiting-results.json';
const UNIT_RESULTS = 'unit-results.json';
const ALL_RESULTS = [RESULTS, WAITING_RESULTS, UNIT_RESULTS];

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
  for (const file of ALL_RESULTS) rmSync(join(dataDir, file), { force: true });
  for (const file of [validationCounts, suiteTimes]) rmSync(file, { force: true });
  const shutdown = listenForShutdownSignals();
  const ended = new AbortController();
  const abort = AbortSignal.any([shutdown.signal, ended.signal]);
  const env = process.env;
  const jestEnv = { ...env, NODE_ENV: 'test', VALIDATION_COUNTS: validationCounts, SUITE_TIMES: suiteTimes };
  const jest = new Jest(args, dataDir);
  const units = jest.runUnits({ env: jestEnv, abort });
  // If the servers do not start, that is what failed. Otherwise it is awaited below.
  const unitsEnded = units.catch(() => undefined);
  try {
    const services = await startServices({ dataDir, cacheDir: home, env, report, persistent: false, abort });
    shutdown.onSecondSignal(() => {
      services.kill();
    });
    try {
      claim.publish(services);
      const { databaseUrl, elasticsearchUrl } = services;
      const servers = { DATABASE_URL: databaseUrl, ELASTICSEARCH_URL: elasticsearchUrl };
      const stopped = AbortSignal.any([abort, services.lost]);
      const others = jest.runOthers({ env: { ...jestEnv, ...servers }, abort: stopped });
      const statuses = await Promise.all([units, others]);
      report(validationSummary(validationCounts));
      if (existsSync(suiteTimes))
        writeFileSync(
          join(dataDir, 'suite-times.md'),
          suiteTimesTable(
            suiteTimes,
            ALL_RESULTS.map((file) => join(dataDir, file)),
          ),
        );
      stopped.throwIfAborted();
      return Math.max(...statuses);
    } finally {
      await services.stop();
    }
  } finally {
    ended.abort();
    await unitsEnded;
    claim.release();
  }
}

/** Runs the suites that the arguments of `npm test` select; all of them in groups (test-groups.ts). */
class Jest {
  private readonly runsAll: boolean;
  private suites: Promise<string> | undefined;

  constructor(
    private readonly args: readonly string[],
    private readonly dataDir: string,
  ) {
    this.runsAll = args.every((arg) => SELECTS_NONE.test(arg));
  }

  /** If all suites run, those that need no servers. @returns the exit status */
  async runUnits(options: ProgramOptions): Promise<number> {
    if (!this.runsAll) return 0;
    const suites = (await this.list(options)).filter(isUnit);
    return this.runGroups(UNIT_RESULTS, suites, [1, 1], options, '--maxWorkers=2');
  }

  /** The other suites, those that mostly wait beside the others. @returns the exit status */
  async runOthers(options: ProgramOptions): Promise<number> {
    if (!this.runsAll) return this.run(RESULTS, this.args, options);
    const suites = (await this.list(options)).filter((suite) => !isUnit(suite) && !suite.includes(SLOW));
    const isWaiting = (suite: string) => suite.includes(WAITING);
    const others = suites.filter((suite) => !isWaiting(suite));
    const statuses = await Promise.all([
      this.runGroups(RESULTS, others, SHARES, options),
      this.runGroups(WAITING_RESULTS, suites.filter(isWaiting), [1], options, '--runInBand'),
    ]);
    return Math.max(...statuses);
  }

  private async list(options: ProgramOptions): Promise<string[]> {
    this.suites ??= run(nodeCommand(jestProgram(), '--listTests'), options);
    return (await this.suites).split('\n').filter((line) => line !== '');
  }

  private runGroups(
    file: string,
    suites: readonly string[],
    shares: readonly number[],
    options: ProgramOptions,
    ...given: string[]
  ): Promise<number> {
    const groups = join(this.dataDir, file.replace('-results.json', '-groups'));
    writeGroups(suites, groups, shares);
    const sequencer = require.resolve('./test-sequencer.cjs');
    const selection = [`--roots=${groups}`, '--testMatch=**/*.spec.ts', `--testSequencer=${sequencer}`];
    return this.run(file, [...this.args, ...selection, ...given], options);
  }

  private run(file: string, args: readonly string[], options: ProgramOptions): Promise<number> {
    const workers = args.some((arg) => WORKERS.test(arg)) ? [] : [MAIN_WORKERS];
    const output = `--outputFile=${join(this.dataDir, file)}`;
    return runInForeground(nodeCommand(jestProgram(), '--json', output, ...workers, ...args), options);
  }
}

function isUnit(suite: string): boolean {
  return UNIT.some((folder) => suite.startsWith(folder));
}

/** Counts the responses that the tests validated against `/openapi.json` and `/schema/places.xsd`. */
function validationSummary(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line) as Record<'json' | 'xml', number>);
  const sum = (format: 'json' | 'xml') => counts.reduce((total, count) => total + count[format], 0);
  return `${sum('json')} JSON and ${sum('xml')} XML responses match /openapi.json and /schema/places.xsd.`;
}

function jestProgram(): string {
  return join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
}

void main(() => test(process.argv.slice(2)));
