import { messageOf } from '../../dev/main.js';
import { type Options, readOptions } from '../../dev/options.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report } from '../../dev/services/step.js';

/** A suite of `npm run test:slow`. */
export interface Suite {
  readonly name: string;
  /** How long it takes on two processors. The driver stops it after three times as long. */
  readonly minutes: number;
  /** Fails if it rejects, if something that it expects does not hold, or if it did nothing. */
  readonly run: (run: SuiteRun) => Promise<void>;
}

export interface SuiteResult {
  readonly name: string;
  readonly seconds: number;
  /** How much was done, such as requests or restarts. */
  readonly done: Readonly<Record<string, number>>;
  /** By column. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly notes: readonly string[];
  readonly failures: readonly string[];
}

/** What the driver gives to a suite, and what the suite tells the driver. */
export class SuiteRun {
  private readonly done: Record<string, number> = {};
  private readonly rows: SuiteResult['rows'][number][] = [];
  private readonly notes: string[] = [];
  private readonly failures: string[] = [];

  /**
   * @param args the arguments after the name of the suite
   * @param abort aborts on Ctrl-C: the suite stops what it has started, and rejects
   * @param folder an empty folder for data and logs. The driver removes it, unless the suite fails
   */
  constructor(
    readonly args: readonly string[],
    readonly abort: AbortSignal,
    readonly folder: string,
  ) {}

  /** Reads `--name value` arguments, as `readOptions` does. */
  options<T extends Readonly<Record<string, string | number>>>(defaults: T): Options<T> {
    const usage = Object.entries(defaults).map(([name, value]) => `--${name} ${value}`);
    return readOptions(defaults, `Arguments, with their defaults: ${usage.join(' ')}`, this.args);
  }

  /** Those whose names have all arguments. @throws StartFailure if there are none */
  select<T extends { readonly name: string }>(all: readonly T[]): T[] {
    const chosen = all.filter(({ name }) => this.args.every((word) => name.toLowerCase().includes(word.toLowerCase())));
    if (chosen.length > 0) return chosen;
    throw new StartFailure(`Nothing has this name. Names: ${all.map(({ name }) => name).join('; ')}.`);
  }

  /** Adds a row to the table of the suite. */
  row(cells: Readonly<Record<string, string | number>>): void {
    this.rows.push(cells);
    report(`  ${Object.values(cells).join(' | ')}`);
  }

  /** Adds a sentence with figures. */
  note(sentence: string): void {
    this.notes.push(sentence);
    report(`  ${sentence}`);
  }

  /** Counts what was done. The suite fails if a count is 0 in the end. */
  did(what: string, count = 1): void {
    this.done[what] = (this.done[what] ?? 0) + count;
  }

  expect(holds: boolean, failure: string): void {
    if (holds) return;
    this.failures.push(failure);
    report(`  FAILED: ${failure}`);
  }

  /** Runs a suite. @throws the reason of `abort` after Ctrl-C */
  async resultOf({ name, run }: Pick<Suite, 'name' | 'run'>): Promise<SuiteResult> {
    const began = performance.now();
    await run(this).catch((error: unknown) => {
      this.abort.throwIfAborted();
      this.expect(false, messageOf(error));
    });
    this.expect(this.failures.length > 0 || Object.keys(this.done).length > 0, 'The suite does not say what it did.');
    // Also if the count is not a number.
    for (const [what, count] of Object.entries(this.done)) this.expect(count > 0, `The suite did nothing: no ${what}.`);
    const { done, rows, notes, failures } = this;
    return { name, seconds: (performance.now() - began) / 1000, done, rows, notes, failures };
  }
}
