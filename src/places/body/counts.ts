import { type Aggregation, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { fold } from '../query/fold.js';
import { type Area } from '../query/where.js';
import { inArea, filterClauses, AS_WRITTEN } from './search-body.js';
import { type WordCountBody } from './relax.js';
import { type SuggestRequest } from './suggestions.js';

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

/** The body of an Elasticsearch search that returns no places and counts those of each source. */
export interface SourceCountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { sources: Aggregation };
}

/** More than the number of sources of any directory. */
const MAX_SOURCES = 10_000;

export function sourceCounts(): SourceCountBody {
  const sources = { terms: { field: `source.name.${AS_WRITTEN}`, size: MAX_SOURCES } };
  return { query: { match_all: {} }, size: 0, track_total_hits: false, aggs: { sources } };
}

/** Counts the places of each time zone. */
export interface TimeZoneCountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { timeZones: Aggregation };
}

/** More than there are time zones. */
const MAX_TIME_ZONES = 1000;

export function timeZoneCountBody(): TimeZoneCountBody {
  return {
    query: { match_all: {} },
    size: 0,
    track_total_hits: false,
    aggs: { timeZones: { terms: { field: SEARCH_FIELDS.timeZone, size: MAX_TIME_ZONES } } },
  };
}
