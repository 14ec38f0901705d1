import { type estypes } from '@elastic/elasticsearch';
import { type StoredPlace } from '../place.js';
import { type QueryClause, type SortClause } from './clauses.js';

/**
 * The response of Elasticsearch to the body of a query.
 *
 * @typeParam Aggregations the results in the shape of the `aggs` of the body. A response of unknown ones fits every reader
 */
export type PlaceResponse<Aggregations = never> = estypes.SearchResponse<StoredPlace, Aggregations>;

/** The members of a search body that queries use. */
interface QueryBody {
  readonly query: QueryClause;
  readonly size: number;
  readonly track_total_hits: boolean | number;
  /** The places that each shard looks at. */
  readonly terminate_after?: number;
  readonly from?: number;
  readonly search_after?: readonly unknown[];
  readonly sort?: readonly SortClause[] | readonly object[];
  /** Only the first place of each value of a field is found. */
  readonly collapse?: { readonly field: string };
  /** Aggregations, by the names that `read` knows. */
  readonly aggs?: object;
  readonly _source?: false | readonly string[];
  readonly docvalue_fields?: readonly string[];
}

/** A search of places in Elasticsearch as one value: what is sent, how the response is read, and what it costs. */
export interface ElasticsearchQuery<Result> {
  /** The searcher adds the index, and the time-out. */
  readonly body: QueryBody;
  readonly read: (response: PlaceResponse) => Result;
  /** What it costs Elasticsearch (`cost.ts`). A query that costs more than 1 is sent alone, so that no other waits for its response. */
  readonly cost: number;
}

/** The result of an aggregation by `terms`. */
export interface TermsAggregationResult<Key = string> {
  readonly buckets: readonly { readonly key: Key; readonly doc_count: number }[];
}

/** The results of the aggregations of a query; an empty object if it has none. */
export function aggregationsOf<Aggregations>({ aggregations }: PlaceResponse<Aggregations>): Aggregations {
  return aggregations ?? ({} as Aggregations);
}

/** How many places a query found, if it counts them. */
export function totalOf({ hits: { total } }: Pick<PlaceResponse, 'hits'>): number {
  return typeof total === 'number' ? total : (total?.value ?? 0);
}
