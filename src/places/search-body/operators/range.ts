import { type RangeFilter } from '../../query/filter-types.js';
import { type NumberRange, type QueryClause } from '../clauses.js';
import { anyField } from './any-field.js';

/** `field:[lower TO upper]` of a number. */
export function compileRange({ field, lower, upper }: RangeFilter): QueryClause {
  const range: NumberRange = {};
  if (lower) range[lower.inclusive ? 'gte' : 'gt'] = lower.value;
  if (upper) range[upper.inclusive ? 'lte' : 'lt'] = upper.value;
  return anyField(field.searched, (name) => ({ range: { [name]: range } }));
}
