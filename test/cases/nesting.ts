import { type QueryClause } from '../../src/places/body/clauses.js';
import { compileFilter } from '../../src/places/body/search-body.js';
import { type Filter } from '../../src/places/query/filter.js';
import { parseFilters } from '../../src/places/query/parse-filter.js';
import { LIMITS } from '../../src/places/query/parsing.js';

/** The depth of a query, as Elasticsearch counts it. */
function nesting(query: QueryClause): number {
  return 1 + Math.max(0, ...partsOf(query).map(nesting));
}

function partsOf(query: QueryClause): QueryClause[] {
  if ('constant_score' in query) return [query.constant_score.filter];
  if ('dis_max' in query) return query.dis_max.queries;
  if (!('bool' in query)) return [];
  const { must = [], filter = [], should = [], must_not = [] } = query.bool;
  return [...must, ...filter, ...should, ...must_not];
}

export function nestingOfFilter(text: string): number {
  return nesting(compileFilter(parsed(text).filter));
}

interface ParsedFilter {
  text: string;
  filter: Filter;
}

function parsed(text: string): ParsedFilter {
  const result = parseFilters([text]);
  const [filter] = result.ok ? result.value : [];
  if (!filter) throw new Error(`${text} is not a filter`);
  return { text, filter };
}

/** A field for which one value compiles to two queries. */
const field = 'categories.subcategory.id';
const clause = parsed(`${field}:1`);

const not = ({ text, filter }: ParsedFilter): ParsedFilter => ({ text: `-${text}`, filter: { type: 'not', filter } });
const combined = (type: 'and' | 'or', one: ParsedFilter, other: ParsedFilter): ParsedFilter => ({
  text: `${one.text} ${type.toUpperCase()} ${other.text}`,
  filter: { type, filters: [one.filter, other.filter] },
});

const cached = new Map<string, readonly ParsedFilter[]>();

function memoized(key: string, compute: () => readonly ParsedFilter[]): readonly ParsedFilter[] {
  const filters = cached.get(key) ?? compute();
  cached.set(key, filters);
  return filters;
}

/**
 * The operands of `depth` levels and `clauses` clauses whose queries nest deepest, one of each kind: the query around an
 * operand depends on its kind.
 */
function operands(depth: number, clauses: number): readonly ParsedFilter[] {
  return memoized(`operands ${depth} ${clauses}`, () => {
    if (depth === 0) return [clause];
    const list = parsed(`${field}:${'('.repeat(depth)}1${')'.repeat(depth)}`);
    const parenthesized = operations(depth - 1, clauses).map(({ text, filter }) => ({ text: `(${text})`, filter }));
    return [list, ...deepest(operands(depth - 1, clauses).map(not)), ...parenthesized];
  });
}

/** The same for AND and OR: one operand has all clauses, or two operands have half of them each. */
function operations(depth: number, clauses: number): readonly ParsedFilter[] {
  return memoized(`operations ${depth} ${clauses}`, () => {
    if (clauses < 2) return [];
    const [most, half] = [operands(depth, clauses - 1), operands(depth, Math.floor(clauses / 2))];
    const and = [...most.map((one) => combined('and', one, clause)), ...half.map((one) => combined('and', one, one))];
    const all = operations(depth, clauses - 1).filter(({ filter }) => filter.type === 'and');
    return [...deepest(and), ...deepest([...most, ...all].map((one) => combined('or', one, clause)))];
  });
}

function deepest(all: readonly ParsedFilter[]): ParsedFilter[] {
  const measured = all.map((one) => ({ one, depth: nesting(compileFilter(one.filter)) }));
  const [first] = measured.sort((a, b) => b.depth - a.depth);
  return first ? [first.one] : [];
}

/** Filters within the limits of the language whose queries nest deepest. */
export function deepFilters(): readonly string[] {
  const { depth, clauses } = LIMITS;
  return [
    `${'id:1 OR id:2 AND ('.repeat(depth)}id:1${')'.repeat(depth)}`,
    `${'id:1 OR id:2 AND -('.repeat(depth / 2)}id:1${')'.repeat(depth / 2)}`,
    ...[...operands(depth, clauses), ...operations(depth, clauses)].map(({ text }) => text),
  ];
}
