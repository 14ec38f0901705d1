import { Client, errors, type estypes } from '@elastic/elasticsearch';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems.js';
import { type PlaceRecord } from '../place-record.js';
import { type SearchBody } from '../query/search-body.js';
import { indexDocument, type PlaceDocument } from './document.js';
import { MAPPING_VERSION, placeIndex } from './mapping.js';

/** What a search found: how many in all, and the documents of the page. */
export interface SearchHits {
  found: number;
  documents: PlaceDocument[];
}

/** A state of a place to be carried to the index: its record, or that it is gone. */
export interface PlaceState {
  id: string;
  record: PlaceRecord | undefined;
}

/** A place that Elasticsearch would not take, and why. */
export interface Refusal {
  id: string;
  reason: string;
}

/** An index behind the alias. */
export interface IndexDescription {
  name: string;
  documents: number;
  mappingVersion: string;
}

/** Milliseconds. Bulk requests and the care of indices may take longer than a search. */
const careTimeout = 60_000;

/** The only class that talks to Elasticsearch. */
@Injectable()
export class PlaceIndex implements OnApplicationShutdown {
  private readonly client: Client;
  readonly alias: string;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {
    this.alias = environment.ELASTICSEARCH_INDEX;
    this.client = new Client({
      node: environment.ELASTICSEARCH_URL,
      maxRetries: 0,
      requestTimeout: careTimeout,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /** @throws ProblemError `search_unavailable` when there is no whole answer in time */
  async search(body: SearchBody): Promise<SearchHits> {
    const limit = this.environment.SEARCH_TIMEOUT;
    try {
      const { hits, timed_out, _shards } = await this.client.search<PlaceDocument>(
        // The query language types its own small part of Elasticsearch's vocabulary, without the client.
        {
          ...(body as estypes.SearchRequest),
          index: this.alias,
          timeout: `${limit}ms`,
          allow_partial_search_results: false,
        },
        { requestTimeout: limit },
      );
      if (timed_out || _shards.failed > 0) throw new Error('Elasticsearch answered in part only');
      const found = typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
      return { found, documents: hits.hits.flatMap(({ _source }) => _source ?? []) };
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
    if (indices.length === 0 || states.length === 0) return [];
    const operations = indices.flatMap((_index) =>
      states.flatMap(({ id: _id, record }): (estypes.BulkOperationContainer | PlaceDocument)[] => {
        const target = { _index, _id, version, version_type: 'external' as const };
        return record ? [{ index: target }, indexDocument(record)] : [{ delete: target }];
      }),
    );
    const { errors: failed, items } = await this.client.bulk({ operations });
    if (!failed) return [];
    return items.flatMap((item) => {
      const { _id, status, error } = item.index ?? item.delete ?? { status: 500 };
      if (status < 300 || status === 404 || status === 409) return [];
      const reason = error?.caused_by?.reason ?? error?.reason ?? `status ${status}`;
      if (status === 429 || status >= 500) throw new Error(`Elasticsearch could not take a place: ${reason}`);
      return [{ id: _id ?? '', reason }];
    });
  }

  /** Creates an empty index of the current mapping, not yet behind the alias. */
  async create(): Promise<string> {
    const name = `${this.alias}-${new Date().toISOString().replace(/\D/g, '')}`;
    await this.client.indices.create({ ...placeIndex(), index: name });
    return name;
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
      if (error instanceof errors.ResponseError && error.statusCode === 404) return [];
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
