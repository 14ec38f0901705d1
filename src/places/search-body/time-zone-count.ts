import { type Aggregation, type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Counts the places of each time zone. */
export interface TimeZoneCountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { timeZones: Aggregation };
}

/** More than there are time zones. */
const ALL = 1000;

export function timeZoneCountBody(): TimeZoneCountBody {
  return {
    query: { match_all: {} },
    size: 0,
    track_total_hits: false,
    aggs: { timeZones: { terms: { field: SEARCH_FIELDS.timeZone, size: ALL } } },
  };
}
