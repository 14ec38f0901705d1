import { type GeoPoint } from '../query/geo-point.js';
import { type QueryClause, type ScoreFunction } from './clauses.js';
import { toLatLon } from './location-filter.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Metres from the centre at which a place has half the points for nearness. */
const NEARNESS_SCALE = 5000;

/**
 * Adds at most some points for popularity and nearness to the score of a query. One matching word of the name is worth several
 * points. Points are added, not multiplied, so that a place whose whole name is the text stays first.
 */
export function boostByPopularityAndNearness(query: QueryClause, centre: GeoPoint | undefined): QueryClause {
  const functions: ScoreFunction[] = [{ field_value_factor: { field: SEARCH_FIELDS.rank, missing: 0 } }];
  if (centre) {
    functions.push({ gauss: { [SEARCH_FIELDS.point]: { origin: toLatLon(centre), scale: `${NEARNESS_SCALE}m` } } });
  }
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'sum' } };
}
