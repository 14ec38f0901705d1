import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

/** An answer as it was written, and the headers that were set on the way. */
export interface Answer {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How answers came to be: taken from what was kept, waited for with others that asked the same, or made. */
type AnswerCounts = Record<'kept' | 'shared' | 'made', number>;

/** What an entry costs beside its texts, in bytes, roughly. */
const overhead = 200;

/**
 * Keeps answers for a moment, so that what many ask at once is worked out once: equal requests in flight wait for the
 * first of them, and what was answered serves for `SEARCH_CACHE_TTL`. Failures are shared, and not kept.
 */
@Injectable()
export class AnswerCache {
  readonly counts: AnswerCounts = { kept: 0, shared: 0, made: 0 };
  private readonly answers: LRUCache<string, Answer> | undefined;
  private readonly inFlight = new Map<string, Promise<Answer>>();

  constructor(@Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_CACHE_TTL' | 'SEARCH_CACHE_SIZE'>) {
    const { SEARCH_CACHE_TTL: seconds, SEARCH_CACHE_SIZE: bytes } = environment;
    if (seconds === 0) return;
    this.answers = new LRUCache({ maxSize: bytes, sizeCalculation: sizeOf, ttl: seconds * 1000 });
  }

  /** Bytes of what is kept. */
  get size(): number {
    return this.answers?.calculatedSize ?? 0;
  }

  /** @param key what the answer depends on, all of it */
  async get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const kept = this.answers?.get(key);
    if (kept) {
      this.counts.kept += 1;
      return kept;
    }
    const shared = this.answers && this.inFlight.get(key);
    if (shared) {
      this.counts.shared += 1;
      return shared;
    }
    this.counts.made += 1;
    const made = make();
    if (!this.answers) return made;
    this.inFlight.set(key, made);
    try {
      const answer = await made;
      this.answers.set(key, answer);
      return answer;
    } finally {
      this.inFlight.delete(key);
    }
  }
}

/** A character takes two bytes at most. */
function sizeOf({ body, headers }: Answer, key: string): number {
  const texts = [key, body, ...Object.entries(headers).flat()];
  return texts.reduce((sum, { length }) => sum + 2 * length, overhead);
}
