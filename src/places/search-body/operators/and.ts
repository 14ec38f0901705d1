import { type AndFilter, type Filter } from '../../query/filter-types.js';
import { type BoolQuery, type QueryClause } from '../clauses.js';

/**
 * `a AND b`. Elasticsearch rejects more than 30 nested queries, so the bool queries of the operands are merged into one.
 * A bool query has one `should`: the deepest one of the operands takes it, the others stay nested.
 */
export function compileAnd({ filters }: AndFilter, compile: (operand: Filter) => QueryClause): QueryClause {
  const parts = filters.map((filter) => toBool(compile(filter)));
  const choices = parts.flatMap(({ should }) => (should ? [should] : []));
  const [deepest, ...others] = choices.sort((a, b) => depthOf(b) - depthOf(a));
  const filter = [...parts.flatMap((part) => part.filter ?? []), ...others.map((should) => ({ bool: oneOf(should) }))];
  const must_not = parts.flatMap((part) => part.must_not ?? []);
  return {
    bool: {
      ...(filter.length > 0 && { filter }),
      ...(deepest && oneOf(deepest)),
      ...(must_not.length > 0 && { must_not }),
    },
  };
}

function toBool(clause: QueryClause): BoolQuery {
  return 'bool' in clause ? clause.bool : { filter: [clause] };
}

function oneOf(should: QueryClause[]): BoolQuery {
  return { should, minimum_should_match: 1 };
}

/** The greatest number of nested queries. In a compiled filter only bool queries contain others. */
function depthOf(clauses: readonly QueryClause[]): number {
  const depths = clauses.map((clause) => {
    if (!('bool' in clause)) return 1;
    const { filter = [], should = [], must_not = [] } = clause.bool;
    return 1 + depthOf([...filter, ...should, ...must_not]);
  });
  return Math.max(0, ...depths);
}
