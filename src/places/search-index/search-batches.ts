import { type Client, errors, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { type Caller } from '../../http/request/caller-decorator.js';
import { type StoredPlace } from './mapping/place-document.js';
import { type SearchThreads } from './search-threads.js';

type Search = estypes.SearchRequest;
type SearchResponse = estypes.SearchResponse<StoredPlace>;

/** Requests in flight from which on searches wait. With one, Elasticsearch and the service wait for each other. */
const maxInFlight = 2;

/** The same for clients that have none in flight, so that they do not wait for those of others. */
const maxInFlightOfOthers = 4;

/** The searches of a batch. */
const maxBatch = 16;

interface Waiting {
  readonly search: Search;
  readonly client: string;
  readonly signal: AbortSignal | undefined;
  readonly requestTimeout: number;
  readonly resolve: (response: SearchResponse) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends searches that wait for others as one `_msearch`, which takes less processor time on both sides
 * (docs/adr/0086-batches.md). While few requests are in flight, each search is sent at once and alone.
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
   * @param requestTimeout milliseconds from when it is sent
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
    if (this.inFlight.size < maxInFlight) return this.waiting.splice(0, maxBatch);
    if (this.inFlight.size >= maxInFlightOfOthers) return [];
    const isServed = ({ client }: Waiting): boolean => [...this.inFlight].some((clients) => clients.has(client));
    const batch = this.waiting.filter((waiting) => !isServed(waiting)).slice(0, maxBatch);
    for (const waiting of batch) this.waiting.splice(this.waiting.indexOf(waiting), 1);
    return batch;
  }

  /** Never rejects: each search gets its own response or error. */
  private async sendBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const [first, ...others] = batch;
      const signal = others.length === 0 ? first?.signal : undefined;
      const options = withTimeout(Math.max(...batch.map(({ requestTimeout }) => requestTimeout)), signal);
      if (first && others.length === 0) first.resolve(await this.client.search<StoredPlace>(first.search, options));
      else await this.searchTogether(batch, options);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async searchTogether(batch: readonly Waiting[], options: TransportRequestOptions): Promise<void> {
    const searches = batch.flatMap(({ search }) => headerAndBody(search));
    // Otherwise all searches of a batch wait in Elasticsearch, and those of other clients behind them.
    const max_concurrent_searches = Math.max(1, Math.floor(this.threads.count / maxInFlight));
    const request = { searches, max_concurrent_searches };
    const result = await this.client.msearch<StoredPlace>(request, { ...options, meta: true as const });
    for (const [at, { search, resolve, reject }] of batch.entries()) {
      const response = result.body.responses[at];
      if (response && !('error' in response)) resolve(response);
      // A node went away. The transport retries whole requests only.
      else if (response?.status === 503) this.client.search<StoredPlace>(search, options).then(resolve, reject);
      else reject(new errors.ResponseError({ ...result, statusCode: response?.status ?? 500, body: response }));
    }
  }
}

function removeAbandoned(waiting: Waiting[]): Waiting[] {
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
