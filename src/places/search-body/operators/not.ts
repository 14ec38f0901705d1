import { type Filter, type NotFilter } from '../../query/filter-types.js';
import { type QueryClause } from '../clauses.js';

/** `NOT a`, `-a`. */
export function compileNot({ filter }: NotFilter, compile: (operand: Filter) => QueryClause): QueryClause {
  return { bool: { must_not: [compile(filter)] } };
}
