import { type SearchRequest } from '../query/search-request.js';
import { type Aggregation, type QueryClause, type SortClause } from './clauses.js';
import { compileFilter } from './compile-filter.js';
import { facetAggregations } from './facets.js';
import { circleFilter, rectangleFilter } from './location-filter.js';
import { boostByPopularityAndNearness } from './popularity-boost.js';
import { sortClauses } from './sort-clauses.js';
import { searchTextQuery } from './search-text-query.js';

/** The body of an Elasticsearch search. The caller adds the timeout. */
export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  track_total_hits: true;
  aggs?: Record<string, Aggregation>;
}

/** The Elasticsearch search of a checked request: a pure function. */
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

/** Without relevance in the sort order everything is in filter context, which computes no scores. */
function searchQuery(request: SearchRequest): QueryClause {
  const { term, centre } = request;
  const filter = filterClauses(request);
  if (!isSortedByRelevance(request)) {
    return { bool: { filter: term?.type === 'words' ? [searchTextQuery(term.text), ...filter] : filter } };
  }
  const scored: QueryClause = term?.type === 'words' ? searchTextQuery(term.text) : { match_all: {} };
  return boostByPopularityAndNearness({ bool: { must: [scored], filter } }, centre);
}

/** Whether the order depends on how well the words of `q` match, and so on the other documents of the index. */
export function scoresWords(request: SearchRequest): boolean {
  return request.term?.type === 'words' && isSortedByRelevance(request);
}

function isSortedByRelevance({ sort }: SearchRequest): boolean {
  return sort.length === 0 || sort.some(({ field }) => field.kind === 'relevance');
}

type FilteredRequest = Pick<SearchRequest, 'term' | 'filters' | 'centre' | 'radius' | 'rectangle'>;

/** All conditions of a request except the words of `q`. */
export function filterClauses({ term, filters, centre, radius, rectangle }: FilteredRequest): QueryClause[] {
  const all = term?.type === 'filter' ? [term.filter, ...filters] : filters;
  const clauses = all.map(compileFilter);
  if (centre && radius !== undefined) clauses.push(circleFilter(centre, radius));
  if (rectangle) clauses.push(rectangleFilter(rectangle));
  return clauses;
}
