import { LRUCache } from 'lru-cache';
import { type TimeUsed } from './protection.js';

/** For so long, a response may be of the index as it was before a change. The index itself takes up to a second to show a change. */
export const maxAgeMs = 750;

/**
 * A value that many requests read from the index: one read serves all that wait for it, and those of the next `maxAgeMs`.
 *
 * Not a `VersionedCache`: during an import the version changes each second, and every change would make requests wait.
 */
export class SharedRead<T extends object> {
  private readonly cache: LRUCache<'value', T, TimeUsed>;

  /** @param read reads the value, and adds the time that this takes to `timeUsed` */
  constructor(read: (timeUsed: TimeUsed) => Promise<T>) {
    this.cache = new LRUCache({
      ...{ max: 1, ttl: maxAgeMs, ttlResolution: 0 },
      fetchMethod: (_key, _stale, { context }) => read(context),
    });
  }

  /**
   * @param timeUsed of the request that needs the value. The time of a read is added to that of the request that began it.
   * @throws what the read throws
   */
  current(timeUsed: TimeUsed): Promise<T> {
    return this.cache.forceFetch('value', { context: timeUsed });
  }
}
