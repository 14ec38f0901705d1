import { contains } from './hours-clauses.js';
import { type SearchBody } from './search-body.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Places whose hours are known, but not until this minute. */
export function expiringHoursBody(until: number, { from, size }: Pick<SearchBody, 'from' | 'size'>): SearchBody {
  const filter = [{ exists: { field: SEARCH_FIELDS.openKnown } }];
  const query = { bool: { filter, must_not: [contains(SEARCH_FIELDS.openKnown, until)] } };
  return { query, sort: [{ id: { order: 'asc' } }], from, size, track_total_hits: true };
}
