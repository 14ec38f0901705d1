import { type GeoPoint } from '../query/location.js';
import { type QueryClause, type ScoreFunction } from './clauses.js';
import { toLatLon } from './location-filter.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Metres from the centre at which a place has half the points for nearness. */
const NEARNESS_SCALE = 5000;

/**
 * Adds some points for visits, rating and nearness to the score of a query. One matching word of the name is worth several
 * points. Points are added, not multiplied, so that a place whose whole name is the text stays first.
 */
export function boostByPopularityAndNearness(query: QueryClause, centre: GeoPoint | undefined): QueryClause {
  const functions: ScoreFunction[] = [
    { field_value_factor: { field: 'statistics.pageviews', modifier: 'log1p', missing: 0 }, weight: 0.1 },
    { field_value_factor: { field: 'statistics.rating', missing: 0 }, weight: 0.1 },
  ];
  if (centre) {
    functions.push({
      gauss: { [SEARCH_FIELDS.point]: { origin: toLatLon(centre), scale: `${NEARNESS_SCALE}m` } },
      weight: 1,
    });
  }
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'sum' } };
}
