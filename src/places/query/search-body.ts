import { type QueryClause, type SortClause } from './clauses.js';
import { type SearchRequest } from './search-request.js';

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
    sort: [{ id: { order: 'asc' } }],
    from: request.start,
    size: request.rows,
    track_total_hits: true,
  };
}

/** The query alone, for counts and facets over the same places. */
export function searchQuery(
  request: Pick<SearchRequest, 'term' | 'filters' | 'centre' | 'radius' | 'rectangle'>,
): QueryClause {
  return { bool: { filter: request.filters.map(() => ({ match_all: {} })) } };
}
