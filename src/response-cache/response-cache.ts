import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Access } from '../auth/access/access-decorator.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ProblemError } from '../http/problems/problems.js';
import { type CachePolicy } from './cached-decorator.js';
import { CacheVersions } from './cache-versions.js';

/** An answer as it leaves, and what has to be known to give it again. */
export interface CachedResponse {
  /** Names and values in turn, without those that belong to one request. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** The template of its route. */
  readonly route: string;
  /** Who may have it. */
  readonly access: Access;
  /** Whether it holds for this request alone, such as the mark of a walk that has just begun. */
  readonly once: boolean;
  /** In place of a body: that there is no such thing, which each caller is told under the identifier of its request. */
  readonly missing?: ProblemError;
}

/** How answers came to be: taken from what was kept, waited for with others that asked the same, or made. */
type AnswerCounts = Record<'kept' | 'shared' | 'made', number>;

interface KeptAnswer {
  answer: CachedResponse;
  keeping: CachePolicy;
  revision: string;
}

interface Making {
  /** Milliseconds, on the clock of this process. */
  began: number;
  revision: string | undefined;
  answer: Promise<CachedResponse>;
}

/** Milliseconds after which an answer is made anew, should the news of a change be lost. */
const longest = 30_000;

/** Milliseconds within which a second request may wait for the answer of the first. */
const soon = 1000;

/** Milliseconds within which a second request makes an answer worth keeping. */
const again = 10_000;

/** What an entry costs beside its texts, in bytes, roughly. */
const overhead = 500;

/** What a problem costs, which knows where it was thrown: bytes, roughly. */
const problemSize = 2000;

/**
 * Keeps answers, so that what many ask is worked out once: equal requests in flight wait for the first of them, and what
 * was answered serves until the index or the tables that it was made of change. That something does not exist is an answer
 * like others. Failures are not kept, but all who waited get that of the first: each would meet the same, after as long again.
 */
@Injectable()
export class ResponseCache implements OnModuleDestroy {
  readonly counts: AnswerCounts = { kept: 0, shared: 0, made: 0 };
  private readonly answers: LRUCache<string, KeptAnswer> | undefined;
  private readonly asked = new LRUCache<string, true>({ maxSize: 4_000_000, sizeCalculation: lengthOf, ttl: again });
  private isLeaving = false;
  private readonly inFlight = new Map<string, Making>();

  constructor(
    private readonly revisions: CacheVersions,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'RESPONSE_CACHE_SIZE'>,
  ) {
    const { RESPONSE_CACHE_SIZE: bytes } = environment;
    if (bytes === 0) return;
    // By default the cache looks at the clock once in a round of the event loop, which is long when much is asked.
    this.answers = new LRUCache({ maxSize: bytes, sizeCalculation: sizeOf, ttl: longest, ttlResolution: 0 });
  }

  /** Whoever leaves closes each connection with its answer, which is seen to on the whole way (http/server/drain.ts). */
  onModuleDestroy(): void {
    this.isLeaving = true;
  }

  /** Whether anything is kept at all. */
  get isOn(): boolean {
    return this.answers !== undefined;
  }

  /** Bytes of what is kept. */
  get size(): number {
    return this.answers?.calculatedSize ?? 0;
  }

  /** The answer that is kept under a key, while it is still true. */
  find(key: string): CachedResponse | undefined {
    const kept = this.answers?.get(key);
    if (!kept || this.isLeaving) return undefined;
    return this.revisions.of(kept.keeping.dependencies) === kept.revision ? kept.answer : undefined;
  }

  /** @param key what the answer depends on, all of it */
  async get(key: string, keeping: CachePolicy, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const kept = this.find(key);
    if (kept) {
      this.counts.kept += 1;
      return kept;
    }
    const began = performance.now();
    // Known before the answer is made: a change meanwhile makes it one of before.
    const revision = this.revisions.of(keeping.dependencies);
    const shared = this.inFlight.get(key);
    if (shared && shared.revision === revision && began - shared.began < soon && isShared(keeping, revision)) {
      this.asked.set(key, true);
      try {
        const answer = await shared.answer;
        this.counts.shared += 1;
        return answer;
      } catch (error) {
        if (!isFaultOfRequest(error)) throw error;
      }
    }
    this.counts.made += 1;
    const making = { began, revision, answer: make() };
    this.inFlight.set(key, making);
    try {
      const answer = await making.answer;
      // Else another has begun since, and says more.
      const isNewest = this.inFlight.get(key) === making;
      if (isNewest && revision !== undefined && !answer.once && this.isWorthKeeping(key, keeping)) {
        const kept = { answer, keeping, revision };
        this.answers?.set(key, kept, { ttl: keeping.maxAgeMs ?? longest, start: began });
      }
      return answer;
    } finally {
      if (this.inFlight.get(key) === making) this.inFlight.delete(key);
    }
  }

  /** A search costs Elasticsearch more than a row costs PostgreSQL, so that it is worth it the first time. */
  private isWorthKeeping(key: string, { dependencies: sources }: CachePolicy): boolean {
    if (sources.includes('index') || this.asked.has(key)) return true;
    this.asked.set(key, true);
    return false;
  }
}

/**
 * Whether requests may wait for each other. Without news of changes one could get what was read before a change that its
 * caller has just made; searches show a change after a moment in any case.
 */
function isShared({ dependencies: sources }: CachePolicy, revision: string | undefined): boolean {
  return revision !== undefined || sources.every((source) => source === 'index');
}

/** It costs little to find, and is told with headers of its own. */
function isFaultOfRequest(error: unknown): boolean {
  return error instanceof ProblemError && error.status < 500;
}

function lengthOf(_: true, key: string): number {
  return overhead + key.length;
}

/** A character takes two bytes at most. */
function sizeOf({ answer: { body, headers, missing } }: KeptAnswer, key: string): number {
  const own = overhead + body.length + (missing ? problemSize : 0);
  return [key, ...headers].reduce((sum, { length }) => sum + 2 * length, own);
}
