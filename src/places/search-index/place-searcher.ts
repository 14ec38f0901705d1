import { Client, type estypes } from '@elastic/elasticsearch';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems/problems.js';
import { type CategoryCountBody } from '../search-body/category-count.js';
import { type PartialMatchBody, type WordCountBody } from '../search-body/partial-match.js';
import { type SearchBody } from '../search-body/search-body.js';
import { type SuggestBody } from '../search-body/suggest-body.js';
import { SearchBatches, withTimeout } from './search-batches.js';
import { isNotFound } from './elasticsearch-errors.js';
import { type StoredPlace } from './mapping/place-document.js';
import {
  type SearchHits,
  type SortValues,
  type SuggestHit,
  toCategoryKeys,
  toSearchHits,
  toMatchedWords,
  toSuggestHits,
  toWordCounts,
} from './search-hits.js';
import { SearchProtection } from './search-protection.js';

/** How long a point in time lives after the last page that was read from it. */
const keepAlive = '5m';

/** For requests that must not wait: readiness and the version of the index. */
const quickRequest = { requestTimeout: 500, maxRetries: 0 };

export interface SearchOptions {
  /** Searches with the same preference are served by the same shard copies. */
  readonly preference?: string | undefined;
  /** A point in time to search, instead of the present state. */
  readonly pointInTime?: string;
  /** How long Elasticsearch took for all requests of the search, in milliseconds: they share one time-out. */
  readonly spent?: { ms: number };
  /** Whether the search may take long. It is sent alone then, so that no other search waits for its response. */
  readonly isDear?: boolean;
}

/** A place up to this position is cheap to find. */
const cheapDepth = 1000;

type Body = SearchBody | Omit<SearchBody, 'from'> | SuggestBody | CategoryCountBody | WordCountBody | PartialMatchBody;

type Target = Pick<estypes.SearchRequest, 'index' | 'preference' | 'pit'>;

/**
 * Searches places in Elasticsearch. All searches throw as `SearchProtection.run()` does. The bodies are built by
 * `places/search-body`.
 */
@Injectable()
export class PlaceSearcher {
  private readonly alias: string;
  private readonly timeout: string;
  private readonly batches: SearchBatches;

  constructor(
    private readonly client: Client,
    private readonly protection: SearchProtection,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'ELASTICSEARCH_INDEX' | 'SEARCH_TIMEOUT'>,
  ) {
    this.alias = environment.ELASTICSEARCH_INDEX;
    this.timeout = `${environment.SEARCH_TIMEOUT}ms`;
    this.batches = new SearchBatches(client);
  }

  /** Whether the circuit is open, and how many searches run, wait and were shed. */
  get load() {
    return this.protection.load;
  }

  /** Whether Elasticsearch answers within half a second and has an index. */
  async isReady(): Promise<boolean> {
    return this.client.indices.existsAlias({ name: this.alias }, quickRequest);
  }

  /**
   * A text that changes when searches may find something else: when the index is swapped or any shard copy is refreshed.
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

  async search(body: SearchBody, options: SearchOptions = {}): Promise<SearchHits> {
    const isDear = options.isDear === true || body.aggs !== undefined || body.from + body.size > cheapDepth;
    return toSearchHits(await this.send({ ...body, ...this.target(options) }, { ...options, isDear }));
  }

  /** How many places have each of the words that the body counts. */
  async wordCounts(body: WordCountBody, options: SearchOptions = {}): Promise<number[]> {
    return toWordCounts(await this.send({ ...body, ...this.target(options) }, options));
  }

  /** The positions of the words that the best place has; empty if no place has any. */
  async matchedWords(body: PartialMatchBody, options: SearchOptions = {}): Promise<number[]> {
    return toMatchedWords(await this.send({ ...body, ...this.target(options) }, options));
  }

  async suggest(body: SuggestBody): Promise<SuggestHit[]> {
    return toSuggestHits(await this.send({ ...body, ...this.target({}) }));
  }

  /** The keys of the categories that have places, the most frequent first. */
  async categoryKeys(body: CategoryCountBody): Promise<string[]> {
    return toCategoryKeys(await this.send({ ...body, ...this.target({}) }));
  }

  /**
   * Reads one page from a point in time.
   *
   * @param options use the `pointInTime` of the result for the next page
   * @param after the sort values of the last place of the page before; without it the page starts at `body.from`
   * @throws ProblemError `cursor_expired` if the point in time no longer exists
   */
  async searchAfter(body: SearchBody, options: SearchOptions, after?: SortValues): Promise<SearchHits> {
    const { from, ...rest } = body;
    const position = after ? { search_after: after } : { from };
    try {
      return toSearchHits(
        await this.send({ ...rest, ...position, ...this.target(options) }, { ...options, isDear: true }),
      );
    } catch (error) {
      // It expired, or its index was dropped.
      if (!isNotFound(error instanceof Error ? error.cause : undefined)) throw error;
      throw new ProblemError('cursor_expired', 'The cursor has expired. Start again with cursorMark=*.', {}, error);
    }
  }

  /** Opens a point in time, which reads one state of the index. Each page that is read extends its life. */
  async openPointInTime(preference?: string): Promise<string> {
    const request = { index: this.alias, keep_alive: keepAlive, ...preferenceOf(preference) };
    return this.protection.run(
      async (timeoutMs) => (await this.client.openPointInTime(request, withTimeout(timeoutMs))).id,
      { isDear: false, spentMs: 0 },
    );
  }

  /** Frees a point in time before it expires. Failures are ignored, because it expires anyway. */
  async closePointInTime(pointInTime: string): Promise<void> {
    await this.client.closePointInTime({ id: pointInTime }).catch(() => undefined);
  }

  /** A point in time is bound to its index and its shard copies. */
  private target({ pointInTime, preference }: SearchOptions): Target {
    if (pointInTime !== undefined) return { pit: { id: pointInTime, keep_alive: keepAlive } };
    return { index: this.alias, ...preferenceOf(preference) };
  }

  private send(
    request: Body & Target,
    { spent = { ms: 0 }, isDear = true }: SearchOptions = {},
  ): Promise<estypes.SearchResponse<StoredPlace>> {
    // The types of the client do not know that the bodies are not changed.
    const body = request as estypes.SearchRequest;
    const search = { ...body, timeout: this.timeout, allow_partial_search_results: false };
    return this.protection.run(
      async (requestTimeout) => {
        const response = isDear
          ? await this.client.search<StoredPlace>(search, withTimeout(requestTimeout))
          : await this.batches.search(search, { requestTimeout });
        if (response.timed_out || response._shards.failed > 0)
          throw new Error('Elasticsearch returned partial results');
        spent.ms += response.took;
        return response;
      },
      { isDear, spentMs: spent.ms },
    );
  }
}

/** The prefix matters: Elasticsearch reserves preferences that start with `_`. */
function preferenceOf(preference: string | undefined): { preference?: string } {
  return preference === undefined ? {} : { preference: `search-${preference}` };
}
