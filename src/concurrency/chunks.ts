import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items between two pauses: some milliseconds of work. */
const CHUNK = 200;

/** Works on one item after the other. Pauses between chunks, so that requests are served meanwhile. */
export async function inChunks<T>(items: readonly T[], work: (item: T, at: number) => void): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at % CHUNK === 0) await nextTurn();
    work(item, at);
  }
}
