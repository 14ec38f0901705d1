import { type SearchLocation } from '../query/location.js';
import { type SearchRequest } from '../query/search-request.js';
import { type WordsTerm } from '../query/search-term.js';
import { type Aggregation, type QueryClause, type SortClause } from './clauses.js';
import { withArea } from './area-query.js';
import { compileFilter } from './compile-filter.js';
import { facetAggregations } from './facets.js';
import { openClause, showOpenClauses, unknownHoursClause } from './hours-clauses.js';
import { circleFilter, lineFilter, polygonFilter, rectangleFilter } from './location-filter.js';
import { boostByPopularityAndNearness } from './popularity-boost.js';
import { type SearchTextQuery, searchTextQuery } from './search-text-query.js';
import { type TypingErrors } from './single-word-query.js';
import { sortClauses } from './sort-clauses.js';

/** The body of an Elasticsearch search. The caller adds the timeout. */
export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  track_total_hits: true;
  aggs?: Record<string, Aggregation>;
}

/**
 * The Elasticsearch search of a checked request: a pure function.
 *
 * @param typingErrors that each word of `q` may have
 */
export function searchBody(request: SearchRequest, typingErrors: TypingErrors = 0): SearchBody {
  return {
    query: searchQuery(request, typingErrors),
    sort: sortClauses(request.sort, { centre: request.centre, isScored: isScored(request) }),
    from: request.start,
    size: request.rows,
    track_total_hits: true,
    ...(request.facets && { aggs: facetAggregations(request.facets) }),
  };
}

function searchQuery(request: SearchRequest, typingErrors: TypingErrors): QueryClause {
  const query = placesQuery(request, typingErrors);
  return request.showOpenAt ? { bool: { must: [query], should: showOpenClauses(request.showOpenAt) } } : query;
}

/** Only a search that sorts by the score computes one: everything else is in filter context. */
function placesQuery(request: SearchRequest, typingErrors: TypingErrors): QueryClause {
  if (!isScored(request)) return { bool: { filter: matchingClauses(request, typingErrors) } };
  return boostByPopularityAndNearness(
    { bool: { ...textQuery(request, typingErrors), filter: filterClauses(request) } },
    request.centre,
  );
}

/** The conditions of a request, for a query without a score. */
export function matchingClauses(request: SearchRequest, typingErrors: TypingErrors): QueryClause[] {
  return [...(textQuery(request, typingErrors)?.must ?? []), ...filterClauses(request)];
}

/** What the words of `q` ask for. */
function textQuery(request: SearchRequest, typingErrors: TypingErrors): SearchTextQuery | undefined {
  const words = request.term?.type === 'words' ? searchTextQuery(request.term, typingErrors) : undefined;
  return withArea(request, words, typingErrors);
}

/** Whether the order depends on how well the words of `q` match, and so on the other documents of the index. */
export function scoresWords(request: SearchRequest): request is SearchRequest & { term: WordsTerm } {
  return request.term?.type === 'words' && isSortedByRelevance(request);
}

/** Without words and without a centre, relevance is popularity, which the index has as a number. */
function isScored(request: SearchRequest): boolean {
  return scoresWords(request) || (request.centre !== undefined && isSortedByRelevance(request));
}

function isSortedByRelevance({ sort }: SearchRequest): boolean {
  return sort.length === 0 || sort.some(({ field }) => field.kind === 'relevance');
}

type FilteredRequest = Pick<SearchRequest, 'term' | 'filters' | 'hours' | keyof SearchLocation>;

/** All conditions of a request except the words of `q`. */
export function filterClauses({ term, filters, hours, ...location }: FilteredRequest): QueryClause[] {
  const { centre, radius, rectangle, polygon, line } = location;
  const all = term?.type === 'filter' ? [term.filter, ...filters] : filters;
  const clauses = all.map(compileFilter);
  if (centre && radius !== undefined) clauses.push(circleFilter(centre, radius));
  if (rectangle) clauses.push(rectangleFilter(rectangle));
  if (polygon) clauses.push(polygonFilter(polygon));
  if (line) clauses.push(lineFilter(line));
  if (hours) clauses.push(hours.state === 'open' ? openClause(hours.at) : unknownHoursClause(hours.at));
  return clauses;
}
