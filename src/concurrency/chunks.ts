import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work between two pauses. */
const CHUNK_MS = 5;

/** Works on one item after the other. Pauses between chunks of some milliseconds, so that requests are served meanwhile. */
export async function inChunks<T>(items: readonly T[], work: (item: T, at: number) => void): Promise<void> {
  let chunkStart = -Infinity;
  for (const [at, item] of items.entries()) {
    if (performance.now() - chunkStart > CHUNK_MS) {
      await nextTurn();
      chunkStart = performance.now();
    }
    work(item, at);
  }
}
