import { Client } from '@elastic/elasticsearch';
import { Injectable, Inject } from '@nestjs/common';
import { FairSemaphore, SemaphoreFullError } from '../../concurrency/fair-semaphore.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { isOutOfDescriptors, outOfDescriptors, ProblemError } from '../../http/problems.js';
import { type Caller, RequestAbandonedError, ownerOf } from '../../http/request-context.js';
import { exceedsLimits, isRejected, isTimeout, SearchTimedOutError, ElasticsearchHealth } from './health.js';

/** The search threads of an Elasticsearch with two processors. Assumed until Elasticsearch says how many it has. */
const assumedThreads = 4;

const refreshThreadsMs = 60_000;

/** How many searches Elasticsearch runs at the same time: the search threads of all nodes with data. Further searches wait in Elasticsearch. */
@Injectable()
export class SearchThreads {
  private known = assumedThreads;
  private refreshAt = 0;

  constructor(private readonly client: Client) {}

  /** The last known number. Once a minute, asks Elasticsearch again in the background. */
  get count(): number {
    if (performance.now() >= this.refreshAt) {
      this.refreshAt = performance.now() + refreshThreadsMs;
      void this.refresh();
    }
    return this.known;
  }

  private async refresh(): Promise<void> {
    try {
      const request = {
        node_id: 'data:true',
        metric: 'thread_pool',
        filter_path: 'nodes.*.thread_pool.search.size',
      } as const;
      const { nodes } = await this.client.nodes.info(request, { requestTimeout: 1000, maxRetries: 0 });
      const sizes = Object.values(nodes).map((node) => node.thread_pool?.search?.size ?? 0);
      const count = sizes.reduce((sum, size) => sum + size, 0);
      if (count > 0) this.known = count;
    } catch {
      // Elasticsearch is away, or does not allow this request. The last known number stays.
    }
  }
}

/** The queues have room for two clients that request all 200 pages of a search at once. */
const waitLimits = { maxWaiting: 400, newestFirstAfterMs: 1000 };

/**
 * How long a search waits at most, in milliseconds. Longer than the time-out: searches that wait for others which get no response then
 * end with them, because Elasticsearch is away.
 */
function waitTimeoutFor(searchTimeoutMs: number): number {
  return Math.max(5000, searchTimeoutMs + 1000);
}

/** The most searches that are sent together (`SearchBatches`). */
export const MAX_BATCH = 16;

/**
 * Requests in flight from which on searches wait, to be sent as a batch: half the search threads of Elasticsearch. At least two, so that
 * Elasticsearch has work while the service reads a response.
 */
export function maxRequestsInFlight({ count }: Pick<SearchThreads, 'count'>): number {
  return Math.max(2, Math.floor(count / 2));
}

/** The part of the cheap searches in flight that one client may have. */
const clientShare = 0.75;

/** The cost of expensive searches in flight, for each search thread of Elasticsearch. One client may use half of it. */
const costPerThread = 8;

interface ProtectedSearch {
  /** Who waits for it; absent for the service itself. */
  readonly caller: Caller | undefined;
  /** See `searchCost`. A search that costs more than 1 is expensive: it may take long. */
  readonly cost: number;
  /** The time that earlier requests of the same search have used. Each request adds to it. */
  readonly timeUsed: TimeUsed;
}

/** The time that a search has used, in milliseconds. All its requests share one time-out, and one limit for waiting in queues. */
export interface TimeUsed {
  inElasticsearch: number;
  waiting: number;
}

export function noTimeUsed(): TimeUsed {
  return { inElasticsearch: 0, waiting: 0 };
}

/**
 * Protects Elasticsearch, and clients from each other: semaphores that clients share, and one time-out for all requests of a
 * search (docs/adr/0087-fair-shares.md). Nobody waits for an Elasticsearch that is away (`ElasticsearchHealth`).
 */
@Injectable()
export class SearchProtection {
  private readonly cheap: FairSemaphore;
  private readonly expensive: FairSemaphore;
  private readonly timeoutMs: number;
  private readonly waitTimeoutMs: number;

  constructor(
    private readonly health: ElasticsearchHealth,
    readonly threads: SearchThreads,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_TIMEOUT'>,
  ) {
    this.timeoutMs = environment.SEARCH_TIMEOUT;
    this.waitTimeoutMs = waitTimeoutFor(this.timeoutMs);
    const queue = { ...waitLimits, waitTimeoutMs: this.waitTimeoutMs };
    this.cheap = new FairSemaphore({
      queue,
      get capacity() {
        return MAX_BATCH * maxRequestsInFlight(threads);
      },
      get clientCapacity() {
        return clientShare * MAX_BATCH * maxRequestsInFlight(threads);
      },
    });
    this.expensive = new FairSemaphore({
      queue,
      get capacity() {
        return costPerThread * threads.count;
      },
      get clientCapacity() {
        return (costPerThread / 2) * threads.count;
      },
    });
    health.onAway(() => {
      this.cheap.rejectWaiting();
      this.expensive.rejectWaiting();
    });
  }

  /** Whether Elasticsearch is away; the cost of the searches that run; how many searches wait, and how many were shed. */
  get load() {
    const [cheap, expensive] = [this.cheap.state, this.expensive.state];
    return {
      isAway: this.health.state === 'away',
      running: cheap.running + expensive.running,
      waiting: cheap.waiting + expensive.waiting,
      rejected: cheap.rejected + expensive.rejected,
    };
  }

  /**
   * Waits until one request to Elasticsearch may be sent.
   *
   * If the queue is full or the wait too long, the error says whose searches take the room: those of the client itself
   * (`too_many_searches`) or of others (`SemaphoreFullError`).
   *
   * @throws ProblemError `search_unavailable` if Elasticsearch is away, or the search has no time left; `too_many_searches`
   * @throws SemaphoreFullError which the problem filter turns into 503
   * @throws RequestAbandonedError if nobody waits for it any more
   */
  async acquire(search: ProtectedSearch): Promise<SearchPermit> {
    const { caller, cost, timeUsed } = search;
    const queuedAt = performance.now();
    let release: (() => void) | undefined;
    try {
      this.health.assertPresent();
      const waitTimeoutMs = Math.max(0, this.waitTimeoutMs - timeUsed.waiting);
      const work = { owner: ownerOf(caller), cost: Math.ceil(cost), signal: caller?.signal, waitTimeoutMs };
      release = await (cost > 1 ? this.expensive : this.cheap).acquire(work);
      timeUsed.waiting += performance.now() - queuedAt;
      this.health.assertPresent();
      return new SearchPermit(this.timeoutFor(timeUsed), release, this.health, search);
    } catch (error) {
      release?.();
      throw toCallerError(error, caller, this.health);
    }
  }

  /**
   * The time-out minus the time used in Elasticsearch. If a search has failed within the last `timeoutMs`, also minus the time in the
   * queue, but at least half of the time-out. In an overload without failures, waiting must not time searches out.
   */
  private timeoutFor({ inElasticsearch, waiting }: TimeUsed): number {
    const leftMs = Math.round(this.timeoutMs - inElasticsearch);
    if (leftMs <= 0) throw new SearchTimedOutError('Earlier requests of the search took all its time');
    if (this.health.msSinceFailure >= this.timeoutMs) return leftMs;
    return Math.max(Math.min(leftMs, this.timeoutMs / 2), Math.round(leftMs - waiting));
  }
}

/** The right to send one request to Elasticsearch. */
class SearchPermit {
  private readonly startedAt = performance.now();

  constructor(
    /** Milliseconds in which the request must end. */
    readonly timeoutMs: number,
    private readonly release: () => void,
    private readonly health: ElasticsearchHealth,
    private readonly search: ProtectedSearch,
  ) {}

  /**
   * Waits for the request that was sent, then gives the permit back. To be called once. The wait ends with an error if another request
   * or a probe finds that Elasticsearch is away (`ElasticsearchHealth.watch`).
   *
   * @throws ProblemError `search_unavailable` without a complete response in time; `invalid_parameter` for too many words;
   *   `internal_error` if Elasticsearch rejects it
   * @throws RequestAbandonedError if nobody waits for it any more
   */
  async wait<T>(request: Promise<T>): Promise<T> {
    const { caller, cost, timeUsed } = this.search;
    try {
      return await this.health.watch(request, { isExpensive: cost > 1 });
    } catch (error) {
      throw toCallerError(error, caller, this.health);
    } finally {
      timeUsed.inElasticsearch += performance.now() - this.startedAt;
      this.release();
    }
  }
}

/** The error of Elasticsearch behind an error that `SearchPermit.wait()` throws: `toProblem` makes it the cause of the problem. */
export function elasticsearchErrorOf(error: unknown): unknown {
  return error instanceof ProblemError ? error.cause : undefined;
}

/** @returns the error that the caller of a search gets */
function toCallerError(error: unknown, caller: Caller | undefined, health: ElasticsearchHealth): Error {
  if (caller?.signal.aborted) return new RequestAbandonedError();
  if (!(error instanceof SemaphoreFullError) || health.state === 'away') return toProblem(error);
  return error.isOwnLoad ? tooManySearches(error) : error;
}

function tooManySearches(cause: SemaphoreFullError): ProblemError {
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
