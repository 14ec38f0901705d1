import { type NamedPlace } from './sets/named-place.js';
import { type Searcher } from './searchers.js';

const CONCURRENCY = 4;

/** The last searches run one at a time, when all programs are warm, and are timed. */
const TIMED = 100;

/** What one text found. */
export interface Outcome<T> {
  readonly item: T;
  readonly found: readonly NamedPlace[];
}

/** Searches for all texts. @returns what they found, and the milliseconds of those that ran alone */
export async function runSearches<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  searcher: Searcher,
): Promise<{ outcomes: Outcome<T>[]; times: number[] }> {
  const outcomes: Outcome<T>[] = [];
  const times: number[] = [];
  const work = async (queue: T[], onTime: (ms: number) => void): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const began = performance.now();
      const found = await searcher(textOf(item));
      onTime(performance.now() - began);
      outcomes.push({ item, found });
    }
  };
  const rest = items.slice(0, -TIMED);
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work(rest, () => undefined)));
  await work(items.slice(-TIMED), (ms) => times.push(ms));
  return { outcomes, times };
}
