import { type Client, errors, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { type StoredPlace } from './mapping/place-document.js';

type Search = estypes.SearchRequest;
type SearchResponse = estypes.SearchResponse<StoredPlace>;

/** Requests under way from which on searches wait. With one, Elasticsearch and the service wait for each other. */
const maxUnderWay = 2;

/** The searches of a batch. */
const maxBatch = 16;

interface Waiting {
  readonly search: Search;
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (response: SearchResponse) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends searches that wait for others as one `_msearch`, which takes less processor time on both sides
 * (docs/adr/0086-batches.md). When few searches are under way, each goes out at once and alone.
 *
 * All responses of a batch come when its slowest search is done, so dear searches do not belong here.
 */
export class SearchBatches {
  private underWay = 0;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly client: Client) {}

  /**
   * Throws as `Client.search()`: the error of one search does not affect others. A broken connection affects the whole
   * batch.
   *
   * @param requestTimeout milliseconds, the wait for others included
   */
  async search(search: Search, { requestTimeout }: { requestTimeout: number }): Promise<SearchResponse> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ search, deadline: performance.now() + requestTimeout, resolve, reject });
      this.sendWaiting();
    });
  }

  private sendWaiting(): void {
    if (this.underWay >= maxUnderWay || this.waiting.length === 0) return;
    this.underWay += 1;
    void this.sendBatch(this.waiting.splice(0, maxBatch)).finally(() => {
      this.underWay -= 1;
      this.sendWaiting();
    });
  }

  /** Never rejects: each search gets its own response or error. */
  private async sendBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const remaining = Math.max(...batch.map(({ deadline }) => deadline)) - performance.now();
      // A time-out of 0 would mean none.
      const options = withTimeout(Math.max(1, Math.round(remaining)));
      const [first, ...others] = batch;
      if (first && others.length === 0) first.resolve(await this.client.search<StoredPlace>(first.search, options));
      else await this.searchTogether(batch, options);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async searchTogether(batch: readonly Waiting[], options: TransportRequestOptions): Promise<void> {
    const searches = batch.flatMap(({ search }) => headerAndBody(search));
    const result = await this.client.msearch<StoredPlace>({ searches }, { ...options, meta: true as const });
    for (const [at, { resolve, reject }] of batch.entries()) {
      const response = result.body.responses[at];
      if (response && !('error' in response)) resolve(response);
      else reject(new errors.ResponseError({ ...result, statusCode: response?.status ?? 500, body: response }));
    }
  }
}

/** The client retries a broken connection (`maxRetries` in elasticsearch-client.ts), without a pause. */
export function withTimeout(requestTimeout: number): TransportRequestOptions {
  return { requestTimeout, retryBackoff: () => 0 };
}

function headerAndBody(search: Search): estypes.MsearchRequestItem[] {
  const { index, preference, allow_partial_search_results, ...body } = search;
  // Members without a value are left out of the JSON.
  const header = { index, preference, allow_partial_search_results };
  return [header as estypes.MsearchMultisearchHeader, body];
}
