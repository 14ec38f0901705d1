import { type GroupResult } from './bench.js';

/** Throughput beside that of the opponent, by the name of what was measured. */
export type Ratios = Readonly<Record<string, number>>;

/** What is committed: the ratios of the full form and of the quick one, which warms up less. */
export interface Committed {
  readonly quick?: Ratios;
  readonly full?: Ratios;
}

export interface Fall {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

/** The part of a ratio that may be lost before it counts. */
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

/** What fell by more than a fifth. What was not measured this time, or never before, is not compared. */
export function falls(before: Ratios, now: Ratios): Fall[] {
  return Object.entries(now).flatMap(([name, ratio]) => {
    const former = before[name];
    return former === undefined || ratio >= former * (1 - tolerated) ? [] : [{ name, before: former, now: ratio }];
  });
}
