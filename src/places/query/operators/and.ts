import { type QueryClause } from '../clauses.js';
import { type AndFilter } from '../filter.js';
import { type CompileFilter } from './operator.js';

/** `a AND b` */
export function compileAnd({ filters }: AndFilter, compile: CompileFilter): QueryClause {
  return { bool: { filter: filters.map(compile) } };
}
