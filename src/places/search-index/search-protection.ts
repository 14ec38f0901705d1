import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import CircuitBreaker from 'opossum';
import { Bulkhead, BulkheadFullError } from '../../concurrency/bulkhead.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems/problems.js';
import { exceedsLimits, isRejected, isRequestFault } from './elasticsearch-errors.js';

/**
 * Two batches of searches at a time (`SearchBatches`). The queue has room for two clients that request all 200 pages of a search
 * at once.
 */
const bulkheadLimits = { concurrency: 32, maxWaiting: 400, newestFirstAfterMs: 1000, waitTimeoutMs: 10_000 };

/** More than 16 concurrent dear searches slow each other down until all time out. */
const dearLimits = { ...bulkheadLimits, concurrency: 16 };

/** Protects Elasticsearch, and callers from waiting for it: a bulkhead, a circuit breaker and a time-out around each search. */
@Injectable()
export class SearchProtection implements OnApplicationShutdown {
  private readonly breaker: CircuitBreaker<[search: () => Promise<unknown>]>;
  private readonly bulkhead = new Bulkhead(bulkheadLimits);
  /** In front of the bulkhead. Leaves half of its slots to other searches. */
  private readonly dearBulkhead = new Bulkhead(dearLimits);
  private readonly timeoutMs: number;
  /** When a search failed last, by `performance.now()`. */
  private failedAt = -Infinity;

  constructor(@Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_TIMEOUT'>) {
    this.timeoutMs = environment.SEARCH_TIMEOUT;
    // Opens when half of the recent searches failed. Then one search per second tests whether Elasticsearch is back.
    this.breaker = new CircuitBreaker((search: () => Promise<unknown>) => search(), {
      timeout: false,
      errorThresholdPercentage: 50,
      volumeThreshold: 5,
      // When the first searches of an outage time out, the successes before it no longer count.
      rollingCountTimeout: this.timeoutMs,
      resetTimeout: 1000,
      errorFilter: isRequestFault,
      // Unused statistics, which would sort all recent durations at each search.
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
    });
    this.breaker.on('failure', () => (this.failedAt = performance.now()));
    this.breaker.on('open', () => {
      this.dearBulkhead.rejectWaiting();
      this.bulkhead.rejectWaiting();
    });
  }

  /** Half-open counts as open: all searches but one are rejected then. */
  get load() {
    const [all, dear] = [this.bulkhead.state, this.dearBulkhead.state];
    return {
      circuitOpen: !this.breaker.closed,
      running: all.running,
      waiting: all.waiting + dear.waiting,
      rejected: all.rejected + dear.rejected,
    };
  }

  onApplicationShutdown(): void {
    this.breaker.shutdown();
  }

  /**
   * Runs one request to Elasticsearch, which must end within the time-out that it gets.
   *
   * @param isDear whether the search may take long
   * @param spentMs how long Elasticsearch took for earlier requests of the same search: they share one time-out
   * @throws ProblemError `search_unavailable` without a complete response in time; `invalid_parameter` for too many words;
   *   `internal_error` if Elasticsearch rejects the request
   * @throws BulkheadFullError when too many searches run and wait
   */
  async run<T>(
    request: (timeoutMs: number) => Promise<T>,
    { isDear, spentMs }: { isDear: boolean; spentMs: number },
  ): Promise<T> {
    const startedAt = performance.now();
    const attempt = () => this.breaker.fire(() => request(this.timeoutFor(startedAt, spentMs)));
    const queued = () => this.bulkhead.run(attempt);
    try {
      if (this.breaker.opened) return (await attempt()) as T;
      return (await (isDear ? this.dearBulkhead.run(queued) : queued())) as T;
    } catch (error) {
      // Overload is not an outage.
      if (error instanceof BulkheadFullError && !this.breaker.opened) throw error;
      throw toProblem(error);
    }
  }

  /**
   * Each search gets the whole time-out, however long it was queued: under overload shorter time-outs would open the
   * circuit although Elasticsearch is healthy. After a recent failure, the time in the queue is subtracted. What earlier
   * requests of the same search took is always subtracted.
   */
  private timeoutFor(startedAt: number, spentMs: number): number {
    const now = performance.now();
    const queuedMs = now - this.failedAt >= this.timeoutMs ? 0 : now - startedAt;
    // Never so short that a healthy Elasticsearch misses it.
    return Math.max(this.timeoutMs / 2, Math.round(this.timeoutMs - queuedMs - spentMs));
  }
}

function toProblem(error: unknown): ProblemError {
  if (exceedsLimits(error)) {
    const reason = 'the texts of q and fq have too many words to search for at once';
    return new ProblemError('invalid_parameter', `${reason}.`, { errors: [{ reason }] }, error);
  }
  // A retry would fail in the same way.
  if (isRejected(error)) return new ProblemError('internal_error', 'The search failed.', {}, error);
  return new ProblemError(
    'search_unavailable',
    'Place search is unavailable. Everything else works. Retry after 1 second.',
    { headers: { 'Retry-After': '1' } },
    error,
  );
}
