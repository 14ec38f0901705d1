import {
  type AndFilter,
  type EqualsFilter,
  type Filter,
  type PrefixFilter,
  type RangeFilter,
  type WordsFilter,
} from '../query/filter-types.js';
import { type BoolQuery, type NumberRange, type QueryClause } from './clauses.js';

/** The Elasticsearch clause of a checked filter, for filter context. */
export function compileFilter(filter: Filter): QueryClause {
  switch (filter.type) {
    case 'and':
      return compileAnd(filter);
    case 'or':
      return { bool: oneOf(filter.filters.map(compileFilter)) };
    case 'not':
      return { bool: { must_not: [compileFilter(filter.filter)] } };
    case 'equals':
      return compileEquals(filter);
    case 'words':
      return compileWords(filter);
    case 'prefix':
      return compilePrefix(filter);
    case 'range':
      return compileRange(filter);
    case 'presence':
      return filter.field.existsField === undefined
        ? { match_all: {} }
        : { exists: { field: filter.field.existsField } };
  }
}

/**
 * Elasticsearch rejects more than 30 nested queries, so the bool queries of the operands are merged into one. A bool query
 * has one `should`: the deepest one of the operands takes it, the others stay nested.
 */
function compileAnd({ filters }: AndFilter): QueryClause {
  const parts = filters.map((filter) => toBool(compileFilter(filter)));
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

function compileEquals({ field, value }: EqualsFilter): QueryClause {
  return anyField(field.searchFields, (name) => ({ term: { [name]: { value } } }));
}

function compileWords({ field, text, phrase }: WordsFilter): QueryClause {
  return anyField(field.searchFields, (name) =>
    phrase ? { match_phrase: { [name]: { query: text } } } : { match: { [name]: { query: text, operator: 'and' } } },
  );
}

function compilePrefix({ field, text }: PrefixFilter): QueryClause {
  return anyField(field.searchFields, (name) =>
    // match_bool_prefix analyzes the prefix of a text field as its words are analyzed; a prefix query does not.
    field.kind === 'text'
      ? { match_bool_prefix: { [name]: { query: text, operator: 'and' } } }
      : { prefix: { [name]: { value: text } } },
  );
}

function compileRange({ field, lower, upper }: RangeFilter): QueryClause {
  const range: NumberRange = {};
  if (lower) range[lower.inclusive ? 'gte' : 'gt'] = lower.value;
  if (upper) range[upper.inclusive ? 'lte' : 'lt'] = upper.value;
  return anyField(field.searchFields, (name) => ({ range: { [name]: range } }));
}

/** Matches places where the clause holds for at least one of the Elasticsearch fields. */
function anyField(names: readonly string[], clause: (name: string) => QueryClause): QueryClause {
  const clauses = names.map(clause);
  const [only] = clauses;
  return only !== undefined && clauses.length === 1 ? only : { bool: oneOf(clauses) };
}

function oneOf(should: QueryClause[]): BoolQuery {
  return { should, minimum_should_match: 1 };
}

function toBool(clause: QueryClause): BoolQuery {
  return 'bool' in clause ? clause.bool : { filter: [clause] };
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
