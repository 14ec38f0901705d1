import { type SearchRequest } from '../query/search-request.js';
import { type WordVariants } from '../query/search-term.js';
import { type QueryClause, type SortClause } from './clauses.js';
import { areaFilters } from './area-query.js';
import { filterClauses } from './search-body.js';
import { eachWordQuery } from './search-text-query.js';

/** The body of an Elasticsearch search that counts the places of each word. The caller adds the timeout. */
export interface WordCountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { words: { filters: { filters: QueryClause[] } } };
}

/** The body of an Elasticsearch search for the place that has the most words. The caller adds the timeout. */
export interface PartialMatchBody {
  query: QueryClause;
  sort: SortClause[];
  size: 1;
  track_total_hits: false;
  _source: false;
}

/** A place has a word as typed (both clauses match), or a variant of it, corrected or unfinished (one clause matches). */
const WEIGHTS = { similar: 0.5, asTyped: 0.5 } as const;

/** Counts the places of each word as typed. */
export function wordCountBody(request: SearchRequest, words: readonly string[]): WordCountBody {
  return {
    query: { bool: { filter: conditions(request) } },
    size: 0,
    track_total_hits: false,
    aggs: { words: { filters: { filters: eachWordQuery(words, 0) } } },
  };
}

/**
 * Finds the place that has the most words, and among those the rarest. Each word that it has is a named query, by its position.
 *
 * @param counts how many places have each word
 */
export function partialMatchBody(
  request: SearchRequest,
  words: readonly string[],
  counts: readonly number[],
  variants: WordVariants,
): PartialMatchBody {
  const similar = eachWordQuery(words, 1, variants);
  const should = eachWordQuery(words, 0).flatMap((asTyped, index) => [
    named(`${index}`, asTyped, WEIGHTS.asTyped + rarity(counts[index] ?? 0) / (words.length + 1)),
    named(`${index}`, similar[index] ?? asTyped, WEIGHTS.similar),
  ]);
  return {
    query: { bool: { filter: conditions(request), should, minimum_should_match: 1 } },
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    size: 1,
    track_total_hits: false,
    _source: false,
  };
}

/** From 1 for the rarest word down to 0, so that the number of words counts more than how rare all of them are. */
function rarity(count: number): number {
  return 1 / (1 + Math.log2(1 + count));
}

function named(name: string, filter: QueryClause, boost: number): QueryClause {
  return { constant_score: { filter, boost, _name: name } };
}

/** All that the words that remain do not change. */
function conditions(request: SearchRequest): QueryClause[] {
  return [...filterClauses(request), ...areaFilters(request.where)];
}
