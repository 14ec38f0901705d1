import { type Filter, type OrFilter } from '../../query/filter-types.js';
import { type QueryClause } from '../clauses.js';

/** `a OR b`, and a list of values. */
export function compileOr({ filters }: OrFilter, compile: (operand: Filter) => QueryClause): QueryClause {
  return { bool: { should: filters.map(compile), minimum_should_match: 1 } };
}
