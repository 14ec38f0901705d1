import { type Found, type Parameters, type Searcher } from './searchers.js';

const CONCURRENCY = 4;

/** The last searches run one at a time, when all programs are warm, and are timed. */
const TIMED = 100;

/** A text to search for, with other parameters of the request. */
export interface Search {
  readonly q: string;
  readonly parameters?: Parameters;
}

/** What one search found. */
export interface Outcome<T> {
  readonly item: T;
  readonly found: Found;
}

/** Searches for all texts. @returns what they found, in order, and the milliseconds of those that ran alone */
export async function runSearches<T extends Search>(
  items: readonly T[],
  searcher: Searcher,
): Promise<{ outcomes: Outcome<T>[]; times: number[] }> {
  const outcomes: Outcome<T>[] = [];
  const times: number[] = [];
  const queue = [...items.entries()];
  const work = async (until: number, onTime: (ms: number) => void): Promise<void> => {
    while (queue.length > until) {
      const [at, item] = queue.splice(0, 1)[0] ?? [];
      if (at === undefined || item === undefined) return;
      const began = performance.now();
      const found = await searcher(item.q, item.parameters);
      onTime(performance.now() - began);
      outcomes[at] = { item, found };
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work(TIMED, () => undefined)));
  await work(0, (ms) => times.push(ms));
  return { outcomes, times };
}
