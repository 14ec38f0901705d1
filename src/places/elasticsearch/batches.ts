import { type Client, errors, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { type Caller } from '../../http/request-context.js';
import { type StoredPlace } from '../place.js';
import { MAX_BATCH, requestsInFlight, type SearchThreads } from './protection.js';

type Search = estypes.SearchRequest;

type SearchResponse = estypes.SearchResponse<StoredPlace>;

interface Waiting {
  readonly search: Search;
  readonly client: string;
  readonly signal: AbortSignal | undefined;
  readonly requestTimeout: number;
  readonly resolve: (response: SearchResponse) => void;
  readonly reject: (error: unknown) => void;
  /** By `performance.now()`, once it was sent. */
  deadline?: number;
}

/**
 * Sends searches that wait for others as one `_msearch`, which takes less processor time on both sides
 * (docs/adr/0087-fair-shares.md). While few requests are in flight, each search is sent at once and alone.
 *
 * All responses of a batch arrive when its slowest search is done, so expensive searches do not belong here.
 */
export class SearchBatches {
  private readonly waiting: Waiting[] = [];
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
   * @param caller whose search it is; one that nobody waits for is not sent
   * @param requestTimeout milliseconds from when it is sent first
   */
  async search(
    search: Search,
    { caller, requestTimeout }: { caller: Caller | undefined; requestTimeout: number },
  ): Promise<SearchResponse> {
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

  private nextBatch(): Waiting[] {
    for (const { signal, reject } of removeAbandoned(this.waiting)) reject(signal?.reason);
    if (this.waiting.length === 0) return [];
    const maxInFlight = requestsInFlight(this.threads);
    if (this.inFlight.size < maxInFlight) return this.waiting.splice(0, MAX_BATCH);
    // Clients that have none in flight do not wait for the searches of others.
    if (this.inFlight.size >= 2 * maxInFlight) return [];
    const isServed = ({ client }: Waiting): boolean => [...this.inFlight].some((clients) => clients.has(client));
    const batch = this.waiting.filter((waiting) => !isServed(waiting)).slice(0, MAX_BATCH);
    for (const waiting of batch) this.waiting.splice(this.waiting.indexOf(waiting), 1);
    return batch;
  }

  /** Never rejects: each search gets its own response or error. */
  private async sendBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const [first, ...others] = batch;
      if (!first) return;
      if (others.length > 0) await this.searchTogether(batch);
      else {
        const options = withTimeout(timeLeft(first), first.signal);
        first.resolve(await this.client.search<StoredPlace>(first.search, options));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async searchTogether(batch: readonly Waiting[]): Promise<void> {
    const isRepeated = new Set(batch.filter(({ deadline }) => deadline !== undefined));
    const timeouts = batch.map(timeLeft);
    const searches = batch.flatMap(({ search }) => headerAndBody(search));
    // All searches of a batch at once would wait in Elasticsearch in front of those of other clients.
    const max_concurrent_searches = Math.max(1, Math.floor(this.threads.count / requestsInFlight(this.threads)));
    let late: Error | undefined;
    // Most searches of a batch have the same time left, and share a timer.
    const timers = [...new Set(timeouts)].map((timeout) =>
      setTimeout(() => {
        for (const [at, { reject }] of batch.entries())
          if (timeouts[at] === timeout) reject((late ??= new errors.TimeoutError('Request timed out')));
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
      const again: Waiting[] = [];
      for (const [at, waiting] of batch.entries()) {
        const response = result.body.responses[at];
        if (response && !('error' in response)) waiting.resolve(response);
        // A node went away. The transport retries whole requests only.
        else if (response?.status === 503 && !isRepeated.has(waiting)) again.push(waiting);
        else
          waiting.reject(new errors.ResponseError({ ...result, statusCode: response?.status ?? 500, body: response }));
      }
      this.waiting.unshift(...again);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      for (const { signal } of batch) signal?.removeEventListener('abort', abortIfAbandoned);
    }
  }
}

/** Milliseconds until the time-out of a search, which begins when it is sent first. */
function timeLeft(waiting: Waiting): number {
  const now = performance.now();
  waiting.deadline ??= now + waiting.requestTimeout;
  return Math.max(1, Math.round(waiting.deadline - now));
}

function removeAbandoned(waiting: Waiting[]): Waiting[] {
  if (!waiting.some(({ signal }) => signal?.aborted)) return [];
  const abandoned = waiting.filter(({ signal }) => signal?.aborted);
  for (const each of abandoned) waiting.splice(waiting.indexOf(each), 1);
  return abandoned;
}

/** @param signal aborts the request, and with it the search in Elasticsearch */
export function withTimeout(requestTimeout: number, signal?: AbortSignal): TransportRequestOptions {
  return { requestTimeout, ...(signal && { signal }) };
}

function headerAndBody(search: Search): estypes.MsearchRequestItem[] {
  const { index, preference, allow_partial_search_results, ...body } = search;
  // Members without a value are left out of the JSON.
  const header = { index, preference, allow_partial_search_results };
  return [header as estypes.MsearchMultisearchHeader, body];
}
