import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { startServices } from '../../dev/services/start-services.js';
import { report } from '../../dev/services/step.js';
import { Random } from '../../src/demonstration/island/random.js';
import { apply, describeMutant, HOME, instrument, type Mutant, writeMutated } from './mutants.js';
import { beside, runJest } from './run-jest.js';

interface Draw {
  readonly count: number;
  readonly seed: number;
  /** For all suites of one mutant. */
  readonly minutes: number;
}

interface Outcome {
  readonly mutant: string;
  /** The first suite and test that fail. */
  readonly noticedBy?: string;
  readonly isLate?: boolean;
}

interface JestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Unit tests first: most mutants need no others. */
const STAGES = [
  ['src', 'test/property'],
  ['test/!(property)', 'dev', 'web', 'bench'],
];

const RESULTS = join(HOME, 'results.json');

/**
 * Runs all tests that Jest relates to a file for mutants drawn at random from all files of `src`. Prints each outcome. A run
 * that was interrupted continues with the same seed.
 */
export async function mutateAtRandom({ count, seed, minutes }: Draw): Promise<number> {
  const { mutants } = await instrument(sourceFiles());
  const drawn = new Random(seed).shuffle(mutants).slice(0, count);
  const log = join(HOME, `random-${seed}.ndjson`);
  const services = await startServices({
    dataDir: join(HOME, 'services'),
    cacheDir: dataDirOf(process.env),
    env: process.env,
    report,
    persistent: false,
  });
  const env = { ...process.env, DATABASE_URL: services.databaseUrl, ELASTICSEARCH_URL: services.elasticsearchUrl };
  try {
    const outcomes = new Map(readLog(log).map((outcome) => [outcome.mutant, outcome]));
    for (const [index, mutant] of drawn.entries()) {
      const description = describeMutant(mutant);
      const outcome = outcomes.get(description) ?? (await run(mutant, env, minutes));
      if (!outcomes.has(description)) appendFileSync(log, `${JSON.stringify(outcome)}\n`);
      outcomes.set(description, outcome);
      const noticed = [...outcomes.values()].filter(({ noticedBy }) => noticedBy !== undefined).length;
      report(`${index + 1} of ${count}, ${noticed} noticed: ${description}`);
      report(`  ${outcome.noticedBy ?? (outcome.isLate ? `not noticed in ${minutes} minutes` : 'not noticed')}`);
    }
  } finally {
    await services.stop();
  }
  return 0;
}

function sourceFiles(): { name: string }[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.(spec|d))\.ts$/.test(name) && !name.includes('/migrations/'))
    .sort()
    .map((name) => ({ name: join('src', name) }));
}

function readLog(file: string): Outcome[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome);
}

async function run(mutant: Mutant, env: NodeJS.ProcessEnv, minutes: number): Promise<Outcome> {
  const { fileName } = mutant;
  const end = performance.now() + minutes * 60_000;
  const shouldStop = () => performance.now() > end;
  const found = { mutant: describeMutant(mutant) };
  const ignored: string[] = [];
  for (const folders of STAGES) {
    for (;;) {
      writeMutated([{ name: fileName, content: apply(readFileSync(fileName, 'utf8'), mutant) }]);
      rmSync(RESULTS, { force: true });
      const config = {
        testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.spec.ts`),
        testPathIgnorePatterns: ['/node_modules/', ...ignored],
        testSequencer: beside('nearest-first.cjs'),
      };
      const args = ['--bail', '--forceExit', '--json', `--outputFile=${RESULTS}`, '--findRelatedTests', fileName];
      const isLate = await runJest({ config, args, env: { ...env, MUTATED_FILE: fileName }, shouldStop });
      if (isLate) return { ...found, isLate };
      const failure = failureIn(RESULTS);
      if (!failure) break;
      writeMutated([]);
      await runJest({
        config: {},
        args: ['--json', `--outputFile=${RESULTS}`, '--runTestsByPath', failure.suite],
        env,
        shouldStop,
      });
      if (!failureIn(RESULTS)) return { ...found, noticedBy: `${relative('.', failure.suite)}: ${failure.test}` };
      // It fails without the mutant too.
      ignored.push(failure.suite);
    }
  }
  return found;
}

function failureIn(file: string): { suite: string; test: string } | undefined {
  if (!existsSync(file)) return undefined;
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
  const suite = testResults.find(({ status }) => status === 'failed');
  const test = suite?.assertionResults.find(({ status }) => status === 'failed');
  return suite && { suite: suite.name, test: test?.fullName ?? 'cannot be loaded' };
}
