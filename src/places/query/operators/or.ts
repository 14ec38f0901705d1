import { type QueryClause } from '../../search-body/clauses.js';
import { type OrFilter } from '../filter.js';
import { type CompileFilter } from './operator.js';

/** `a OR b`, and a list of values */
export function compileOr({ filters }: OrFilter, compile: CompileFilter): QueryClause {
  return { bool: { should: filters.map(compile), minimum_should_match: 1 } };
}
