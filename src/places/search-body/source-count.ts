import { type Aggregation, type QueryClause } from './clauses.js';
import { AS_WRITTEN } from './facets.js';

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
