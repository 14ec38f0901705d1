import { type QueryClause, type SortClause } from './clauses.js';
import { compileFilter } from './compile.js';
import { circleFilter, rectangleFilter } from './location-filter.js';
import { risen, wordsQuery } from './relevance.js';
import { type SearchRequest } from './search-request.js';
import { sortClauses } from './sort-clause.js';
import { type Term } from './term.js';

/** The body of an Elasticsearch search; the time limit is the caller's. */
export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  track_total_hits: true;
}

/** The Elasticsearch search that answers a request: a pure function, and the only one that makes a body. */
export function searchBody(request: SearchRequest): SearchBody {
  return {
    query: searchQuery(request),
    sort: sortClauses(request.sort, request.centre),
    from: request.start,
    size: request.rows,
    track_total_hits: true,
  };
}

/** The query alone. What does not score stands in filter context, and nothing scores that is not sorted by its score. */
export function searchQuery(request: SearchRequest): QueryClause {
  const filter = limits(request);
  if (!isSortedByRelevance(request)) return { bool: { filter: [...termClauses(request.term), ...filter] } };
  const words = request.term?.type === 'words' ? wordsQuery(request.term.text) : undefined;
  const query: QueryClause = words
    ? { bool: { must: [words], filter } }
    : { bool: { must: [{ match_all: {} }], filter: [...termClauses(request.term), ...filter] } };
  return risen(query, request.centre);
}

function isSortedByRelevance({ sort }: SearchRequest): boolean {
  return sort.length === 0 || sort.some(({ field }) => field.kind === 'relevance');
}

function termClauses(term: Term | undefined): QueryClause[] {
  if (!term) return [];
  return [term.type === 'words' ? wordsQuery(term.text) : compileFilter(term.filter)];
}

function limits({ filters, centre, radius, rectangle }: SearchRequest): QueryClause[] {
  const clauses = filters.map(compileFilter);
  if (centre && radius !== undefined) clauses.push(circleFilter(centre, radius));
  if (rectangle) clauses.push(rectangleFilter(rectangle));
  return clauses;
}
