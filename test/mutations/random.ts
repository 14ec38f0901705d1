import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { startServices } from '../../dev/services/start-services.js';
import { report } from '../../dev/services/step.js';
import { Random } from '../support/random.js';
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

interface Failure {
  readonly suite: string;
  readonly test: string;
}

/** Unit tests first: most mutants need no others. */
const STAGES = [
  ['src', 'test/property'],
  ['test/!(property)', 'dev', 'web', 'bench'],
];

const FIRST_FAILURE = join(HOME, 'first-failure.json');

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
      const outcome = outcomes.get(description) ?? (await test(mutant, env, minutes));
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

async function test(mutant: Mutant, services: NodeJS.ProcessEnv, minutes: number): Promise<Outcome> {
  const { fileName } = mutant;
  const env = { ...services, MUTATED_FILE: fileName, FIRST_FAILURE };
  const end = performance.now() + minutes * 60_000;
  const shouldStop = () => performance.now() > end;
  const found = { mutant: describeMutant(mutant) };
  const ignored: string[] = [];
  for (const folders of STAGES) {
    for (;;) {
      writeMutated([{ name: fileName, content: apply(readFileSync(fileName, 'utf8'), mutant) }]);
      const config = {
        testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.spec.ts`),
        testPathIgnorePatterns: ['/node_modules/', ...ignored],
        testSequencer: beside('nearest-first.cjs'),
      };
      const run = (args: string[], config: Record<string, unknown>) => firstFailure({ args, config, env, shouldStop });
      const failure = await run(['--bail', '--forceExit', '--findRelatedTests', fileName], config);
      if (shouldStop()) return { ...found, isLate: true };
      if (!failure) break;
      writeMutated([]);
      if (!(await run(['--forceExit', '--runTestsByPath', failure.suite], {})))
        return { ...found, noticedBy: `${relative('.', failure.suite)}: ${failure.test}` };
      // It fails without the mutant too.
      ignored.push(failure.suite);
    }
  }
  return found;
}

async function firstFailure(run: Parameters<typeof runJest>[0]): Promise<Failure | undefined> {
  rmSync(FIRST_FAILURE, { force: true });
  await runJest({ ...run, config: { ...run.config, reporters: [beside('first-failure.cjs')] } });
  return existsSync(FIRST_FAILURE) ? (JSON.parse(readFileSync(FIRST_FAILURE, 'utf8')) as Failure) : undefined;
}
