import { appendFileSync, readFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';

interface TestEntry {
  readonly name: string;
  mode?: string | null;
  errors: unknown[];
}

/** Of jest-circus. */
type TestEvent =
  | { readonly name: 'test_start' | 'test_done'; readonly test: TestEntry }
  | { readonly name: 'run_finish' };

/** What the instrumented code reads and counts, as `__stryker__` of the global object. */
interface Namespace {
  activeMutant?: string;
  readonly currentTestId: string | undefined;
  mutantCoverage: Coverage;
  /** All caches of `lru-cache` (`lru-cache.ts`). */
  readonly caches: { clear(): void }[];
}

type Hits = Record<string, number>;

interface Coverage {
  static: Hits;
  perTest: Record<string, Hits>;
}

interface MutationOptions {
  /** Mutants that need no run, because they are noticed. A JSON array. */
  readonly noticed: string;
  /** By spec, what an interrupted run has tried: the number of a test, and a mutant or `slow`. A JSON object. */
  readonly tried: string;
  /** Gets one `MutationEvent` a line. */
  readonly events: string;
  /** Mutants of code that runs while modules are loaded, by spec. A JSON object. Each run of the spec takes the next one. */
  readonly queues?: string;
}

export type MutationEvent =
  /** Before each run, so that an endless loop is known by the last line. `test` is the number of a test in its spec. */
  | { readonly spec: string; readonly started: string; readonly test?: number }
  /** A test that is not repeated for mutants. */
  | { readonly spec: string; readonly slow: number }
  | { readonly spec: string; readonly noticed: string; readonly by: string }
  /** The test fails without a mutant: always, or since this mutant changed the state of a module. */
  | { readonly spec: string; readonly broken: string; readonly after?: string }
  | { readonly spec: string; readonly done: true; readonly atLoad: string[]; readonly inTests: string[] };

/** Processor time of a test that is not repeated for each mutant, in milliseconds. A mutant that only such tests notice counts as not noticed. */
const SLOW_TEST_MS = 100;

const queues = new Map<string, string[]>();

const noticed = new Set<string>();

/**
 * Runs each test again for each mutant that it covers, in one process and with the modules loaded once: Jest's own repetition
 * of failed tests is used for that. A mutant costs a millisecond so, and not the start of Jest.
 */
export default class MutationEnvironment extends TestEnvironment {
  private readonly coverage: Coverage = { static: {}, perTest: {} };
  private readonly namespace: Namespace;
  /** How often the test has run instrumented code, and how often it may. A mutant that makes it loop fails so. */
  private calls = 0;
  private maxCalls = Infinity;
  private started = process.cpuUsage();
  private readonly options: MutationOptions;
  private readonly spec: string;
  private readonly inTests = new Set<string>();
  private readonly tried: ReadonlySet<string>;
  private test = -1;
  private readonly fixed: string | undefined;
  private phase: 'plain' | 'mutant' | 'check' = 'plain';
  private current: string | undefined;
  private pending: string[] = [];
  private isInTest = false;
  private isBroken = false;
  private hasFinished = false;

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    this.namespace = this.createNamespace();
    const [{ projectConfig }, { testPath }] = args;
    this.options = projectConfig.testEnvironmentOptions as unknown as MutationOptions;
    this.spec = testPath;
    for (const id of JSON.parse(readFileSync(this.options.noticed, 'utf8')) as string[]) noticed.add(id);
    const tried = JSON.parse(readFileSync(this.options.tried, 'utf8')) as Record<string, string[]>;
    this.tried = new Set(tried[testPath]);
    if (this.options.queues) {
      const all = JSON.parse(readFileSync(this.options.queues, 'utf8')) as Record<string, string[]>;
      if (!queues.has(testPath)) queues.set(testPath, [...(all[testPath] ?? [])]);
      this.fixed = queues.get(testPath)?.shift();
      if (this.fixed !== undefined && !noticed.has(this.fixed)) {
        this.namespace.activeMutant = this.fixed;
        this.maxCalls = 50_000_000;
        this.write({ spec: this.spec, started: this.fixed });
      }
    }
    const { global } = this as unknown as { global: Record<string | symbol, unknown> };
    global.__stryker__ = this.namespace;
    global[Symbol.for('RETRY_TIMES')] = this.fixed === undefined ? Number.MAX_SAFE_INTEGER : 0;
    global[Symbol.for('RETRY_IMMEDIATELY')] = true;
  }

  private createNamespace(): Namespace {
    const countCall = () => {
      this.calls += 1;
      if (this.calls > this.maxCalls) throw new Error('The mutant makes this test loop');
      return this.isInTest ? this.phase : undefined;
    };
    return {
      mutantCoverage: this.coverage,
      caches: [],
      // The instrumented code asks for it whenever it counts what it runs.
      get currentTestId() {
        return countCall();
      },
    };
  }

  handleTestEvent(event: TestEvent): void {
    if (event.name === 'run_finish') this.hasFinished = true;
    if (this.fixed !== undefined) this.handleFixed(event);
    else if (event.name === 'test_start') this.begin(event.test);
    else if (event.name === 'test_done') this.end(event.test);
  }

  override async teardown(): Promise<void> {
    const { fixed } = this;
    if (fixed !== undefined) {
      if (!this.hasFinished && !noticed.has(fixed)) this.notice(fixed, 'loading');
    } else if (this.hasFinished && !this.isBroken) {
      const atLoad = Object.keys(this.coverage.static);
      this.write({ spec: this.spec, done: true, atLoad, inTests: [...this.inTests] });
    }
    await super.teardown();
  }

  private handleFixed(event: TestEvent): void {
    if (this.fixed === undefined) return;
    // Nothing to learn from the other tests of the spec.
    if (event.name === 'test_start' && noticed.has(this.fixed)) event.test.mode = 'skip';
    if (event.name === 'test_done' && event.test.errors.length > 0) {
      this.notice(this.fixed, event.test.name);
      event.test.errors = [];
    }
  }

  private begin(test: TestEntry): void {
    if (this.isBroken) test.mode = 'skip';
    // Results of a mutant must not outlive it.
    for (const cache of this.namespace.caches) cache.clear();
    if (this.phase === 'plain') {
      this.coverage.perTest = {};
      this.test += 1;
      if (this.tried.has(`${this.test} slow`)) test.mode = 'skip';
    }
    delete this.namespace.activeMutant;
    this.isInTest = true;
    this.calls = 0;
    this.started = process.cpuUsage();
    if (this.phase === 'plain') this.maxCalls = Infinity;
    if (this.phase !== 'mutant' || this.current === undefined) return;
    this.write({ spec: this.spec, started: this.current, test: this.test });
    this.namespace.activeMutant = this.current;
  }

  private end(test: TestEntry): void {
    const hasFailed = test.errors.length > 0;
    test.errors = [];
    if (hasFailed && this.phase === 'plain') this.break(test, undefined);
    else if (hasFailed && this.phase === 'check') this.break(test, this.current);
    else if (this.phase === 'plain') {
      const covered = Object.keys(this.coverage.perTest.plain ?? {});
      for (const id of covered) this.inTests.add(id);
      const { user, system } = process.cpuUsage(this.started);
      const isSlow = user + system > SLOW_TEST_MS * 1000;
      if (isSlow) this.write({ spec: this.spec, slow: this.test });
      this.pending = isSlow ? [] : covered.filter((id) => !noticed.has(id) && !this.tried.has(`${this.test} ${id}`));
      this.maxCalls = 1000 + 100 * this.calls;
    } else if (hasFailed && this.current !== undefined) {
      this.notice(this.current, test.name);
      this.phase = 'check';
      test.errors = [new Error('again')];
      return;
    }
    this.current = this.isBroken ? undefined : this.pending.shift();
    this.phase = this.current === undefined ? 'plain' : 'mutant';
    if (this.current !== undefined) test.errors = [new Error('again')];
    delete this.namespace.activeMutant;
    this.isInTest = false;
    this.calls = 0;
  }

  private break(test: TestEntry, after: string | undefined): void {
    this.isBroken = true;
    this.write({ spec: this.spec, broken: test.name, ...(after !== undefined && { after }) });
  }

  private notice(mutant: string, by: string): void {
    noticed.add(mutant);
    this.write({ spec: this.spec, noticed: mutant, by });
  }

  private write(event: MutationEvent): void {
    appendFileSync(this.options.events, `${JSON.stringify(event)}\n`);
  }
}
