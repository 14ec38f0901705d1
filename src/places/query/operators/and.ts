import { type BoolQuery, type QueryClause } from '../../search-body/clauses.js';
import { type AndFilter } from '../filter.js';
import { type CompileFilter } from './operator.js';

/**
 * `a AND b`. Elasticsearch refuses what nests more than 30 queries deep, so an operand that is a bool query itself becomes
 * part of the one that joins them. That has room for one choice: of several, the deepest.
 */
export function compileAnd({ filters }: AndFilter, compile: CompileFilter): QueryClause {
  const parts = filters.map((filter) => toBool(compile(filter)));
  const choices = parts.flatMap(({ should }) => (should ? [should] : []));
  const [deepest, ...others] = choices.sort((one, other) => depthOf(other) - depthOf(one));
  const filter = [...parts.flatMap((part) => part.filter ?? []), ...others.map((should) => ({ bool: either(should) }))];
  const must_not = parts.flatMap((part) => part.must_not ?? []);
  return {
    bool: {
      ...(filter.length > 0 && { filter }),
      ...(deepest && either(deepest)),
      ...(must_not.length > 0 && { must_not }),
    },
  };
}

function toBool(clause: QueryClause): BoolQuery {
  return 'bool' in clause ? clause.bool : { filter: [clause] };
}

function either(should: QueryClause[]): BoolQuery {
  return { should, minimum_should_match: 1 };
}

/** How many queries stand in one another, at most. Of a filter's queries only those of operators hold others. */
function depthOf(clauses: readonly QueryClause[]): number {
  const depths = clauses.map((clause) => {
    if (!('bool' in clause)) return 1;
    const { filter = [], should = [], must_not = [] } = clause.bool;
    return 1 + depthOf([...filter, ...should, ...must_not]);
  });
  return Math.max(0, ...depths);
}
