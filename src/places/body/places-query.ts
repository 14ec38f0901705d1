import { type PlaceRecord } from '../place.js';
import { type LocalTime } from '../query/open.js';
import { type SearchRequest } from '../query/search-request.js';
import { HOURS_QUERIES } from './hours.js';
import {
  aggregationsOf,
  type PlaceResponse,
  type ElasticsearchQuery,
  type TermsAggregationResult,
  totalOf,
} from './elasticsearch-query.js';
import { SEARCH_FIELDS } from './clauses.js';
import { facetAggregations, matchingClauses, queryAndSort } from './search-body.js';
import { type TypingErrors } from './words-query.js';

/** The position of a place in the order of a search, for `search_after`. */
export type SortValues = (string | number | boolean | null)[];

/** The range of hits to read: one page of a result. */
export interface HitRange {
  /** How many places come before it. */
  readonly from: number;
  readonly size: number;
  /** The sort values of the last place before it; absent, it begins at `from`. */
  readonly after?: SortValues | undefined;
}

export interface PlaceHit {
  record: PlaceRecord;
  sort: SortValues;
  /** Present if the search asks for it and the hours of the place are known. */
  isOpen?: boolean;
  /** Present if the search asks for `SEARCH_FIELDS.narrowestKind` and the place has a kind. */
  kind?: string;
}

/** One page of a search. */
export interface SearchHits {
  /** The total number of places found. */
  found: number;
  places: PlaceHit[];
  /** The counted values of each facet, by the name of its aggregation. */
  facetCounts: Readonly<Record<string, TermsAggregationResult>>;
  /** The point in time that was searched, if one was. */
  pointInTime: string | undefined;
}

/** A request with its cost. A search by words has one for each of its stages. */
export interface CostedSearch {
  readonly request: SearchRequest;
  /** Typing errors that each word may have. */
  readonly typingErrors: TypingErrors;
  readonly cost: number;
}

/** Reads a page of a search. */
export function placesQuery(
  { request, typingErrors, cost }: CostedSearch,
  page: HitRange,
): ElasticsearchQuery<SearchHits> {
  const aggs = request.facets && facetAggregations(request.facets);
  const position = page.after ? { search_after: page.after } : { from: page.from };
  const search = queryAndSort(request, typingErrors);
  const body = { ...search, size: page.size, track_total_hits: true, ...(aggs && { aggs }), ...position };
  return { body, read: readHits, cost };
}

/** Whether a search finds any place. */
export function anyPlaceQuery({ request, typingErrors, cost }: CostedSearch): ElasticsearchQuery<boolean> {
  const query = { bool: { filter: matchingClauses(request, typingErrors) } };
  const body = { query, size: 0, track_total_hits: 1, terminate_after: 1 };
  return { body, read: (response) => totalOf(response) > 0, cost };
}

/** Counts the places with unknown opening hours that match all other conditions of a search. It costs no more than the search. */
export function unknownHoursQuery(
  { request, typingErrors, cost }: CostedSearch,
  at: readonly LocalTime[],
): ElasticsearchQuery<number> {
  const { openShownAt: _openShownAt, ...rest } = request;
  const search = queryAndSort({ ...rest, openFilter: { state: 'unknown', at }, sort: [] }, typingErrors);
  const body = { ...search, from: 0, size: 0, track_total_hits: true };
  return { body, read: (response) => readHits(response).found, cost };
}

export function readHits(response: PlaceResponse<SearchHits['facetCounts']>): SearchHits {
  const places = response.hits.hits.flatMap(({ _source: document, sort, matched_queries, fields }) => {
    if (!document) return [];
    const isOpen = toIsOpen(Array.isArray(matched_queries) ? matched_queries : []);
    // `original` is the record as stored in PostgreSQL, if it is not in NFC.
    const [kind] = (fields?.[SEARCH_FIELDS.narrowestKind] ?? []) as readonly string[];
    return [
      {
        record: document.original ?? document,
        sort: toSortValues(sort),
        ...(isOpen !== undefined && { isOpen }),
        ...(kind !== undefined && { kind }),
      },
    ];
  });
  return {
    found: totalOf(response),
    places,
    facetCounts: aggregationsOf(response),
    pointInTime: response.pit_id,
  };
}

/** @param queries the names of the queries (`_name`) that a place matches @returns undefined if its hours are unknown */
function toIsOpen(queries: readonly string[]): boolean | undefined {
  if (queries.includes(HOURS_QUERIES.open)) return true;
  return queries.includes(HOURS_QUERIES.known) ? false : undefined;
}

/** A missing `long` sorts as the greatest or least 64-bit integer, which a JavaScript number cannot hold exactly. */
function toSortValues(sort: readonly unknown[] = []): SortValues {
  return sort.map((value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'number' || Math.abs(value) < 2 ** 63)
      return (value ?? null) as string | number | boolean | null;
    return value > 0 ? '9223372036854775807' : '-9223372036854775808';
  });
}
