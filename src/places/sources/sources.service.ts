import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../database/read-database.js';
import { CacheVersions } from '../../response-cache/dependencies.js';
import {
  aggregationsOf,
  type ElasticsearchQuery,
  type PlaceResponse,
  type TermsAggregationResult,
} from '../body/elasticsearch-query.js';
import { AS_WRITTEN } from '../body/search-body.js';
import { type Caller } from '../../http/request-context.js';
import { ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { type Source } from './source.js';

export interface UsedSource extends Source {
  /** The number of its places. */
  found: number;
}

/** More than the number of sources of any directory. */
const MAX_SOURCES = 10_000;

/** How many places each source has, by its name, the most frequent first. */
const sourceCountsQuery: ElasticsearchQuery<ReadonlyMap<string, number>> = {
  body: {
    query: { match_all: {} },
    size: 0,
    track_total_hits: false,
    aggs: { sources: { terms: { field: `source.name.${AS_WRITTEN}`, size: MAX_SOURCES } } },
  },
  read: (response: PlaceResponse<{ sources: TermsAggregationResult }>) => {
    const { buckets } = aggregationsOf(response).sources;
    return new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
  },
  cost: 1,
};

const selectSources = `
  SELECT json_strip_nulls(json_build_object('name', name, 'license', license, 'attribution', attribution)) AS source
  FROM sources WHERE name = ANY($1)`;

/** The sources that the places of the directory come from. */
@Injectable()
export class SourcesService {
  private remembered: { version: string | undefined; sources: Map<string, Source> } = {
    version: undefined,
    sources: new Map(),
  };

  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly reads: ReadDatabase,
    private readonly versions: CacheVersions,
  ) {}

  /**
   * The sources that have places, those with the most places first.
   *
   * @param caller who waits for them; absent for the service itself
   * @throws ProblemError as `ElasticsearchSearcher.run()`
   */
  async inUse(caller?: Caller): Promise<UsedSource[]> {
    const counts = await this.searcher.run(sourceCountsQuery, { caller, timeUsed: noTimeUsed() });
    const sources = await this.named([...counts.keys()]);
    return sources.map((source) => ({ ...source, found: counts.get(source.name) ?? 0 }));
  }

  /** The licences and attributions of sources. Remembers them until one changes: each map tile asks for them. */
  async named(names: readonly string[]): Promise<Source[]> {
    const version = this.versions.of(['sources']);
    if (version === undefined || version !== this.remembered.version) {
      this.remembered = { version, sources: new Map() };
    }
    const { sources } = this.remembered;
    const missing = names.filter((name) => !sources.has(name));
    if (missing.length > 0) {
      const rows = await this.reads.query<{ source: Source }[]>(selectSources, [missing]);
      for (const { source } of rows) sources.set(source.name, source);
    }
    return names.map((name) => sources.get(name) ?? { name });
  }
}
