import { type Aggregation, type QueryClause, type SortClause } from './clauses.js';
import { compileFilter } from './compile-filter.js';
import { facetAggregations } from './facets.js';
import { circleFilter, rectangleFilter } from './location-filter.js';
import { risen, wordsQuery } from './relevance.js';
import { type SearchRequest } from '../query/search-request.js';
import { sortClauses } from './sort-clauses.js';

/** The body of an Elasticsearch search; the time limit is the caller's. */
export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  track_total_hits: true;
  aggs?: Record<string, Aggregation>;
}

/** The Elasticsearch search that answers a request: a pure function, and the only one that makes a body. */
export function searchBody(request: SearchRequest): SearchBody {
  return {
    query: searchQuery(request),
    sort: sortClauses(request.sort, request.centre),
    from: request.start,
    size: request.rows,
    track_total_hits: true,
    ...(request.facets && { aggs: facetAggregations(request.facets) }),
  };
}

/**
 * The query alone. What only limits stands in filter context; nothing is scored unless the score is a sort key.
 */
function searchQuery(request: SearchRequest): QueryClause {
  const { term, centre } = request;
  const filter = limits(request);
  if (!isSortedByRelevance(request)) {
    return { bool: { filter: term?.type === 'words' ? [wordsQuery(term.text), ...filter] : filter } };
  }
  const scored: QueryClause = term?.type === 'words' ? wordsQuery(term.text) : { match_all: {} };
  return risen({ bool: { must: [scored], filter } }, centre);
}

/** Whether places come by how well they have the words of `q`, which depends on what else is in the index. */
export function scoresWords(request: SearchRequest): boolean {
  return request.term?.type === 'words' && isSortedByRelevance(request);
}

function isSortedByRelevance({ sort }: SearchRequest): boolean {
  return sort.length === 0 || sort.some(({ field }) => field.kind === 'relevance');
}

type Limits = Pick<SearchRequest, 'term' | 'filters' | 'centre' | 'radius' | 'rectangle'>;

/** All that a place has to satisfy but the words of `q`. */
export function limits({ term, filters, centre, radius, rectangle }: Limits): QueryClause[] {
  const all = term?.type === 'filter' ? [term.filter, ...filters] : filters;
  const clauses = all.map(compileFilter);
  if (centre && radius !== undefined) clauses.push(circleFilter(centre, radius));
  if (rectangle) clauses.push(rectangleFilter(rectangle));
  return clauses;
}
