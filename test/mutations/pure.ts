import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report } from '../../dev/services/step.js';
import { type MutationEvent } from './environment.js';
import { describeMutant, HOME, type Mutant, instrument, writeMutated } from './mutants.js';
import { pureFiles } from './pure-files.js';
import { beside, runJest } from './run-jest.js';

const EVENTS = join(HOME, 'events.ndjson');
const NOTICED = join(HOME, 'noticed.json');
const TRIED = join(HOME, 'tried.json');
const QUEUES = join(HOME, 'queues.json');

/** A mutant can loop in code that is not instrumented: in a test, or in a whole spec. */
const HANGING_MS = 30_000;
const HANGING_SPEC_MS = 120_000;

/** Ends an asynchronous test of which a mutant prevents the end. */
const testTimeout = 5000;

/** By spec. */
type Queues = Record<string, string[]>;

/** What is known of the mutants of some files. */
class Findings {
  readonly noticed = new Set<string>();
  readonly inTests = new Set<string>();
  /** The specs that run the code of a mutant while they load their modules. */
  readonly atLoad = new Map<string, string[]>();
  readonly done = new Set<string>();
  readonly tried: Queues = {};
  /** Specs that have loaded their modules with a mutant. */
  readonly loaded = new Set<string>();
  private started: string | undefined;

  add(event: MutationEvent): void {
    this.started = 'started' in event ? event.started : undefined;
    if ('slow' in event) (this.tried[event.spec] ??= []).push(`${event.slow} slow`);
    if ('test' in event) (this.tried[event.spec] ??= []).push(`${event.test} ${event.started}`);
    else if ('started' in event) this.loaded.add(`${event.spec} ${event.started}`);
    if ('noticed' in event) this.noticed.add(event.noticed);
    if ('broken' in event && event.after === undefined)
      throw new StartFailure(`This fails without a mutant: ${event.spec}, ${event.broken}`);
    if (!('done' in event)) return;
    this.done.add(event.spec);
    for (const id of event.inTests) this.inTests.add(id);
    for (const id of event.atLoad) this.atLoad.set(id, [...(this.atLoad.get(id) ?? []), event.spec]);
  }

  /** Jest was stopped because the last mutant loops. */
  addLoop(): void {
    if (this.started !== undefined) this.noticed.add(this.started);
  }
}

/** Runs the specs beside the pure files of these folders for each mutant. @returns the exit status */
export async function mutatePureFiles(folders: readonly string[]): Promise<number> {
  const files = pureFiles(folders);
  if (files.length === 0)
    throw new StartFailure(`No pure files in ${folders.join(', ')}; test/mutations/pure-files.ts lists them`);
  const { mutants, files: mutated } = await instrument(files);
  writeMutated(mutated);
  const findings = new Findings();
  const specs = [...new Set(files.map(({ name }) => dirname(name)))].flatMap(pureSpecs);
  // Again after a loop, and after a mutant that left a module in a state in which tests fail.
  for (let open = specs; open.length > 0; open = specs.filter((spec) => !findings.done.has(spec)))
    await runSpecs(open, findings);
  for (let loaded = -1; findings.loaded.size > loaded;) {
    loaded = findings.loaded.size;
    const queues = queuesOf(mutants, findings);
    if (Object.keys(queues).length > 0) await runSpecs(Object.keys(queues), findings, queues);
  }
  print(mutants, findings);
  return 0;
}

/** The specs of a folder, apart from those of its files that are not pure. */
function pureSpecs(folder: string): string[] {
  const pure = new Set(pureFiles([folder]).map(({ name }) => name));
  const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));
  const fileOf = (spec: string) => join(folder, spec.replace('.spec.ts', '.ts'));
  return specs
    .filter((spec) => pure.has(fileOf(spec)) || !existsSync(fileOf(spec)))
    .map((spec) => resolve(folder, spec));
}

/** Mutants of code that runs while modules are loaded: for the spec of their file, or without one for all that load it. */
function queuesOf(mutants: readonly Mutant[], { noticed, atLoad, loaded }: Findings): Queues {
  const queues: Queues = {};
  for (const { id, fileName } of mutants.filter((mutant) => !noticed.has(mutant.id))) {
    const loading = atLoad.get(id) ?? [];
    const own = resolve(fileName.replace(/\.ts$/, '.spec.ts'));
    const specs = (loading.includes(own) ? [own] : loading).filter((spec) => !loaded.has(`${spec} ${id}`));
    for (const spec of specs) (queues[spec] ??= []).push(id);
  }
  return queues;
}

async function runSpecs(specs: readonly string[], findings: Findings, queues?: Queues): Promise<void> {
  mkdirSync(HOME, { recursive: true });
  writeFileSync(EVENTS, '');
  writeFileSync(NOTICED, JSON.stringify([...findings.noticed]));
  writeFileSync(TRIED, JSON.stringify(findings.tried));
  writeFileSync(QUEUES, JSON.stringify(queues ?? {}));
  const config = {
    testMatch: specs,
    testTimeout,
    testEnvironment: beside('environment.ts'),
    testEnvironmentOptions: {
      noticed: NOTICED,
      tried: TRIED,
      events: EVENTS,
      ...(queues && { queues: QUEUES }),
    },
    testSequencer: beside('sequencer.cjs'),
    moduleNameMapper: {
      '^lru-cache$': beside('lru-cache.ts'),
      // Not bundled for each mutant: no spec of a pure file starts it.
      '/parquet-program\\.js$': resolve('src/cli/import/formats/parquet-program.ts'),
    },
  };
  const hangingMs = queues ? HANGING_SPEC_MS : HANGING_MS;
  const isLooping = await runJest({
    config,
    // Without a mutant, a test may wait for long.
    shouldStop: () => Date.now() - statSync(EVENTS).mtimeMs > hangingMs && endsWithStart(EVENTS),
  });
  const lines = readFileSync(EVENTS, 'utf8').split('\n').filter(Boolean);
  for (const line of lines) findings.add(JSON.parse(line) as MutationEvent);
  if (isLooping) findings.addLoop();
}

function print(mutants: readonly Mutant[], { noticed, inTests }: Findings): void {
  for (const mutant of mutants) {
    if (noticed.has(mutant.id)) continue;
    report(`${describeMutant(mutant)}${inTests.has(mutant.id) ? '' : ' (no test runs it)'}`);
  }
  const files = new Set(mutants.map(({ fileName }) => fileName));
  for (const name of [...files, 'all']) {
    const of = name === 'all' ? mutants : mutants.filter(({ fileName }) => fileName === name);
    const count = of.filter(({ id }) => noticed.has(id)).length;
    report(`${name}: ${count} of ${of.length} noticed, ${(count / of.length).toFixed(2)}`);
  }
}

function endsWithStart(file: string): boolean {
  return readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)?.includes('"started"') ?? false;
}
