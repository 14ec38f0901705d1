import { type QueryClause } from '../../search-body/clauses.js';
import { type NotFilter } from '../filter.js';
import { type CompileFilter } from './operator.js';

/** `NOT a`, `-a` */
export function compileNot({ filter }: NotFilter, compile: CompileFilter): QueryClause {
  return { bool: { must_not: [compile(filter)] } };
}
