import { type Aggregation, type QueryClause } from './clauses.js';
import { limits } from './search-body.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { type SuggestRequest } from './suggest-body.js';

/** The body of an Elasticsearch search that finds no places and counts those of categories. */
export interface CategoryCountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { categories: Aggregation };
}

/** More categories and subcategories than any directory has. */
const ALL = 10_000;

/** Counts the places of every category: a pure function. */
export function allCategories(): CategoryCountBody {
  const categories = { terms: { field: SEARCH_FIELDS.categoryKeys, size: ALL } };
  return { query: { match_all: {} }, size: 0, track_total_hits: false, aggs: { categories } };
}

/** Counts the places of some categories within the filters and the location of a request. */
export function categoriesWithin(request: SuggestRequest, keys: readonly string[]): CategoryCountBody {
  const categories = { terms: { field: SEARCH_FIELDS.categoryKeys, size: keys.length, include: [...keys] } };
  return { query: { bool: { filter: limits(request) } }, size: 0, track_total_hits: false, aggs: { categories } };
}
