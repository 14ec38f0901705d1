import { setTimeout as delay } from 'node:timers/promises';
import { type Client, errors, type TransportRequestOptions } from '@elastic/elasticsearch';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { isOutOfDescriptors } from '../../http/problems.js';
import { RequestAbandonedError } from '../../http/request-context.js';
import { commandSilenceMs, IndexUnavailableError } from './unavailable.js';

/** A finished request to Elasticsearch, its retries included. */
export interface ElasticsearchCall {
  /** The API that was called, such as `search` or `indices.get_alias`. */
  api: string;
  outcome: 'ok' | 'rejected' | 'failed' | 'timeout' | 'unreachable' | 'aborted';
  seconds: number;
}

type Observer = (call: ElasticsearchCall) => void;

/** Elasticsearch is away. The search was not sent, or its response is no longer awaited. */
export class ElasticsearchAwayError extends Error {}

/** Elasticsearch is away after so many failures in a row, also if it responds to probes. */
const maxFailures = 5;

/** How often Elasticsearch gets a probe while it is away, or while a command waits for it. */
const probeIntervalMs = 1000;

const probeTimeoutMs = 500;

/** Elasticsearch drops a node that does not respond after some thirty seconds. */
const doubtfulMs = 60_000;

/**
 * An option for requests that may be sent twice; `client.ts` reads it. Without a response within `resendAfterMs`, the request is sent
 * once more on another connection: the first connection may have died without a sign.
 */
export function resendAfter(resendAfterMs: number): Pick<TransportRequestOptions, 'context'> {
  return { context: { resendAfterMs } };
}

/**
 * The health of Elasticsearch, by the requests that this process sends. `well`: no counted failure within the last minute. `doubtful`:
 * such a failure, so some node may be away. `away`: no searches are sent (a circuit breaker, docs/adr/0087-fair-shares.md).
 *
 * Some failures do not count, because one caller alone can provoke them: searches that Elasticsearch rejects (4xx, also 429) or gives
 * up, and expensive searches that take too long.
 *
 * A failure starts a probe, and so does a search that takes long (`slowMs`). Rejected and abandoned searches, and those for which this
 * process has no file descriptor, start none. Elasticsearch is away if two probes in a row fail, or after five counted failures in a
 * row. Requests in flight then fail too. It is back when `probe()` and `searchProbe()` succeed.
 */
@Injectable()
export class ElasticsearchHealth implements OnApplicationShutdown {
  /** Once no request has been answered for so long, requests fail, even before their own time-outs. Commands set it (`cli/command-context.ts`). */
  maxSilenceMs = Infinity;
  /** When the first request was sent since the last response. All times are by `performance.now()`. */
  private silentSince: number | undefined;
  private readonly observers: Observer[] = [];

  private isAway = false;
  private readonly awayListeners: ((reason: ElasticsearchAwayError) => void)[] = [];
  /** The searches in flight, the oldest first. */
  private readonly watched = new Set<WatchedSearch>();
  private slowTimer: NodeJS.Timeout | undefined;
  private failures = 0;
  private failedAt = -Infinity;
  /** Searches of one batch fail with the same error, which counts once. */
  private lastError: unknown;
  private client: Client | undefined;
  private probing: Promise<void> | undefined;
  private probeTimer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_TIMEOUT' | 'ELASTICSEARCH_INDEX'>,
  ) {}

  /** @param client sends the probes. Its transport reports to this object, so it is made later. */
  attach(client: Client): void {
    this.client = client;
  }

  get state(): 'well' | 'doubtful' | 'away' {
    if (this.isAway) return 'away';
    return this.msSinceFailure < doubtfulMs ? 'doubtful' : 'well';
  }

  /** Milliseconds since the last failure that counts. */
  get msSinceFailure(): number {
    return performance.now() - this.failedAt;
  }

  /** @param listener called when Elasticsearch goes away, before `watch` rejects the searches in flight */
  onAway(listener: (reason: ElasticsearchAwayError) => void): void {
    this.awayListeners.push(listener);
  }

  /** @param observer gets each finished request */
  observe(observer: Observer): void {
    this.observers.push(observer);
  }

  onApplicationShutdown(): void {
    clearInterval(this.probeTimer);
    clearTimeout(this.slowTimer);
  }

  /** @throws ElasticsearchAwayError if searches must not be sent */
  assertPresent(): void {
    if (this.isAway) throw new ElasticsearchAwayError('Elasticsearch is away');
  }

  /**
   * Waits for a search that was sent, and counts whether it fails.
   *
   * @throws what the search throws, or ElasticsearchAwayError if Elasticsearch goes away meanwhile
   */
  async watch<T>(search: Promise<T>, { isExpensive }: { isExpensive: boolean }): Promise<T> {
    try {
      const result = await this.unlessAway(search);
      this.failures = 0;
      return result;
    } catch (error) {
      // Without a file descriptor in this process, the search did not reach Elasticsearch.
      const isFaultOfElasticsearch = !(isRequestFault(error) || isAborted(error) || isOutOfDescriptors(error));
      if (isFaultOfElasticsearch && !this.isAway) this.countFailure(error, isExpensive);
      throw error;
    }
  }

  /** Notes that a request is sent. @returns its time-out, shortened if Elasticsearch has been silent */
  beginRequest(timeoutMs: number): number {
    const now = performance.now();
    this.silentSince ??= now;
    return Math.max(1, Math.min(timeoutMs, Math.round(this.silentSince + this.maxSilenceMs - now)));
  }

  /** To be called with each finished request. */
  finished(call: ElasticsearchCall): void {
    if (call.outcome !== 'timeout' && call.outcome !== 'aborted') this.silentSince = undefined;
    for (const observer of this.observers) observer(call);
  }

  /**
   * Probes Elasticsearch, and resolves once it has been silent for `commandSilenceMs`. An error is a response too.
   *
   * @param signal ends the probes. Then this rejects.
   */
  async untilSilent(signal: AbortSignal): Promise<void> {
    for (;;) {
      await delay(probeIntervalMs, undefined, { signal, ref: false });
      const probe = { ...resendAfter(commandSilenceMs / 2), requestTimeout: commandSilenceMs, signal };
      const fault = await this.probe(probe).catch((error: unknown) => error);
      if (fault instanceof errors.TimeoutError) return;
    }
  }

  /** Rejects if Elasticsearch goes away meanwhile. A search that takes long starts a probe. */
  private unlessAway<T>(search: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const watched = { since: performance.now(), reject };
      this.watched.add(watched);
      this.slowTimer ??= setTimeout(this.probeIfSlow, this.slowMs).unref();
      search.then(resolve, reject).finally(() => this.watched.delete(watched));
    });
  }

  /** One timer for all searches: it waits for the oldest one. */
  private readonly probeIfSlow = (): void => {
    this.slowTimer = undefined;
    const now = performance.now();
    for (const search of this.watched) {
      const leftMs = search.since + this.slowMs - now;
      if (leftMs > 0) {
        this.slowTimer = setTimeout(this.probeIfSlow, leftMs).unref();
        return;
      }
      if (!search.isProbed) this.startProbe();
      search.isProbed = true;
    }
  };

  /**
   * The time after which a search starts a probe. If two probes are lost, Elasticsearch is away before the search times out. Searches
   * in the queue then fail at the same time, and not one time-out later.
   */
  private get slowMs(): number {
    const { SEARCH_TIMEOUT } = this.environment;
    return Math.max(SEARCH_TIMEOUT / 2, SEARCH_TIMEOUT - 2 * probeTimeoutMs);
  }

  private countFailure(error: unknown, isExpensive: boolean): void {
    const isCallersFault = isTimeout(error) && (isExpensive || !(error instanceof errors.TimeoutError));
    if (!isCallersFault && error !== this.lastError) {
      this.failures += 1;
      this.failedAt = performance.now();
    }
    this.lastError = error;
    if (this.failures >= maxFailures) this.goAway();
    else this.startProbe();
  }

  private startProbe(): void {
    if (this.isAway) return;
    // A single probe may be lost with its connection, or in a busy moment.
    this.probeOnce(async () => {
      if (!(await isAnswered(this.probe())) && !(await isAnswered(this.probe()))) this.goAway();
    });
  }

  private probeOnce(work: () => Promise<void>): void {
    this.probing ??= work().finally(() => (this.probing = undefined));
  }

  private goAway(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.failedAt = performance.now();
    this.probeTimer = setInterval(() => {
      this.probeOnce(async () => {
        if ((await isAnswered(this.probe())) && (await isAnswered(this.searchProbe()))) this.comeBack();
      });
    }, probeIntervalMs).unref();
    const reason = new ElasticsearchAwayError('Elasticsearch went away');
    for (const listener of this.awayListeners) listener(reason);
    for (const { reject } of this.watched) reject(reason);
  }

  private comeBack(): void {
    clearInterval(this.probeTimer);
    this.failures = 0;
    this.isAway = false;
  }

  private get attached(): Client {
    if (!this.client) throw new Error('The client is not attached');
    return this.client;
  }

  /**
   * A request that does not wait behind searches. A proxy may block long responses only, so this response is as long as that of a search.
   */
  private async probe(
    options: TransportRequestOptions = { requestTimeout: probeTimeoutMs, maxRetries: 0 },
  ): Promise<unknown> {
    return this.attached.indices.getMapping({ index: this.environment.ELASTICSEARCH_INDEX }, options);
  }

  /** A small search, because a node with data can be away while other nodes respond. */
  private async searchProbe(): Promise<unknown> {
    const { ELASTICSEARCH_INDEX: index, SEARCH_TIMEOUT: requestTimeout } = this.environment;
    const search = { index, size: 0, allow_partial_search_results: false };
    return this.attached.search(search, { requestTimeout, maxRetries: 0 });
  }
}

interface WatchedSearch {
  /** By `performance.now()`. */
  readonly since: number;
  readonly reject: (reason: Error) => void;
  /** Whether it took so long that it started a probe. */
  isProbed?: boolean;
}

async function isAnswered(probe: Promise<unknown>): Promise<boolean> {
  try {
    await probe;
    return true;
  } catch (error) {
    return isRequestFault(error) || isOutOfDescriptors(error);
  }
}

/** Whether Elasticsearch responded, and rejected this request: any 4xx, such as 429 for too much memory. */
function isRequestFault(error: unknown): boolean {
  return error instanceof errors.ResponseError && (error.statusCode ?? 500) < 500;
}

/** Whether the search took longer than it may: Elasticsearch or the client gave up. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return /search_timeout_exception|Time exceeded/.test(error.message);
  return error instanceof errors.TimeoutError || error instanceof SearchTimedOutError;
}

/** Whether the caller gave up, not Elasticsearch: before the search was sent, or while it ran. */
function isAborted(error: unknown): boolean {
  return error instanceof errors.RequestAbortedError || error instanceof RequestAbandonedError;
}

/** Elasticsearch found only a part of the places in the time that it had. */
export class SearchTimedOutError extends Error {}

export function isNotFound(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

/** Whether the query has more clauses than Elasticsearch allows. Its analyzers can split a text that `countWords` takes for one word. */
export function exceedsLimits(error: unknown): boolean {
  return error instanceof errors.ResponseError && /too many (nested )?clauses/.test(error.message);
}

/** Whether Elasticsearch rejects the request for good. A closed index answers 400 too, but may be opened again. */
export function isRejected(error: unknown): boolean {
  return (
    error instanceof errors.ResponseError &&
    error.statusCode === 400 &&
    !error.message.includes('index_closed_exception')
  );
}

/** Whether a later retry may succeed: Elasticsearch is away, slow or overloaded, or the index does not exist yet. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return error.statusCode === 429 || (error.statusCode ?? 500) >= 500;
  return error instanceof IndexUnavailableError || error instanceof errors.ElasticsearchClientError;
}

/** Whether an index has a name that the service with this alias gives: the alias and a timestamp. */
export function isOwnIndexName(alias: string, name: string): boolean {
  return name.startsWith(`${alias}-`) && /^\d{17}$/.test(name.slice(alias.length + 1));
}

/** The alias of a working service names one index, which the service has made. */
export function isOwnAlias(alias: string, indices: readonly string[]): boolean {
  return indices.length === 1 && indices.every((name) => isOwnIndexName(alias, name));
}

/** The alias names several indices, or one that the service has not made: another program changed it. */
export class AliasChangedError extends IndexUnavailableError {
  readonly remedy = 'Run reindex: it builds an index, and moves the alias to it.';

  constructor(alias: string, indices: readonly string[]) {
    super(`${alias} (ELASTICSEARCH_INDEX) names ${indices.join(', ')}, not one index of this service`);
  }
}

/** An index has the name of the alias, so that no alias can have it: another program wrote to that name. */
export class AliasTakenError extends IndexUnavailableError {
  readonly remedy: string;

  constructor(alias: string) {
    const remedy = `If nothing else needs it, delete it: curl -X DELETE "$ELASTICSEARCH_URL/${alias}". The service then builds its index.`;
    super(`${alias} (ELASTICSEARCH_INDEX) is an index, not an alias. ${remedy}`);
    this.remedy = remedy;
  }
}
