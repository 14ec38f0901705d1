import { noTimeUsed, type TimeUsed } from './protection.js';

/** The index itself takes up to a second to show a change. */
const refreshAfterMs = 500;

/** For so long, a response may be of the index as it was before a change. */
export const maxAgeMs = 750;

/**
 * A value that many requests read from the index: one read serves all that wait for it. Until `refreshAfterMs` a value is used without a
 * new read, until `maxAgeMs` while a new one is read. After that, requests wait for the new one.
 *
 * Not a `VersionedCache`: during an import the version changes each second, and every change would make requests wait.
 */
export class SharedRead<T> {
  /** `at`: when the read started, by `performance.now()`. */
  private latest: { readonly value: T; readonly at: number } | undefined;
  private pending: { readonly value: Promise<T>; readonly timeUsed: TimeUsed } | undefined;

  /** @param read reads the value, and adds the time that this takes to `timeUsed` */
  constructor(private readonly read: (timeUsed: TimeUsed) => Promise<T>) {}

  /**
   * @param timeUsed of the request that needs the value: the time that it waits here is added to it
   * @throws what the read throws
   */
  async current(timeUsed: TimeUsed): Promise<T> {
    const age = this.latest ? performance.now() - this.latest.at : Infinity;
    if (this.latest && age <= refreshAfterMs) return this.latest.value;
    const pending = (this.pending ??= this.start());
    if (!this.latest || age > maxAgeMs) return waitFor(pending.value, pending.timeUsed, timeUsed);
    // If reads keep failing, the value gets too old and the next caller gets the error.
    pending.value.catch(() => undefined);
    return this.latest.value;
  }

  private start(): { value: Promise<T>; timeUsed: TimeUsed } {
    const timeUsed = noTimeUsed();
    const read = async (): Promise<T> => {
      const at = performance.now();
      const value = await this.read(timeUsed);
      this.latest = { value, at };
      return value;
    };
    return { value: read().finally(() => (this.pending = undefined)), timeUsed };
  }
}

/**
 * Waits for work that began for another request.
 *
 * @param ofWork the time that the work has used so far; the work keeps adding to it
 * @param timeUsed of the request that waits: the time that it waits here is added to it
 */
export async function waitFor<T>(work: Promise<T>, ofWork: TimeUsed, timeUsed: TimeUsed): Promise<T> {
  const startedAt = performance.now();
  const before = { ...ofWork };
  try {
    return await work;
  } finally {
    const waited = performance.now() - startedAt;
    const inQueue = Math.min(waited, ofWork.waiting - before.waiting);
    timeUsed.waiting += inQueue;
    timeUsed.inElasticsearch += Math.min(waited - inQueue, ofWork.inElasticsearch - before.inElasticsearch);
  }
}
