import { type EqualsFilter } from '../../query/filter-types.js';
import { type QueryClause } from '../clauses.js';
import { anyField } from './any-field.js';

/** `field:value` of an exact field, an id or a number. */
export function compileEquals({ field, value }: EqualsFilter): QueryClause {
  return anyField(field.searched, (name) => ({ term: { [name]: { value } } }));
}
