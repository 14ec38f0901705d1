import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client, type estypes, errors, type TransportRequestOptions } from '@elastic/elasticsearch';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems.js';
import { type Caller, RequestAbandonedError } from '../../http/request-context.js';
import { type PlaceResponse, type ElasticsearchQuery } from '../body/elasticsearch-query.js';
import {
  exceedsLimits,
  isNotFound,
  isRejected,
  isOwnAlias,
  SearchTimedOutError,
  ElasticsearchHealth,
} from './health.js';
import { type StoredPlace } from '../place.js';
import { PointsInTime } from './points-in-time.js';
import {
  elasticsearchErrorOf,
  SearchProtection,
  type TimeUsed,
  MAX_BATCH,
  maxRequestsInFlight,
  type SearchThreads,
} from './protection.js';

const pointInTimeLimits = { ofClient: 50, ofAll: 300, keepAliveMs: 5 * 60_000, closeAfterMs: 30_000 };

const keepAlive = `${pointInTimeLimits.keepAliveMs}ms`;

/** For requests that must not wait: readiness, the version of the index, and whether the alias exists. */
const quickRequest = { requestTimeout: 500, maxRetries: 0 };

/** Searches that find nothing check the alias this often. */
const maxAliasAgeMs = 1000;

/** For whom a search runs, and on which state of the index. */
export interface SearchContext {
  /** Who waits for it; absent for the service itself. */
  readonly caller?: Caller | undefined;
  /** The time that the requests of the search have used so far. They all share this object, because they share one time-out. */
  readonly timeUsed: TimeUsed;
  /** Searches with the same preference are served by the same shard copies, unless one has failed lately. */
  readonly preference?: string | undefined;
  /** A point in time to search, instead of the present state. */
  readonly pointInTime?: string;
}

/** Elasticsearch stops a search in this part of its time-out, so that a slow one does not fail its whole batch. */
const serverTimeoutFraction = 0.8;

type SearchTarget = Pick<estypes.SearchRequest, 'index' | 'preference' | 'pit'>;

/**
 * Runs queries in Elasticsearch: the queries of `places/body`, and the queries for suggestions, tiles, sources, time zones and expiring hours.
 */
@Injectable()
export class ElasticsearchSearcher {
  private readonly alias: string;
  private readonly batches: SearchBatches;
  private readonly eventLoop = new EventLoopBudget();
  /** To close those that `openPointInTime` opened. */
  readonly pointsInTime: PointsInTime;

  constructor(
    private readonly client: Client,
    private readonly protection: SearchProtection,
    private readonly health: ElasticsearchHealth,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'ELASTICSEARCH_INDEX'>,
  ) {
    this.alias = environment.ELASTICSEARCH_INDEX;
    this.batches = new SearchBatches(client, protection.threads);
    this.pointsInTime = new PointsInTime(pointInTimeLimits, client);
    health.onAway((reason) => {
      this.batches.rejectWaiting(reason);
    });
  }

  /** As `SearchProtection.load`. */
  get load() {
    return this.protection.load;
  }

  /** Whether the alias names one index of the service, and when that was asked, by `performance.now()`. */
  private aliasCheck: { isOwn: Promise<boolean>; at: number } | undefined;

  /** Whether searches succeed: Elasticsearch is not away, responds within half a second and has an index of the service. */
  async isReady(): Promise<boolean> {
    return this.health.state !== 'away' && (await this.hasOwnAlias());
  }

  private async hasOwnAlias(): Promise<boolean> {
    try {
      return isOwnAlias(
        this.alias,
        Object.keys(await this.client.indices.getAlias({ name: this.alias }, quickRequest)),
      );
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /**
   * A text that changes whenever the result of a search may change: when the index is swapped, or any shard copy is refreshed.
   *
   * @throws Error if a shard copy does not respond: it may have been refreshed
   */
  async indexState(): Promise<string> {
    const perIndex = ['uuid', 'total.refresh.external_total', 'total.docs'].map((path) => `indices.*.${path}`);
    const { _shards: shards, indices } = await this.client.indices.stats(
      { index: this.alias, metric: ['refresh', 'docs'], filter_path: ['_shards.failed', ...perIndex] },
      quickRequest,
    );
    if (shards.failed > 0 || !indices) throw new Error('Elasticsearch returned statistics of some shards only');
    return JSON.stringify(indices);
  }

  /**
   * Sends a query. All searches of requests pass here, except checks whether a point in time is open, so that they share Elasticsearch fairly.
   *
   * @throws as `SearchProtection.acquire()` and `SearchPermit.wait()`; ProblemError `cursor_expired` if the point in time no
   *   longer exists
   */
  async run<Result>(query: ElasticsearchQuery<Result>, context: SearchContext): Promise<Result> {
    try {
      const { caller, timeUsed } = context;
      const permit = await this.protection.acquire({ caller, cost: query.cost, timeUsed });
      const response = await permit.wait(this.send(query, context, permit.timeoutMs));
      await this.eventLoop.take(response.hits.hits.length);
      return query.read(response);
    } catch (error) {
      // The point in time expired, or its index was dropped.
      if (context.pointInTime === undefined || !isNotFound(elasticsearchErrorOf(error))) throw error;
      throw new ProblemError('cursor_expired', 'The cursor has expired. Start again with cursorMark=*.', {}, error);
    }
  }

  /**
   * Opens a point in time, which reads one state of the index. Each page that is read extends its life.
   *
   * @throws ProblemError `too_many_cursors` if the client, or all clients together, have too many points in time open
   */
  async openPointInTime({ caller, preference, timeUsed }: SearchContext): Promise<string> {
    const request = { index: this.alias, keep_alive: keepAlive, ...this.preferenceOf(preference) };
    const reserved = await this.pointsInTime.reserve(caller?.clientId ?? '');
    let opening: Promise<string> | undefined;
    try {
      const permit = await this.protection.acquire({ caller, cost: 1, timeUsed });
      // Without a signal: Elasticsearch would open it nevertheless, and nobody could close it.
      const response = this.client.openPointInTime(request, { requestTimeout: permit.timeoutMs });
      opening = response.then(({ id }) => id);
      reserved.id = await permit.wait(opening);
    } catch (error) {
      void this.pointsInTime.abandon(reserved, opening);
      throw error;
    }
    if (!caller?.signal.aborted) return reserved.id;
    void this.pointsInTime.close(reserved.id);
    throw new RequestAbandonedError();
  }

  /** A point in time is bound to its index and its shard copies. */
  private searchTarget({ pointInTime, preference }: SearchContext): SearchTarget {
    if (pointInTime !== undefined) return { pit: { id: pointInTime, keep_alive: keepAlive } };
    return { index: this.alias, ...this.preferenceOf(preference) };
  }

  private async send(
    { body, cost }: ElasticsearchQuery<unknown>,
    context: SearchContext,
    requestTimeout: number,
  ): Promise<PlaceResponse> {
    const { caller, pointInTime } = context;
    const search = {
      ...body,
      ...this.searchTarget(context),
      allow_partial_search_results: false,
      timeout: `${Math.round(serverTimeoutFraction * requestTimeout)}ms`,
      // The types of the client do not know that the bodies are not changed.
    } as estypes.SearchRequest;
    const isAlone = cost > 1 || pointInTime !== undefined;
    const response = await (
      isAlone
        ? this.client.search<StoredPlace, never>(search, withTimeout(requestTimeout, caller?.signal))
        : this.batches.search(search, { caller, requestTimeout })
    ).catch(async (error: unknown) => {
      if (isRejected(error) && !exceedsLimits(error)) await this.assertAlias(0);
      throw error;
    });
    const names = [...new Set(response.hits.hits.map(({ _index }) => _index))];
    if (!isOwnAlias(this.alias, names)) await this.assertAlias(maxAliasAgeMs);
    if (pointInTime !== undefined) this.pointsInTime.extend(pointInTime, caller?.clientId ?? '', response.pit_id);
    if (response.timed_out) throw new SearchTimedOutError('Elasticsearch gave up before it had all places');
    if (response._shards.failed > 0) throw new Error('Elasticsearch returned partial results');
    return response;
  }

  /**
   * Checks that the alias names one index of the service. If another program writes to the name of the alias while there is no alias,
   * Elasticsearch creates an index of that name. Searches in this index, or in one to which somebody moved the alias, find nothing, or
   * are rejected for their fields.
   *
   * @param maxAgeMs a check that is not older is not repeated
   * @throws Error if it does not
   */
  private async assertAlias(maxAgeMs: number): Promise<void> {
    const now = performance.now();
    if (!this.aliasCheck || now - this.aliasCheck.at >= maxAgeMs)
      // If the check fails, the result of the search stands.
      this.aliasCheck = { isOwn: this.hasOwnAlias().catch(() => true), at: now };
    if (!(await this.aliasCheck.isOwn)) throw new Error(`${this.alias} is no alias of one index of this service`);
  }

  /**
   * After a failure, there is no preference: Elasticsearch then selects the shard copies, and avoids nodes that do not respond. The
   * prefix is needed because Elasticsearch reserves preferences that start with `_`.
   */
  private preferenceOf(preference: string | undefined): { preference?: string } {
    return preference === undefined || this.health.state !== 'well' ? {} : { preference: `search-${preference}` };
  }
}

interface BatchedSearch {
  readonly search: estypes.SearchRequest;
  readonly client: string;
  readonly signal: AbortSignal | undefined;
  readonly requestTimeout: number;
  readonly resolve: (response: PlaceResponse) => void;
  readonly reject: (error: unknown) => void;
  /** When its time-out ends, by `performance.now()`. Set when it is sent first. */
  deadline?: number;
}

/**
 * While few requests are in flight, sends each search at once and alone. While many are in flight, sends the waiting searches as one
 * `_msearch`, which takes less processor time on both sides (docs/adr/0087-fair-shares.md).
 *
 * All responses of a batch arrive when its slowest search is done, so expensive searches do not belong here.
 */
export class SearchBatches {
  private readonly waiting: BatchedSearch[] = [];
  /** The clients of each request in flight. */
  private readonly inFlight = new Set<ReadonlySet<string>>();

  constructor(
    private readonly client: Client,
    private readonly threads: Pick<SearchThreads, 'count'>,
  ) {}

  /**
   * Throws as `Client.search()`: the error of one search does not affect others. A broken connection, or a time-out of the
   * whole batch, fails all its searches with the same error.
   *
   * @param caller whose search it is; if nobody waits for the search any more, it is not sent
   * @param requestTimeout milliseconds, from the time when it is sent first
   */
  async search(
    search: estypes.SearchRequest,
    { caller, requestTimeout }: { caller: Caller | undefined; requestTimeout: number },
  ): Promise<PlaceResponse> {
    return new Promise((resolve, reject) => {
      const { clientId: client = '', signal } = caller ?? {};
      this.waiting.push({ search, client, signal, requestTimeout, resolve, reject });
      this.sendWaiting();
    });
  }

  /** To be called when Elasticsearch goes away, so that nothing old is sent when it is back. */
  rejectWaiting(reason: Error): void {
    for (const { reject } of this.waiting.splice(0)) reject(reason);
  }

  private sendWaiting(): void {
    const batch = this.nextBatch();
    if (batch.length === 0) return;
    const clients = new Set(batch.map(({ client }) => client));
    this.inFlight.add(clients);
    void this.sendBatch(batch).finally(() => {
      this.inFlight.delete(clients);
      this.sendWaiting();
    });
    this.sendWaiting();
  }

  private nextBatch(): BatchedSearch[] {
    for (const { signal, reject } of removeAbandoned(this.waiting)) reject(signal?.reason);
    if (this.waiting.length === 0) return [];
    const maxInFlight = maxRequestsInFlight(this.threads);
    if (this.inFlight.size < maxInFlight) return this.waiting.splice(0, MAX_BATCH);
    // A client without a request in flight does not wait for the searches of other clients.
    if (this.inFlight.size >= 2 * maxInFlight) return [];
    const isServed = ({ client }: BatchedSearch): boolean => [...this.inFlight].some((clients) => clients.has(client));
    const batch = this.waiting.filter((waiting) => !isServed(waiting)).slice(0, MAX_BATCH);
    for (const waiting of batch) this.waiting.splice(this.waiting.indexOf(waiting), 1);
    return batch;
  }

  /** Never rejects: each search gets its own response or error. */
  private async sendBatch(batch: readonly BatchedSearch[]): Promise<void> {
    try {
      const [first, ...others] = batch;
      if (!first) return;
      if (others.length > 0) await this.searchTogether(batch);
      else {
        const options = withTimeout(timeLeft(first), first.signal);
        first.resolve(await this.client.search<StoredPlace, never>(first.search, options));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async searchTogether(batch: readonly BatchedSearch[]): Promise<void> {
    const alreadySent = new Set(batch.filter(({ deadline }) => deadline !== undefined));
    const timeouts = batch.map(timeLeft);
    const searches = batch.flatMap(({ search }) => headerAndBody(search));
    // If Elasticsearch ran all searches of a batch at once, the searches of other clients would wait behind them.
    const max_concurrent_searches = Math.max(1, Math.floor(this.threads.count / maxRequestsInFlight(this.threads)));
    // One error for all: `ElasticsearchHealth` counts an error object only once.
    let timeoutError: Error | undefined;
    // Most searches of a batch have the same time left, and share a timer.
    const timers = [...new Set(timeouts)].map((timeout) =>
      setTimeout(() => {
        for (const [at, { reject }] of batch.entries())
          if (timeouts[at] === timeout) reject((timeoutError ??= new errors.TimeoutError('Request timed out')));
      }, timeout),
    );
    const abandoned = new AbortController();
    const abortIfAbandoned = (): void => {
      if (batch.every(({ signal }) => signal?.aborted)) abandoned.abort();
    };
    for (const { signal } of batch) signal?.addEventListener('abort', abortIfAbandoned);
    try {
      const options = { ...withTimeout(Math.max(...timeouts), abandoned.signal), meta: true as const };
      const result = await this.client.msearch<StoredPlace>({ searches, max_concurrent_searches }, options);
      const again: BatchedSearch[] = [];
      for (const [at, search] of batch.entries()) {
        const response = result.body.responses[at];
        if (response && !('error' in response)) search.resolve(response as PlaceResponse);
        // A node went away. The transport retries whole requests only.
        else if (response?.status === 503 && !alreadySent.has(search)) again.push(search);
        else
          search.reject(new errors.ResponseError({ ...result, statusCode: response?.status ?? 500, body: response }));
      }
      this.waiting.unshift(...again);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      for (const { signal } of batch) signal?.removeEventListener('abort', abortIfAbandoned);
    }
  }
}

/** The most places that are read in one turn of the event loop. To read and present so many takes some milliseconds. */
const PLACES_PER_TURN = 50;

/** Lets `PLACES_PER_TURN` places be read in a turn of the event loop, so that other requests run in between. */
class EventLoopBudget {
  private places = 0;
  private turn: Promise<void> | undefined;

  /** Waits for a turn in which `count` places may be read. */
  async take(count: number): Promise<void> {
    while (this.turn && this.places + count > PLACES_PER_TURN) await this.turn;
    this.places += count;
    this.turn ??= nextTurn().then(() => {
      this.turn = undefined;
      this.places = 0;
    });
  }
}

/** Milliseconds until the time-out of a search, which begins when it is sent first. */
function timeLeft(waiting: BatchedSearch): number {
  const now = performance.now();
  waiting.deadline ??= now + waiting.requestTimeout;
  return Math.max(1, Math.round(waiting.deadline - now));
}

function removeAbandoned(waiting: BatchedSearch[]): BatchedSearch[] {
  if (!waiting.some(({ signal }) => signal?.aborted)) return [];
  const abandoned = waiting.filter(({ signal }) => signal?.aborted);
  for (const each of abandoned) waiting.splice(waiting.indexOf(each), 1);
  return abandoned;
}

/** @param signal aborts the request, and with it the search in Elasticsearch */
function withTimeout(requestTimeout: number, signal?: AbortSignal): TransportRequestOptions {
  return { requestTimeout, ...(signal && { signal }) };
}

function headerAndBody(search: estypes.SearchRequest): estypes.MsearchRequestItem[] {
  const { index, preference, allow_partial_search_results, ...body } = search;
  // Members without a value are left out of the JSON.
  const header = { index, preference, allow_partial_search_results };
  return [header as estypes.MsearchMultisearchHeader, body];
}
