import { Client, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import CircuitBreaker from 'opossum';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Gate } from '../../concurrency/gate.js';
import { ProblemError } from '../../http/problems.js';
import { type SearchBody } from '../query/search-body.js';
import { type SuggestBody } from '../query/suggest-body.js';
import {
  type BulkRequest,
  bulkRequests,
  IndexBusyError,
  type PlaceState,
  type Refusal,
  refusalOfRequest,
  toRefusal,
} from './bulk.js';
import { type PlaceDocument } from './document.js';
import { type SearchHits, type SortValues, type SuggestHits, toSearchHits, toSuggestHits } from './hits.js';
import { MAPPING_VERSION, placeIndex } from './mapping.js';
import { isFaultOfRequest, isMissing } from './response.errors.js';

/** An index behind the alias. */
export interface IndexDescription {
  name: string;
  documents: number;
  mappingVersion: string;
}

/** Milliseconds. The care of indices may take longer than a search. */
const careTimeout = 30_000;

/** Milliseconds. Changes wait for their turn in PostgreSQL meanwhile. */
const carryTimeout = 15_000;

/** How long a frozen view outlives the last step of its walk. */
const viewLifetime = '5m';

/** The only class that talks to Elasticsearch. */
@Injectable()
export class PlaceIndex implements OnModuleDestroy, OnApplicationShutdown {
  private readonly client: Client;
  /** Calls off what is being carried when the process leaves: it is still noted, and carried by another. */
  private readonly leaving = new AbortController();
  /** Opens when half of the last searches failed; nobody waits for Elasticsearch then, and one in a second tries it. */
  private readonly breaker = new CircuitBreaker((search: () => Promise<unknown>) => search(), {
    timeout: false,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    resetTimeout: 1000,
    errorFilter: isFaultOfRequest,
  });
  /** More searches at once would only make each of them slower, until all of them are too late. */
  private readonly gate: Gate;
  readonly alias: string;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {
    this.alias = environment.ELASTICSEARCH_INDEX;
    // Clients ask for all pages of a result at once. Should Elasticsearch fail, the breaker opens and the queue is empty.
    this.gate = new Gate({ places: 16, queue: 1000, patience: 20_000 });
    this.client = new Client({
      node: environment.ELASTICSEARCH_URL,
      // A kept connection that the other side has closed meanwhile is found out by using it; once more, at once, is enough.
      maxRetries: 1,
      requestTimeout: careTimeout,
    });
  }

  onModuleDestroy(): void {
    this.leaving.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    this.breaker.shutdown();
    await this.client.close();
  }

  /** @throws ProblemError `search_unavailable` when there is no whole answer in time */
  async search(body: SearchBody): Promise<SearchHits> {
    return toSearchHits(await this.ask({ ...(body as estypes.SearchRequest), index: this.alias }));
  }

  /** @throws ProblemError `search_unavailable` when there is no whole answer in time */
  async suggest(body: SuggestBody): Promise<SuggestHits> {
    return toSuggestHits(await this.ask({ ...(body as estypes.SearchRequest), index: this.alias }));
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

  /** Freezes a view of the index, which lives for some minutes after each step. */
  async openView(): Promise<string> {
    return this.asUnavailable(async (options) => {
      const { id } = await this.client.openPointInTime({ index: this.alias, keep_alive: viewLifetime }, options);
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
    const requestTimeout = this.environment.SEARCH_TIMEOUT;
    try {
      const attempt = () => this.breaker.fire(() => work({ requestTimeout, retryBackoff: () => 0 }));
      return (await (this.breaker.opened ? attempt() : this.gate.run(attempt))) as T;
    } catch (error) {
      throw new ProblemError(
        'search_unavailable',
        'Places cannot be searched at the moment; everything else works. Try again.',
        { headers: { 'Retry-After': '1' } },
        error,
      );
    }
  }

  /**
   * Carries states of places to indices. The version is external: an older state never overwrites a newer one, and
   * that it did not is no fault.
   *
   * @returns what Elasticsearch refused for good
   * @throws when Elasticsearch is away or asks for patience: nothing is lost, carry them again
   */
  async carry(indices: readonly string[], version: number, states: readonly PlaceState[]): Promise<Refusal[]> {
    await this.mustExist(indices);
    const refusals = new Map<string, Refusal>();
    for (const request of bulkRequests(indices, version, states)) {
      for (const refusal of await this.send(request, indices, version)) refusals.set(refusal.id, refusal);
    }
    return [...refusals.values()];
  }

  private async send(request: BulkRequest, indices: readonly string[], version: number): Promise<Refusal[]> {
    const { states, operations } = request;
    try {
      const { items } = await this.client.bulk(
        { operations },
        { requestTimeout: carryTimeout, signal: this.leaving.signal },
      );
      return items.flatMap(toRefusal);
    } catch (error) {
      const reason = refusalOfRequest(error);
      if (reason === undefined) throw error;
      // One place spoils the request for all: halves find out which.
      const [state] = states;
      if (state && states.length === 1) return [{ id: state.id, reason }];
      const middle = Math.ceil(states.length / 2);
      const halves = [states.slice(0, middle), states.slice(middle)];
      const refusals = [];
      for (const half of halves) refusals.push(...(await this.carry(indices, version, half)));
      return refusals;
    }
  }

  /** Elasticsearch would make a missing index by itself, with a mapping of its own. */
  private async mustExist(indices: readonly string[]): Promise<void> {
    const options = { requestTimeout: carryTimeout, signal: this.leaving.signal };
    if (indices.length > 0 && (await this.client.indices.exists({ index: [...indices] }, options))) return;
    throw new IndexBusyError(`There is no index ${indices.join(', ')}`);
  }

  /** A name for a new index. */
  newName(): string {
    return `${this.alias}-${new Date().toISOString().replace(/\D/g, '')}`;
  }

  /** Creates an empty index of the current mapping, not yet behind the alias. */
  async create(name: string): Promise<void> {
    await this.client.indices.create({ ...placeIndex(), index: name });
  }

  /** Makes searches read this index, at one stroke. */
  async putBehindAlias(name: string): Promise<void> {
    const behind = await this.behindAlias();
    await this.client.indices.updateAliases({
      actions: [
        ...behind.filter((other) => other !== name).map((index) => ({ remove: { index, alias: this.alias } })),
        { add: { index: name, alias: this.alias } },
      ],
    });
  }

  /** The indices that searches read: one, or none before the first is made. */
  async behindAlias(): Promise<string[]> {
    try {
      return Object.keys(await this.client.indices.getAlias({ name: this.alias }));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async describe(name: string): Promise<IndexDescription> {
    const [{ count }, mappings] = await Promise.all([
      this.client.count({ index: name }),
      this.client.indices.getMapping({ index: name }),
    ]);
    const meta: unknown = mappings[name]?.mappings._meta?.version;
    return { name, documents: count, mappingVersion: typeof meta === 'string' ? meta : 'none' };
  }

  get mappingVersion(): string {
    return MAPPING_VERSION;
  }

  async drop(name: string): Promise<void> {
    await this.client.indices.delete({ index: name, ignore_unavailable: true });
  }

  /** Makes searchable what was carried. */
  async refresh(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.client.indices.refresh({ index: [...names] });
  }
}
