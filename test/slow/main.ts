import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../dev/build.js';
import { dataDirOf } from '../../dev/data-dir.js';
import { main } from '../../dev/main.js';
import { nodeCommand, runInForeground } from '../../dev/run-program.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report } from '../../dev/services/step.js';
import { listenForShutdownSignals } from '../../dev/shutdown-signals.js';
import { attack } from '../attack/suite.js';
import { browser } from '../browser/suite.js';
import { cluster } from '../cluster/suite.js';
import { crashes } from '../crashes/suite.js';
import { faults } from '../faults/suite.js';
import { fuzz } from '../fuzz/suite.js';
import { invalidation } from '../invalidation/suite.js';
import { node } from '../node/suite.js';
import { overload } from '../overload/suite.js';
import { recipes } from '../recipes/suite.js';
import { rolling } from '../rolling/suite.js';
import { soak } from '../soak/suite.js';
import { details, overview } from './report.js';
import { type Suite, type SuiteResult, SuiteRun } from './suite.js';

const suites: readonly Suite[] = [
  attack,
  browser,
  cluster,
  crashes,
  faults,
  fuzz,
  invalidation,
  node,
  overload,
  recipes,
  rolling,
  soak,
];

/** Programs that run by name only. They report by themselves. */
const programs: Readonly<Record<string, string>> = {
  containers: 'dev/containers/main.ts',
  k8s: 'dev/kubernetes/main.ts',
  mutations: 'test/mutations/main.ts',
};

/** A suite that takes so many times its usual duration is stopped, and fails. */
const patience = 3;

const folder = join(dataDirOf(process.env), 'test');

/**
 * `npm run test:slow`: runs all slow suites, one after the other. `npm run test:slow -- faults frozen` runs one, with its
 * arguments, or one of the `programs`. Writes the figures to `<DATA_DIR>/test/slow.md`. Exits with 1 if a suite has failed.
 */
async function slow([name, ...args]: readonly string[]): Promise<number> {
  const program = name === undefined ? undefined : programs[name];
  if (program !== undefined)
    return runInForeground(nodeCommand('--import', 'tsx', program, ...args), { env: process.env });
  const suite = suites.find((each) => each.name === name);
  if (name !== undefined && !suite)
    throw new StartFailure(
      `No slow suite is called ${name}. Suites: ${[...suites.map((each) => each.name), ...Object.keys(programs)].join(', ')}.`,
    );
  mkdirSync(folder, { recursive: true });
  const { signal: abort } = listenForShutdownSignals();
  const results = suite ? [await runHere(suite, args, abort)] : await runAll(abort);
  return results.every(({ failures }) => failures.length === 0) ? 0 : 1;
}

/** Each suite has a process of its own: one that crashes does not stop the others. */
async function runAll(abort: AbortSignal): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    report(`\n${suite.name}, about ${suite.minutes} minutes`);
    results.push(await runInProcess(suite));
    abort.throwIfAborted();
    write(results);
  }
  report(`\n${overview(results)}`);
  return results;
}

async function runInProcess({ name, minutes }: Suite): Promise<SuiteResult> {
  const began = performance.now();
  rmSync(resultFile(name), { force: true });
  const command = nodeCommand('--import', 'tsx', __filename, name);
  const abort = AbortSignal.timeout(patience * minutes * 60_000);
  const status = await runInForeground(command, { env: process.env, abort });
  if (existsSync(resultFile(name))) return JSON.parse(readFileSync(resultFile(name), 'utf8')) as SuiteResult;
  const failures = [`It ended with status ${status}, without a result.`];
  return { name, seconds: (performance.now() - began) / 1000, done: {}, rows: [], notes: [], failures };
}

async function runHere(suite: Suite, args: readonly string[], abort: AbortSignal): Promise<SuiteResult> {
  await build(report, { env: process.env, abort });
  const data = mkdtempSync(join(tmpdir(), `${suite.name}-`));
  let hasFailed = false;
  try {
    const result = await new SuiteRun(args, abort, data).resultOf(suite);
    hasFailed = result.failures.length > 0;
    report(`\n${details(result)}`);
    writeFileSync(resultFile(suite.name), JSON.stringify(result));
    write([result]);
    return result;
  } finally {
    if (hasFailed) report(`The data and the logs are in ${data}`);
    else rmSync(data, { recursive: true });
  }
}

function resultFile(name: string): string {
  return join(folder, `slow-${name}.json`);
}

function write(results: readonly SuiteResult[]): void {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
  const machine = `Node ${process.versions.node}, ${availableParallelism()} processors`;
  const title = `# Slow tests\n\n${new Date().toISOString().slice(0, 16)}Z, ${stdout.trim()}, ${machine}`;
  writeFileSync(join(folder, 'slow.md'), [title, overview(results), ...results.map(details)].join('\n\n') + '\n');
}

void main(() => slow(process.argv.slice(2)));
