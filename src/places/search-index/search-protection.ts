import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from '@elastic/elasticsearch';
import { Bulkhead, BulkheadFullError } from '../../concurrency/bulkhead.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { isOutOfDescriptors, outOfDescriptors, ProblemError } from '../../http/problems/problems.js';
import { type Caller, RequestAbandonedError, shareOf } from '../../http/request/caller-decorator.js';
import { exceedsLimits, isRejected, isTimeout, SearchTimedOutError } from './elasticsearch-errors.js';
import { SearchCircuit } from './search-circuit.js';
import { SearchThreads } from './search-threads.js';

/** The queues have room for two clients that request all 200 pages of a search at once. */
const waitLimits = { maxWaiting: 400, newestFirstAfterMs: 1000, waitTimeoutMs: 10_000 };

/** Two batches of searches (`SearchBatches`). */
const cheapLimits = { ...waitLimits, capacity: 32, shareCapacity: 24 };

/** Units of the cost estimate for each search thread of Elasticsearch. One client gets half of them. */
const costPerThread = 8;

/** Elasticsearch drops a node that does not respond after some thirty seconds. */
const recentMs = 60_000;

const probeRequest = { requestTimeout: 500, maxRetries: 0 };

export interface ProtectedSearch {
  /** Who waits for it; absent for the service itself. */
  readonly caller: Caller | undefined;
  /** See `searchCost`. A search that costs more than 1 is expensive: it may take long. */
  readonly cost: number;
  /** What earlier requests of the same search took. Each request adds to it. */
  readonly spent: SpentTime;
}

/** Milliseconds. All requests of a search share one time-out, and one time to wait in queues. */
export interface SpentTime {
  inElasticsearch: number;
  waiting: number;
}

export function noTime(): SpentTime {
  return { inElasticsearch: 0, waiting: 0 };
}

/**
 * Protects Elasticsearch, clients from each other, and callers from waiting for an Elasticsearch that is away: bulkheads that clients share, a
 * circuit breaker and a time-out around each search (docs/adr/0087-fair-searches.md).
 */
@Injectable()
export class SearchProtection implements OnApplicationShutdown {
  private readonly circuit: SearchCircuit;
  private readonly cheap = new Bulkhead(cheapLimits);
  private readonly expensive: Bulkhead;
  private readonly timeoutMs: number;
  private readonly openedListeners: (() => void)[] = [];

  constructor(
    client: Client,
    threads: SearchThreads,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_TIMEOUT' | 'ELASTICSEARCH_INDEX'>,
  ) {
    this.timeoutMs = environment.SEARCH_TIMEOUT;
    this.expensive = new Bulkhead({
      ...waitLimits,
      get capacity() {
        return costPerThread * threads.count;
      },
      get shareCapacity() {
        return (costPerThread / 2) * threads.count;
      },
    });
    const index = environment.ELASTICSEARCH_INDEX;
    this.circuit = new SearchCircuit({
      // Its response is as long as that of a search: a proxy may pass short responses and stop long ones.
      probe: () => client.indices.getMapping({ index }, probeRequest),
      searchProbe: () => {
        const search = { index, size: 0, allow_partial_search_results: false };
        return client.search(search, { ...probeRequest, requestTimeout: this.timeoutMs });
      },
      opened: () => {
        this.cheap.rejectWaiting();
        this.expensive.rejectWaiting();
        for (const listener of this.openedListeners) listener();
      },
      // Two lost probes open the circuit when the search that waits longest times out: those in the queue fail with it.
      slowMs: Math.max(this.timeoutMs / 2, this.timeoutMs - 2 * probeRequest.requestTimeout),
    });
  }

  get load() {
    const [cheap, expensive] = [this.cheap.state, this.expensive.state];
    return {
      circuitOpen: this.circuit.isOpen,
      running: cheap.running + expensive.running,
      waiting: cheap.waiting + expensive.waiting,
      rejected: cheap.rejected + expensive.rejected,
    };
  }

  /** Whether a search has failed lately, so that some node may be away. */
  get failedLately(): boolean {
    return this.msSinceFailure < recentMs;
  }

  private get msSinceFailure(): number {
    return performance.now() - this.circuit.lastFailureAt;
  }

  /** @param listener called when Elasticsearch is away: nobody waits any more for searches in flight */
  onCircuitOpen(listener: () => void): void {
    this.openedListeners.push(listener);
  }

  onApplicationShutdown(): void {
    this.circuit.shutdown();
  }

  /**
   * Runs one request to Elasticsearch, which must end within the time-out that it gets.
   *
   * @throws ProblemError `search_unavailable` without a complete response in time; `too_many_searches` if searches of the
   *   same client fill the queue; `invalid_parameter` for too many words; `internal_error` if Elasticsearch rejects it
   * @throws BulkheadFullError if searches of all clients fill the queue
   * @throws RequestAbandonedError if nobody waits for it any more
   */
  async run<T>(request: (timeoutMs: number) => Promise<T>, { caller, cost, spent }: ProtectedSearch): Promise<T> {
    const queuedAt = performance.now();
    const isExpensive = cost > 1;
    const attempt = async (): Promise<T> => {
      const startedAt = performance.now();
      spent.waiting += startedAt - queuedAt;
      const timeoutMs = this.timeoutFor(spent);
      try {
        return await this.circuit.run(() => request(timeoutMs), { isExpensive });
      } finally {
        spent.inElasticsearch += performance.now() - startedAt;
      }
    };
    try {
      if (this.circuit.isOpen) return await attempt();
      const waitTimeoutMs = Math.max(0, waitLimits.waitTimeoutMs - spent.waiting);
      const work = { share: shareOf(caller), cost: Math.ceil(cost), signal: caller?.signal, waitTimeoutMs };
      return await (isExpensive ? this.expensive : this.cheap).run(attempt, work);
    } catch (error) {
      if (caller?.signal.aborted) throw new RequestAbandonedError();
      if (error instanceof BulkheadFullError && !this.circuit.isOpen)
        throw error.isOwnLoad ? tooManySearches(error) : error;
      throw toProblem(error);
    }
  }

  /**
   * What is left of the time-out after earlier requests of the same search. The time in the queue is not subtracted: under
   * overload, searches would fail although Elasticsearch is healthy. After a recent failure it is, by up to a half.
   */
  private timeoutFor({ inElasticsearch, waiting }: SpentTime): number {
    const leftMs = Math.round(this.timeoutMs - inElasticsearch);
    if (leftMs <= 0) throw new SearchTimedOutError('Earlier requests of the search took all its time');
    if (this.msSinceFailure >= this.timeoutMs) return leftMs;
    return Math.max(Math.min(leftMs, this.timeoutMs / 2), Math.round(leftMs - waiting));
  }
}

function tooManySearches(cause: BulkheadFullError): ProblemError {
  const detail = 'This client has too many searches in progress. Retry after 1 second, with fewer at the same time.';
  return new ProblemError('too_many_searches', detail, { headers: { 'Retry-After': '1' } }, cause);
}

function toProblem(error: unknown): ProblemError {
  if (isOutOfDescriptors(error)) return outOfDescriptors(error);
  if (exceedsLimits(error)) {
    const reason = 'the texts of q and fq have too many words to search for at once';
    return new ProblemError('invalid_parameter', `${reason}.`, { errors: [{ reason }] }, error);
  }
  // A retry would fail in the same way.
  if (isRejected(error)) return new ProblemError('internal_error', 'The search failed.', {}, error);
  const detail = isTimeout(error)
    ? 'The search took too long. Retry after 1 second, or ask for less at once.'
    : 'Place search is unavailable. Everything else works. Retry after 1 second.';
  return new ProblemError('search_unavailable', detail, { headers: { 'Retry-After': '1' } }, error);
}
