import { type PresenceFilter } from '../../query/filter-types.js';
import { type QueryClause } from '../clauses.js';

/** `field:[* TO *]`. */
export function compilePresence({ field }: PresenceFilter): QueryClause {
  return field.present === undefined ? { match_all: {} } : { exists: { field: field.present } };
}
