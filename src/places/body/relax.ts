import { type SearchRequest } from '../query/search-request.js';
import { type WordVariants } from '../words/synonyms.js';
import { oneOf, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { aggregationsOf, type PlaceResponse, type ElasticsearchQuery } from './elasticsearch-query.js';
import { exactNameQuery } from './exact-names.js';
import { ofKinds, roleFilters } from './role-filters.js';
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
function countQuery(filter: QueryClause[], counted: QueryClause[], cost: number): ElasticsearchQuery<number[]> {
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

/** As typed, `resturants` finds `Resturant`, too. */
const INFLECTIONS: WordVariants = { inflections: true, synonyms: [] };

/** How many places have a word, and the word for a kind that it may mean. */
export interface SpellingCounts {
  readonly typed: number;
  readonly meant: number;
  /** Of those with the word as typed, the ones of other kinds. */
  readonly ofOtherKinds: number;
  /** Places of which it is the whole name, a whole further name, or the brand. */
  readonly named: number;
}

/** Counts the places that show whether a word is a name or a misspelt word for a kind. @param kinds their ids */
export function spellingCountsQuery(
  typed: string,
  meant: string,
  kinds: readonly string[],
): ElasticsearchQuery<SpellingCounts> {
  const has = (word: string): QueryClause => ({ bool: { filter: eachWordQuery([word], 0, INFLECTIONS) } });
  const ofKind = [SEARCH_FIELDS.sureKinds, SEARCH_FIELDS.likelyKinds].map((field) => ofKinds(field, kinds));
  const ofOtherKinds = { bool: { filter: [has(typed)], must_not: ofKind } };
  const named = { bool: oneOf([exactNameQuery(typed), exactNameQuery(typed, 'other names')]) };
  const { read, ...query } = countQuery([], [has(typed), has(meant), ofOtherKinds, named], 4);
  return {
    ...query,
    read: (response) => {
      const counts = read(response);
      return { typed: counts[0] ?? 0, meant: counts[1] ?? 0, ofOtherKinds: counts[2] ?? 0, named: counts[3] ?? 0 };
    },
  };
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
  return [...filterClauses(request), ...roleFilters(request)];
}
