import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirOf } from './data-dir.js';
import { listenForShutdownSignals } from './shutdown-signals.js';
import { main } from './main.js';
import { runInForeground, nodeCommand, runQuietly } from './run-program.js';
import { mergeResults, suitesToRetry } from './second-run.js';
import { claimDataDir } from './services/data-dir-claim.js';
import { startServices } from './services/start-services.js';
import { step, type Report } from './services/step.js';

/** Arguments that set the number of workers; without them, two are used. */
const WORKERS = /^(-i|-w.*|--runInBand|--maxWorkers.*)$/;

/**
 * `npm test`: runs all tests over real services with fresh data, and failed suites once more, alone.
 * Arguments go to Jest, such as a pattern on paths (`npm test -- users`); then nothing runs twice. The result is also in `<DATA_DIR>/test/jest-results.json`.
 */
async function test(args: string[]): Promise<number> {
  const home = dataDirOf(process.env);
  const dataDir = join(home, 'test');
  const results = join(dataDir, 'jest-results.json');
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'npm test');
  const second = join(dataDir, 'second-results.json');
  for (const file of [results, second]) rmSync(file, { force: true });
  const tally = join(dataDir, 'validated-answers.ndjson');
  rmSync(tally, { force: true });
  const interruption = listenForShutdownSignals();
  const abort = interruption.signal;
  const report: Report = (line) => process.stdout.write(`${line}\n`);
  const env = process.env;
  try {
    const services = await startServices({ dataDir, cacheDir: home, env, report, persistent: false, abort });
    interruption.onSecondSignal(() => {
      services.kill();
    });
    try {
      claim.publish(services);
      await step(report, 'Generated code', () =>
        runQuietly('npm run generate', ['npm', 'run', 'generate'], { env, abort }),
      );
      const { databaseUrl, elasticsearchUrl } = services;
      const jestEnv = {
        ...env,
        NODE_ENV: 'test',
        VALIDATED_ANSWERS: tally,
        DATABASE_URL: databaseUrl,
        ELASTICSEARCH_URL: elasticsearchUrl,
      };
      const whileThere = AbortSignal.any([abort, services.lost]);
      const run = (file: string, ...given: string[]) =>
        runInForeground(jest(file, given), { env: jestEnv, abort: whileThere });
      let status = await run(results, ...args);
      const again = status !== 0 && args.length === 0 && existsSync(results) ? suitesToRetry(results) : [];
      whileThere.throwIfAborted();
      if (again.length > 0) {
        for (const suite of again) report(`failed; runs again alone: ${suite}`);
        await run(second, '--runInBand', '--runTestsByPath', ...again);
        if (existsSync(second)) status = mergeResults(results, second).success ? 0 : 1;
      }
      report(validatedAnswers(tally));
      whileThere.throwIfAborted();
      return status;
    } finally {
      await services.stop();
    }
  } finally {
    claim.release();
  }
}

/** Counts the responses that the tests validated against `/openapi.json` and `/schema/places.xsd`. */
function validatedAnswers(tally: string): string {
  const lines = existsSync(tally) ? readFileSync(tally, 'utf8').trimEnd().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line) as Record<'json' | 'xml', number>);
  const sum = (format: 'json' | 'xml') => counts.reduce((total, count) => total + count[format], 0);
  return `${sum('json')} answers in JSON and ${sum('xml')} in XML were as /openapi.json and /schema/places.xsd say.`;
}

function jest(results: string, args: string[]): [string, ...string[]] {
  const program = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
  const workers = args.some((arg) => WORKERS.test(arg)) ? [] : ['--maxWorkers=2'];
  return nodeCommand(program, '--json', `--outputFile=${results}`, ...workers, ...args);
}

void main(() => test(process.argv.slice(2)));
