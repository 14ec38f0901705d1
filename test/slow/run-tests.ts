import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { runInForeground } from '../../dev/run-program.js';
import { type SuiteRun } from './suite.js';

interface JestResults {
  readonly numTotalTestSuites: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

/** Runs `npm test` for some suites as a part of a slow one, with a row of what passed and failed. @param cells further cells of that row */
export async function runTests(
  run: SuiteRun,
  suites: readonly string[],
  cells: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const status = await runInForeground(['npm', 'test', '--', ...suites], { env, abort: run.abort });
  run.abort.throwIfAborted();
  // `npm test` has removed those of earlier runs.
  const folder = join(dataDirOf(process.env), 'test');
  const files = readdirSync(folder).filter((name) => name.endsWith('-results.json'));
  const results = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as JestResults);
  const sum = (name: keyof JestResults): number => results.reduce((total, result) => total + result[name], 0);
  const [passed, failed] = [sum('numPassedTests'), sum('numFailedTests')];
  run.row({ ...cells, suites: sum('numTotalTestSuites'), passed, failed, 'not run': sum('numPendingTests') });
  run.did('passed tests', passed);
  run.expect(status === 0, `npm test ended with status ${status}.`);
}
