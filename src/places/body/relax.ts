import { type SearchRequest } from '../query/search-request.js';
import { type WordVariants } from '../query/synonyms.js';
import { type QueryClause } from './clauses.js';
import { aggregationsOf, type PlaceResponse, type ElasticsearchQuery, totalOf } from './elasticsearch-query.js';
import { roleFilters } from './role-filters.js';
import { filterClauses } from './search-body.js';
import { eachWordQuery } from './words-query.js';

/** Points for each word. A place with the word as typed matches both clauses; a place with a variant or a typing error only `similar`. */
const WEIGHTS = { similar: 0.5, asTyped: 0.5 } as const;

/** A search that may leave out some of its words. */
export interface Relaxation {
  /** The search with the words as typed. */
  readonly request: SearchRequest;
  /** The words that may be left out. */
  readonly words: readonly string[];
  readonly variants: WordVariants;
  readonly cost: number;
}

/** Counts the places of each word as typed. */
export function wordCountsQuery({ request, words, cost }: Relaxation): ElasticsearchQuery<number[]> {
  return countQuery(conditions(request), eachWordQuery(words, 0), cost);
}

/** Counts for each of the `counted` clauses the places that match it. Only places that match all of `filter` count. */
export function countQuery(filter: QueryClause[], counted: QueryClause[], cost: number): ElasticsearchQuery<number[]> {
  const body = {
    query: { bool: { filter } },
    size: 0,
    track_total_hits: false,
    aggs: { counts: { filters: { filters: counted } } },
  };
  const read = (response: PlaceResponse<{ counts: { buckets: { doc_count: number }[] } }>): number[] =>
    aggregationsOf(response).counts.buckets.map(({ doc_count }) => doc_count);
  return { body, read, cost };
}

/** Whether any place has a word as typed. It stops at the first one. */
export function hasWordQuery(word: string): ElasticsearchQuery<boolean> {
  const query = { bool: { filter: eachWordQuery([word], 0) } };
  const body = { query, size: 0, track_total_hits: true, terminate_after: 1 };
  return { body, read: (response) => totalOf(response) > 0, cost: 1 };
}

/**
 * Finds the place that has the most words; among equals, the one with the rarest. The result is the positions of the words that this
 * place has. It is empty if no place has any of them.
 *
 * @param counts how many places have each word
 */
export function bestPlaceQuery(
  { request, words, variants, cost }: Relaxation,
  counts: readonly number[],
): ElasticsearchQuery<number[]> {
  const similar = eachWordQuery(words, 1, variants);
  // Each word is a named query, by its position.
  const should = eachWordQuery(words, 0).flatMap((asTyped, index) => [
    named(`${index}`, asTyped, WEIGHTS.asTyped + rarity(counts[index] ?? 0) / (words.length + 1)),
    named(`${index}`, similar[index] ?? asTyped, WEIGHTS.similar),
  ]);
  const body = {
    query: { bool: { filter: conditions(request), should, minimum_should_match: 1 } },
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    size: 1,
    track_total_hits: false,
    _source: false,
  } as const;
  const read = ({ hits: { hits } }: PlaceResponse): number[] => {
    const names = Array.isArray(hits[0]?.matched_queries) ? hits[0].matched_queries : [];
    return [...new Set(names.map(Number))];
  };
  return { body, read, cost };
}

/** From 1 for a word that no place has, down to 0. Divided by the number of words, all rarities together count less than one word. */
function rarity(count: number): number {
  return 1 / (1 + Math.log2(1 + count));
}

function named(name: string, filter: QueryClause, boost: number): QueryClause {
  return { constant_score: { filter, boost, _name: name } };
}

/** The conditions that stay, whichever words are left out. */
function conditions(request: SearchRequest): QueryClause[] {
  return [...filterClauses(request), ...roleFilters({ ...request, acceptsWordsOfKind: true })];
}
