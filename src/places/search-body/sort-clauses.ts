import { type GeoPoint } from '../query/location.js';
import { type SortKey } from '../query/sort.js';
import { type SortClause } from './clauses.js';
import { toLatLon } from './location-filter.js';

/** The sort order for Elasticsearch. The id is always the last key, so that the order is total. Missing values are last. */
export function sortClauses(keys: readonly SortKey[], centre: GeoPoint | undefined): SortClause[] {
  const clauses = keys.length === 0 ? [byRelevance] : keys.flatMap((key) => sortClause(key, centre));
  return keys.some(({ field }) => field.name === 'id') ? clauses : [...clauses, { id: { order: 'asc' } }];
}

const byRelevance: SortClause = { _score: { order: 'desc' } };

function sortClause({ field, order }: SortKey, centre: GeoPoint | undefined): SortClause[] {
  switch (field.kind) {
    case 'relevance':
      return [{ _score: { order } }];
    case 'distance':
      // parseSort rejects this key without a centre.
      return centre ? [{ _geo_distance: { geo: toLatLon(centre), order, unit: 'm', distance_type: 'arc' } }] : [];
    case 'text':
    case 'exact':
    case 'id':
    case 'number':
    case 'presence':
    case 'parent':
      return field.sortField === undefined ? [] : [{ [field.sortField]: { order, missing: '_last' } }];
  }
}
