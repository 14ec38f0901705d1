import { type GroupResult } from './bench.js';

/** Ratios of throughput, by the name of the measurement. */
export type Ratios = Readonly<Record<string, number>>;

/** The committed ratios of the full run, and of `--quick`, which warms up less. */
export interface Committed {
  readonly quick?: Ratios;
  readonly full?: Ratios;
}

export interface Fall {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

/** The permitted fall of a ratio. */
const tolerated = 0.2;

export function ratiosOf(results: readonly GroupResult[]): Ratios {
  const entries = results.flatMap(({ name: group, comparisons }) =>
    comparisons.map(({ name, connections, ratios }): [string, number] => [
      `${group}: ${name}, ${connections} connections`,
      Math.round(ratios.throughput * 1000) / 1000,
    ]),
  );
  return Object.fromEntries(entries);
}

/** The ratios that fell by more than a fifth. Ratios without a committed value are ignored. */
export function falls(before: Ratios, now: Ratios): Fall[] {
  return Object.entries(now).flatMap(([name, ratio]) => {
    const former = before[name];
    return former === undefined || ratio >= former * (1 - tolerated) ? [] : [{ name, before: former, now: ratio }];
  });
}
