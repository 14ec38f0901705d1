import { type Aggregation, type QueryClause } from './clauses.js';
import { fold } from '../query/text/fold.js';
import { type Area } from '../query/where/area.js';
import { inArea } from './area-query.js';
import { type WordCountBody } from './partial-match.js';
import { filterClauses } from './search-body.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { type SuggestRequest } from './suggest-body.js';

/** The body of an Elasticsearch search that returns no places and counts those of categories. */
export interface CategoryCountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { categories: Aggregation };
}

/** More than the number of categories and subcategories of any directory. */
const MAX_CATEGORIES = 10_000;

/** Counts the places of every category. */
export function allCategories(): CategoryCountBody {
  const categories = { terms: { field: SEARCH_FIELDS.categoryKeys, size: MAX_CATEGORIES } };
  return { query: { match_all: {} }, size: 0, track_total_hits: false, aggs: { categories } };
}

/** Counts the places of some categories within the filters and the location of a request. */
export function categoriesWithin(request: SuggestRequest, keys: readonly string[]): CategoryCountBody {
  const categories = { terms: { field: SEARCH_FIELDS.categoryKeys, size: keys.length, include: [...keys] } };
  return {
    query: { bool: { filter: filterClauses(request) } },
    size: 0,
    track_total_hits: false,
    aggs: { categories },
  };
}

/** The body of an Elasticsearch search that returns no places and counts those of names of cities and districts. */
export interface AreaNamesBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { city?: Aggregation; district?: Aggregation };
}

/** Counts the places of the names of areas within the conditions of a request, whatever their state and country. */
export function areaNamesWithin(request: SuggestRequest, areas: readonly Area[]): AreaNamesBody {
  const counts = (part: 'city' | 'district'): AreaNamesBody['aggs'] => {
    const names = areas.flatMap(({ address: { [part]: name } }) => (name === undefined ? [] : [fold(name)]));
    const include = [...new Set(names)];
    // An empty list would include all.
    return include.length > 0 ? { [part]: { terms: { field: `address.${part}`, size: include.length, include } } } : {};
  };
  return {
    query: { bool: { filter: filterClauses(request) } },
    size: 0,
    track_total_hits: false,
    aggs: { ...counts('city'), ...counts('district') },
  };
}

/** Counts the places of each area within the filters and the location of a request. */
export function areasWithin(request: SuggestRequest, areas: readonly Area[]): WordCountBody {
  return {
    query: { bool: { filter: filterClauses(request) } },
    size: 0,
    track_total_hits: false,
    aggs: { words: { filters: { filters: areas.map(inArea) } } },
  };
}
