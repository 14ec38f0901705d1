import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

/** An answer as it was written, and the headers that were set on the way. */
export interface Answer {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Making {
  /** Milliseconds, on the clock of this process. */
  began: number;
  answer: Promise<Answer>;
}

/** How answers came to be: taken from what was kept, waited for with others that asked the same, or made. */
type AnswerCounts = Record<'kept' | 'shared' | 'made', number>;

/** What an entry costs beside its texts, in bytes, roughly. */
const overhead = 200;

/**
 * Keeps answers for a moment, so that what many ask at once is worked out once: equal requests in flight wait for the
 * first of them, and what was answered serves for `SEARCH_CACHE_TTL` from when it was asked. Failures are shared, and
 * not kept.
 */
@Injectable()
export class AnswerCache {
  readonly counts: AnswerCounts = { kept: 0, shared: 0, made: 0 };
  private readonly answers: LRUCache<string, Answer> | undefined;
  private readonly inFlight = new Map<string, Making>();
  /** Milliseconds. */
  private readonly timeToLive: number;

  constructor(@Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_CACHE_TTL' | 'SEARCH_CACHE_SIZE'>) {
    const { SEARCH_CACHE_TTL: seconds, SEARCH_CACHE_SIZE: bytes } = environment;
    this.timeToLive = seconds * 1000;
    if (seconds === 0) return;
    // By default the cache looks at the clock once in a round of the event loop, which is long when much is asked.
    this.answers = new LRUCache({ maxSize: bytes, sizeCalculation: sizeOf, ttl: this.timeToLive, ttlResolution: 0 });
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
    const began = performance.now();
    const shared = this.answers && this.inFlight.get(key);
    if (shared && began - shared.began < this.timeToLive) {
      this.counts.shared += 1;
      return shared.answer;
    }
    this.counts.made += 1;
    const making = { began, answer: make() };
    if (!this.answers) return making.answer;
    this.inFlight.set(key, making);
    try {
      const answer = await making.answer;
      // Else another has begun since, and says more.
      if (this.inFlight.get(key) === making) this.answers.set(key, answer, { start: began });
      return answer;
    } finally {
      if (this.inFlight.get(key) === making) this.inFlight.delete(key);
    }
  }
}

/** A character takes two bytes at most. */
function sizeOf({ body, headers }: Answer, key: string): number {
  const texts = [key, body, ...Object.entries(headers).flat()];
  return texts.reduce((sum, { length }) => sum + 2 * length, overhead);
}
