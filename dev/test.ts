import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirOf } from './data-dir.js';
import { listenForShutdownSignals } from './shutdown-signals.js';
import { main } from './main.js';
import { nodeCommand, run, runInForeground } from './run-program.js';
import { mergeResults, suitesToRetry } from './second-run.js';
import { claimDataDir } from './services/data-dir-claim.js';
import { startServices } from './services/start-services.js';
import { report, step } from './services/step.js';

/** Arguments that set the number of workers; without them, two are used. */
const WORKERS = /^(-i|-w.*|--runInBand|--maxWorkers.*)$/;

/**
 * `npm test`: runs all tests over real services with fresh data, and repeats failed suites once, alone. With arguments,
 * which go to Jest (`npm test -- users`), it repeats nothing, except in CI (`CI=true`). Writes the result to `<DATA_DIR>/test/jest-results.json`.
 */
async function test(args: string[]): Promise<number> {
  const home = dataDirOf(process.env);
  const dataDir = join(home, 'test');
  const results = join(dataDir, 'jest-results.json');
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'npm test');
  const second = join(dataDir, 'second-results.json');
  const validationCounts = join(dataDir, 'validation-counts.ndjson');
  for (const file of [results, second, validationCounts]) rmSync(file, { force: true });
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
      const runJest = (file: string, ...given: string[]) =>
        runInForeground(jest(file, given), { env: jestEnv, abort: stopped });
      let status = await runJest(results, ...args);
      const repeats = args.length === 0 || env.CI === 'true';
      const retried = status !== 0 && repeats && existsSync(results) ? suitesToRetry(results) : [];
      stopped.throwIfAborted();
      if (retried.length > 0) {
        for (const suite of retried) report(`Failed; runs again, alone: ${suite}`);
        // What a failed suite left open would keep this process running. Jest ends the workers of the first run by force, too.
        await runJest(second, '--runInBand', '--forceExit', '--runTestsByPath', ...retried);
        if (existsSync(second)) status = mergeResults(results, second).success ? 0 : 1;
      }
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

/** Counts the responses that the tests validated against `/openapi.json` and `/schema/places.xsd`. */
function validationSummary(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line) as Record<'json' | 'xml', number>);
  const sum = (format: 'json' | 'xml') => counts.reduce((total, count) => total + count[format], 0);
  return `${sum('json')} JSON and ${sum('xml')} XML responses match /openapi.json and /schema/places.xsd.`;
}

function jest(results: string, args: string[]): [string, ...string[]] {
  const program = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
  const workers = args.some((arg) => WORKERS.test(arg)) ? [] : ['--maxWorkers=2'];
  return nodeCommand(program, '--json', `--outputFile=${results}`, ...workers, ...args);
}

void main(() => test(process.argv.slice(2)));
