import { type GeoPoint } from '../query/geo-point.js';
import { type SortKey } from '../query/sort.js';
import { type SortClause } from './clauses.js';
import { toLatLon } from './location-filter.js';
import { SEARCH_FIELDS } from './search-fields.js';

interface SortContext {
  readonly centre: GeoPoint | undefined;
  /** Whether the search computes scores. Without, relevance is the popularity. */
  readonly isScored: boolean;
}

/** The sort order for Elasticsearch. The id is always the last key, so that the order is total. Missing values are last. */
export function sortClauses(keys: readonly SortKey[], context: SortContext): SortClause[] {
  const clauses = keys.length === 0 ? [byRelevance('desc', context)] : keys.flatMap((key) => sortClause(key, context));
  return keys.some(({ field }) => field.name === 'id') ? clauses : [...clauses, { id: { order: 'asc' } }];
}

function byRelevance(order: SortKey['order'], { isScored }: SortContext): SortClause {
  // An index of an earlier version has no rank until `reindex`.
  return isScored ? { _score: { order } } : { [SEARCH_FIELDS.rank]: { order, unmapped_type: 'float' } };
}

function sortClause({ field, order }: SortKey, context: SortContext): SortClause[] {
  const { centre } = context;
  switch (field.kind) {
    case 'relevance':
      return [byRelevance(order, context)];
    case 'distance':
      // parseSort rejects this key without a centre.
      return centre ? [{ _geo_distance: { geo: toLatLon(centre), order, unit: 'm', distance_type: 'arc' } }] : [];
    case 'text':
    case 'exact':
    case 'id':
    case 'number':
    case 'presence':
    case 'parent':
    case 'open':
      return field.sortField === undefined ? [] : [{ [field.sortField]: { order, missing: '_last' } }];
  }
}
