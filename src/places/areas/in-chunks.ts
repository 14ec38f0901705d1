import { setImmediate as nextTurn } from 'node:timers/promises';

/** Areas that are folded without a pause for requests: some milliseconds. */
const CHUNK = 200;

/** Works on one item after the other, with pauses in which requests are served. */
export async function inChunks<T>(items: readonly T[], work: (item: T, at: number) => void): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at % CHUNK === 0) await nextTurn();
    work(item, at);
  }
}
