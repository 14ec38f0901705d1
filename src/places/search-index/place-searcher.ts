import { Client, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import CircuitBreaker from 'opossum';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Bulkhead, BulkheadFullError } from '../../concurrency/bulkhead.js';
import { ProblemError } from '../../http/problems/problems.js';
import { type CategoryCountBody } from '../search-body/category-count.js';
import { type SearchBody } from '../search-body/search-body.js';
import { type SuggestBody } from '../search-body/suggest-body.js';
import { type PlaceDocument } from './mapping/place-document.js';
import {
  type SearchHits,
  type SortValues,
  type SuggestHit,
  toCategoryKeys,
  toSearchHits,
  toSuggestHits,
} from './search-hits.js';
import { asksTooMuch, isFaultOfRequest, isMissing, isRefused } from './response-errors.js';

/** How long a frozen view outlives the last step of its walk. */
const viewLifetime = '5m';

/** What searches ask of Elasticsearch, over the alias. */
@Injectable()
export class PlaceSearcher implements OnApplicationShutdown {
  /** Opens when half of the last searches failed; nobody waits for Elasticsearch then, and one in a second tries it. */
  private readonly breaker: CircuitBreaker<[search: () => Promise<unknown>]>;
  /** More searches at once would only make each of them slower, until all of them are too late. */
  private readonly gate: Bulkhead;
  private readonly alias: string;
  /** When a search failed last, by `performance.now()`. */
  private failedAt = -Infinity;

  constructor(
    private readonly client: Client,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.alias = environment.ELASTICSEARCH_INDEX;
    this.breaker = new CircuitBreaker((search: () => Promise<unknown>) => search(), {
      timeout: false,
      errorThresholdPercentage: 50,
      volumeThreshold: 5,
      // By the time the first searches have run out of theirs, those that succeeded before the fault count no more.
      rollingCountTimeout: environment.SEARCH_TIMEOUT,
      resetTimeout: 1000,
      errorFilter: isFaultOfRequest,
      // Nobody reads them, and each search would sort the times of all before it.
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
    });
    this.breaker.on('failure', () => (this.failedAt = performance.now()));
    // Clients ask for all 200 pages of a result at once.
    this.gate = new Bulkhead({ concurrency: 16, queue: 400, long: 1000, patience: 10_000 });
    this.breaker.on('open', () => {
      this.gate.empty();
    });
  }

  /** Whether searches are refused unasked, how many are under way and wait their turn, and how many were turned away. */
  get pressure() {
    // One that tries whether Elasticsearch is back refuses all but one search meanwhile.
    return { circuitOpen: !this.breaker.closed, ...this.gate.state };
  }

  /** Whether Elasticsearch answers at once and has an index to search. */
  async answers(): Promise<boolean> {
    return this.client.indices.existsAlias({ name: this.alias }, { requestTimeout: 500, maxRetries: 0 });
  }

  /**
   * Differs from before when searches may find something else: by what indices there are, and how often refreshed.
   *
   * @throws Error when not every copy has been asked: another one may have been refreshed
   */
  async revision(): Promise<string> {
    const { _shards: shards, indices } = await this.client.indices.stats(
      {
        index: this.alias,
        metric: ['refresh', 'docs'],
        filter_path: [
          '_shards.failed',
          ...['uuid', 'total.refresh.external_total', 'total.docs'].map((path) => `indices.*.${path}`),
        ],
      },
      { requestTimeout: 500, maxRetries: 0 },
    );
    if (shards.failed > 0 || !indices) throw new Error('Elasticsearch told of a part of the index only');
    return JSON.stringify(indices);
  }

  onApplicationShutdown(): void {
    this.breaker.shutdown();
  }

  /**
   * @param copies requests that name the same are answered by the same copies of the shards
   * @throws ProblemError `search_unavailable` when there is no whole answer in time; GateFullError in a crowd
   */
  async search(body: SearchBody, copies?: string): Promise<SearchHits> {
    return toSearchHits(
      await this.ask({ ...(body as estypes.SearchRequest), index: this.alias, ...preferring(copies) }),
    );
  }

  /** @throws ProblemError `search_unavailable` when there is no whole answer in time; GateFullError in a crowd */
  async suggest(body: SuggestBody): Promise<SuggestHit[]> {
    return toSuggestHits(await this.ask({ ...(body as estypes.SearchRequest), index: this.alias }));
  }

  /**
   * Finds the keys of the categories that have places, the most frequent first.
   *
   * @throws ProblemError `search_unavailable` when there is no whole answer in time
   */
  async categoryKeys(body: CategoryCountBody): Promise<string[]> {
    return toCategoryKeys(await this.ask({ ...(body as estypes.SearchRequest), index: this.alias }));
  }

  /**
   * One step of a walk over a frozen view of the index.
   *
   * @param pointInTime the view; the `pointInTime` of the hits replaces it
   * @param after the sort values of the last place that the walk gave
   * @throws ProblemError `cursor_expired` when the view is gone, `search_unavailable`
   */
  async walk(body: SearchBody, pointInTime: string, after?: SortValues): Promise<SearchHits> {
    const { from, ...rest } = body;
    const position = after ? { search_after: after } : { from };
    const pit = { id: pointInTime, keep_alive: viewLifetime };
    try {
      return toSearchHits(await this.ask({ ...(rest as estypes.SearchRequest), ...position, pit }));
    } catch (error) {
      // A view goes after its time, and with its index.
      if (!isMissing(error instanceof Error ? error.cause : undefined)) throw error;
      throw new ProblemError('cursor_expired', 'Begin the walk anew with cursorMark=*.', {}, error);
    }
  }

  /** Freezes a view of the index, of the copies that `search` asks by that name; it lives for some minutes after each step. */
  async openView(copies?: string): Promise<string> {
    const view = { index: this.alias, keep_alive: viewLifetime, ...preferring(copies) };
    return this.asUnavailable(async (options) => {
      const { id } = await this.client.openPointInTime(view, options);
      return id;
    });
  }

  /** Lets a view go that nobody will ask for again. It would go by itself, so a failure is none. */
  async closeView(pointInTime: string): Promise<void> {
    await this.client.closePointInTime({ id: pointInTime }).catch(() => undefined);
  }

  private ask(request: estypes.SearchRequest): Promise<estypes.SearchResponse<PlaceDocument>> {
    const timeout = `${this.environment.SEARCH_TIMEOUT}ms`;
    return this.asUnavailable(async (options) => {
      const response = await this.client.search<PlaceDocument>(
        { ...request, timeout, allow_partial_search_results: false },
        options,
      );
      if (response.timed_out || response._shards.failed > 0) throw new Error('Elasticsearch answered in part only');
      return response;
    });
  }

  /** Whatever keeps Elasticsearch from answering in time is the same to the caller. */
  private async asUnavailable<T>(work: (options: TransportRequestOptions) => Promise<T>): Promise<T> {
    const { SEARCH_TIMEOUT: whole } = this.environment;
    const began = performance.now();
    const attempt = () => {
      // Elasticsearch that answers has all its time: a crowd must not leave it too little, and open the circuit. Where it
      // has begun to fail the wait for a turn counts, so that nobody is kept for much longer.
      const left = Math.max(whole / 2, Math.round(whole - (performance.now() - began)));
      const hasFailed = performance.now() - this.failedAt < whole;
      const requestTimeout = hasFailed ? left : whole;
      return this.breaker.fire(() => work({ requestTimeout, retryBackoff: () => 0 }));
    };
    try {
      return (await (this.breaker.opened ? attempt() : this.gate.run(attempt))) as T;
    } catch (error) {
      // That many search is another matter than that nobody can.
      if (error instanceof BulkheadFullError && !this.breaker.opened) throw error;
      if (asksTooMuch(error)) throw tooManyWords(error);
      // Whoever tries the same again gets the same.
      if (isRefused(error)) throw new ProblemError('internal_error', 'The search failed.', {}, error);
      throw new ProblemError(
        'search_unavailable',
        'Places cannot be searched at the moment; everything else works. Try again.',
        { headers: { 'Retry-After': '1' } },
        error,
      );
    }
  }
}

function tooManyWords(cause: unknown): ProblemError {
  const reason = 'the texts of q and fq come to more words than can be looked for at once';
  return new ProblemError('invalid_parameter', `${reason}.`, { errors: [{ reason }] }, cause);
}

/** What begins with `_` Elasticsearch takes for a preference of its own. */
function preferring(copies: string | undefined): { preference?: string } {
  return copies === undefined ? {} : { preference: `copies-${copies}` };
}
