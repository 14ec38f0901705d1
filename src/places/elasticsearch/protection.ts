import { Client, errors } from '@elastic/elasticsearch';
import { Injectable, Inject, type OnApplicationShutdown } from '@nestjs/common';
import { FairSemaphore, SemaphoreFullError } from '../../concurrency/fair-semaphore.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { isOutOfDescriptors, outOfDescriptors, ProblemError } from '../../http/problems.js';
import { type Caller, RequestAbandonedError, ownerOf } from '../../http/caller.js';
import { exceedsLimits, isRejected, isTimeout, SearchTimedOutError, isAborted, isRequestFault } from './errors.js';

/** Those of an Elasticsearch with two processors. Used until Elasticsearch says how many it has. */
const assumedThreads = 4;

const refreshThreadsMs = 60_000;

/** How many searches Elasticsearch runs at the same time: the threads of all nodes with data. Further ones wait there, in order. */
@Injectable()
export class SearchThreads {
  private known = assumedThreads;
  private refreshAt = 0;

  constructor(private readonly client: Client) {}

  /** The number known last. Asks again from time to time, in the background. */
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
      // Elasticsearch is away, or the service may not ask. It keeps the number that it knows.
    }
  }
}

/** The queues have room for two clients that request all 200 pages of a search at once. */
const waitLimits = { maxWaiting: 400, newestFirstAfterMs: 1000, waitTimeoutMs: 10_000 };

/** Two batches of searches (`SearchBatches`). */
const cheapLimits = { capacity: 32, clientCapacity: 24, queue: waitLimits };

/** Units of the cost estimate for each search thread of Elasticsearch. One client gets half of them. */
const costPerThread = 8;

/** Elasticsearch drops a node that does not respond after some thirty seconds. */
const recentMs = 60_000;

const probeRequest = { requestTimeout: 500, maxRetries: 0 };

interface ProtectedSearch {
  /** Who waits for it; absent for the service itself. */
  readonly caller: Caller | undefined;
  /** See `searchCost`. A search that costs more than 1 is expensive: it may take long. */
  readonly cost: number;
  /** What earlier requests of the same search took. Each request adds to it. */
  readonly time: TimeUsed;
}

/** Milliseconds. All requests of a search share one time-out, and one time to wait in queues. */
export interface TimeUsed {
  inElasticsearch: number;
  waiting: number;
}

export function noTimeUsed(): TimeUsed {
  return { inElasticsearch: 0, waiting: 0 };
}

/**
 * Protects Elasticsearch, clients from each other, and callers from waiting for an Elasticsearch that is away: semaphores that clients share, a
 * circuit breaker and a time-out around each search (docs/adr/0087-fair-shares.md).
 */
@Injectable()
export class SearchProtection implements OnApplicationShutdown {
  private readonly circuit: SearchCircuit;
  private readonly cheap = new FairSemaphore(cheapLimits);
  private readonly expensive: FairSemaphore;
  private readonly timeoutMs: number;
  private readonly openedListeners: (() => void)[] = [];

  constructor(
    client: Client,
    threads: SearchThreads,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_TIMEOUT' | 'ELASTICSEARCH_INDEX'>,
  ) {
    this.timeoutMs = environment.SEARCH_TIMEOUT;
    this.expensive = new FairSemaphore({
      queue: waitLimits,
      get capacity() {
        return costPerThread * threads.count;
      },
      get clientCapacity() {
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
      // A probe is sent when a search takes this long. If two probes are lost, the circuit opens before that search times out, so that
      // those in the queue fail at the same time and not one time-out later.
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
   * @throws SemaphoreFullError if searches of all clients fill the queue
   * @throws RequestAbandonedError if nobody waits for it any more
   */
  async run<T>(request: (timeoutMs: number) => Promise<T>, { caller, cost, time }: ProtectedSearch): Promise<T> {
    const queuedAt = performance.now();
    const isExpensive = cost > 1;
    const attempt = async (): Promise<T> => {
      const startedAt = performance.now();
      time.waiting += startedAt - queuedAt;
      const timeoutMs = this.timeoutFor(time);
      try {
        return await this.circuit.run(() => request(timeoutMs), { isExpensive });
      } finally {
        time.inElasticsearch += performance.now() - startedAt;
      }
    };
    try {
      if (this.circuit.isOpen) return await attempt();
      const waitTimeoutMs = Math.max(0, waitLimits.waitTimeoutMs - time.waiting);
      const work = { owner: ownerOf(caller), cost: Math.ceil(cost), signal: caller?.signal, waitTimeoutMs };
      return await (isExpensive ? this.expensive : this.cheap).run(attempt, work);
    } catch (error) {
      if (caller?.signal.aborted) throw new RequestAbandonedError();
      if (error instanceof SemaphoreFullError && !this.circuit.isOpen)
        throw error.isOwnLoad ? tooManySearches(error) : error;
      throw toProblem(error);
    }
  }

  /**
   * What is left of the time-out after earlier requests of the same search. The time in the queue is not subtracted: under
   * overload, searches would fail although Elasticsearch is healthy. After a recent failure it is subtracted, at most until half
   * of the time-out is left.
   */
  private timeoutFor({ inElasticsearch, waiting }: TimeUsed): number {
    const leftMs = Math.round(this.timeoutMs - inElasticsearch);
    if (leftMs <= 0) throw new SearchTimedOutError('Earlier requests of the search took all its time');
    if (this.msSinceFailure >= this.timeoutMs) return leftMs;
    return Math.max(Math.min(leftMs, this.timeoutMs / 2), Math.round(leftMs - waiting));
  }
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

/** The circuit opens after as many failures in a row, also if Elasticsearch responds to probes. */
const maxFailures = 5;

/** How often an open circuit sends a probe. */
const probeIntervalMs = 1000;

/** Elasticsearch is away. The search was not sent, or nobody waits for its response any more. */
export class CircuitOpenError extends Error {}

interface SearchCircuitOptions {
  /** Rejects if Elasticsearch does not respond; a response with an error (4xx) will do. Must not wait behind searches. */
  readonly probe: () => Promise<unknown>;
  /** Rejects if searches do not succeed. A node with data can be away while others respond. */
  readonly searchProbe: () => Promise<unknown>;
  /** Called when the circuit opens. */
  readonly opened: () => void;
  /** A search that takes so long starts probes, so that their result is known soon after the search times out. */
  readonly slowMs: number;
}

/**
 * Rejects searches at once while Elasticsearch is away, so that nobody waits for it.
 *
 * What one caller can provoke does not count: a search that Elasticsearch rejects (4xx, 429 included) or gives up, and an
 * expensive search that takes too long. Any failure but a rejection starts a probe. The circuit opens if two probes in a row
 * fail, or after five counted failures in a row. It closes when a probe and a search of its own succeed, whatever callers send.
 */
export class SearchCircuit {
  private isOpenNow = false;
  private failures = 0;
  private failedAt = -Infinity;
  /** Searches of one batch fail with the same error, which counts once. */
  private lastError: unknown;
  private probing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Ends the wait for searches in flight. */
  private readonly inFlight = new Set<(reason: Error) => void>();

  constructor(private readonly options: SearchCircuitOptions) {}

  get isOpen(): boolean {
    return this.isOpenNow;
  }

  /** When a search failed last in a way that counts, by `performance.now()`. */
  get lastFailureAt(): number {
    return this.failedAt;
  }

  shutdown(): void {
    clearInterval(this.timer);
  }

  /** @throws what the search throws, or CircuitOpenError if Elasticsearch is away, or goes away meanwhile */
  async run<T>(search: () => Promise<T>, { isExpensive }: { isExpensive: boolean }): Promise<T> {
    if (this.isOpenNow) throw new CircuitOpenError('Elasticsearch is away');
    const slow = setTimeout(() => {
      this.startProbe();
    }, this.options.slowMs);
    try {
      const result = await this.unlessOpened(search());
      this.failures = 0;
      return result;
    } catch (error) {
      // Without a descriptor, the search did not reach Elasticsearch.
      const isOwnFault = isRequestFault(error) || isAborted(error) || isOutOfDescriptors(error);
      if (!isOwnFault && !this.isOpen) this.observe(error, isExpensive);
      throw error;
    } finally {
      clearTimeout(slow);
    }
  }

  private async unlessOpened<T>(search: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.inFlight.add(reject);
      search.then(resolve, reject).finally(() => this.inFlight.delete(reject));
    });
  }

  private observe(error: unknown, isExpensive: boolean): void {
    const isCallersFault = isTimeout(error) && (isExpensive || !(error instanceof errors.TimeoutError));
    if (!isCallersFault && error !== this.lastError) {
      this.failures += 1;
      this.failedAt = performance.now();
    }
    this.lastError = error;
    if (this.failures >= maxFailures) this.open();
    else this.startProbe();
  }

  private startProbe(): void {
    if (!this.isOpenNow) this.probeOnce(() => this.openUnlessReachable());
  }

  private probeOnce(work: () => Promise<void>): void {
    this.probing ??= work().finally(() => (this.probing = undefined));
  }

  private async openUnlessReachable(): Promise<void> {
    const { probe } = this.options;
    // One may be lost, with its connection or in a busy moment.
    if (!(await isAnswered(probe)) && !(await isAnswered(probe))) this.open();
  }

  private open(): void {
    if (this.isOpenNow) return;
    this.isOpenNow = true;
    this.failedAt = performance.now();
    this.timer = setInterval(() => {
      this.probeOnce(() => this.closeIfReachable());
    }, probeIntervalMs).unref();
    for (const reject of this.inFlight) reject(new CircuitOpenError('Elasticsearch went away'));
    this.options.opened();
  }

  private async closeIfReachable(): Promise<void> {
    const { probe, searchProbe } = this.options;
    if (!(await isAnswered(probe)) || !(await isAnswered(searchProbe))) return;
    clearInterval(this.timer);
    this.failures = 0;
    this.isOpenNow = false;
  }
}

async function isAnswered(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch (error) {
    return isRequestFault(error) || isOutOfDescriptors(error);
  }
}
