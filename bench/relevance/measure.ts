import { normalise } from './normalise.js';
import { type Searcher } from './searchers.js';

/** The name of the wanted place, and the text to search for. */
export interface Search {
  readonly name: string;
  readonly text: string;
}

/** The quality of searches, as fractions of 1. */
export interface Figures {
  /** The place came first. */
  readonly success1: number;
  /** The place was among the first ten. */
  readonly success10: number;
  /** The mean of 1, 1/2, 1/3 … for the first, second, third place; 0 beyond the tenth. */
  readonly mrr10: number;
}

/** Concurrent searches. */
const CONCURRENCY = 4;

/** @param onMiss called for each search that does not find its place among the first ten */
export async function measure(
  searches: readonly Search[],
  searcher: Searcher,
  onMiss: (search: Search, names: readonly string[]) => void = () => undefined,
): Promise<Figures> {
  const ranks: number[] = [];
  const queue = [...searches];
  const work = async (): Promise<void> => {
    for (let search = queue.pop(); search; search = queue.pop()) {
      const names = await searcher(search.text);
      const rank = names.map(normalise).indexOf(normalise(search.name)) + 1;
      if (rank === 0) onMiss(search, names);
      ranks.push(rank);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const share = (worth: (rank: number) => number): number =>
    round(ranks.reduce((sum, rank) => sum + worth(rank), 0) / ranks.length);
  return {
    success1: share((rank) => (rank === 1 ? 1 : 0)),
    success10: share((rank) => (rank > 0 ? 1 : 0)),
    mrr10: share((rank) => (rank > 0 ? 1 / rank : 0)),
  };
}

/** A thousand searches justify at most four decimals. */
function round(figure: number): number {
  return Math.round(figure * 10_000) / 10_000;
}
