import { type QueryClause } from '../../src/places/search-body/clauses.js';
import { compileFilter } from '../../src/places/search-body/compile-filter.js';
import { type Filter } from '../../src/places/query/filter-types.js';
import { parseFilters } from '../../src/places/query/parse-filters.js';
import { LIMITS } from '../../src/places/query/limits.js';

/** How many queries stand in one another, at most, as Elasticsearch counts them. */
export function nesting(query: QueryClause): number {
  return 1 + Math.max(0, ...inside(query).map(nesting));
}

function inside(query: QueryClause): QueryClause[] {
  if ('constant_score' in query) return [query.constant_score.filter];
  if ('dis_max' in query) return query.dis_max.queries;
  if ('function_score' in query) return [query.function_score.query];
  if (!('bool' in query)) return [];
  const { must = [], filter = [], should = [], must_not = [] } = query.bool;
  return [...must, ...filter, ...should, ...must_not];
}

export function nestingOfFilter(text: string): number {
  return nesting(compileFilter(read(text).filter));
}

/** A filter, and what it reads as. */
interface Written {
  text: string;
  filter: Filter;
}

function read(text: string): Written {
  const parsed = parseFilters([text]);
  const [filter] = parsed.ok ? parsed.value : [];
  if (!filter) throw new Error(`${text} is no filter`);
  return { text, filter };
}

/** A field of which one value is two queries. */
const field = 'categories.subcategory.id';
const clause = read(`${field}:1`);

const not = ({ text, filter }: Written): Written => ({ text: `-${text}`, filter: { type: 'not', filter } });
const joined = (type: 'and' | 'or', one: Written, other: Written): Written => ({
  text: `${one.text} ${type.toUpperCase()} ${other.text}`,
  filter: { type, filters: [one.filter, other.filter] },
});

const made = new Map<string, readonly Written[]>();

function once(name: string, make: () => readonly Written[]): readonly Written[] {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}

/**
 * The operands of that many levels and clauses whose queries nest deepest, one of each kind: what is around an operand
 * adds to its depth by its kind.
 */
function operands(depth: number, clauses: number): readonly Written[] {
  return once(`operands ${depth} ${clauses}`, () => {
    if (depth === 0) return [clause];
    const list = read(`${field}:${'('.repeat(depth)}1${')'.repeat(depth)}`);
    const inside = operations(depth - 1, clauses).map(({ text, filter }) => ({ text: `(${text})`, filter }));
    return [list, ...deepest(operands(depth - 1, clauses).map(not)), ...inside];
  });
}

/** The same of what AND and OR make of operands: one of them has all the clauses, or two have half of them each. */
function operations(depth: number, clauses: number): readonly Written[] {
  return once(`operations ${depth} ${clauses}`, () => {
    if (clauses < 2) return [];
    const [most, half] = [operands(depth, clauses - 1), operands(depth, Math.floor(clauses / 2))];
    const and = [...most.map((one) => joined('and', one, clause)), ...half.map((one) => joined('and', one, one))];
    const all = operations(depth, clauses - 1).filter(({ filter }) => filter.type === 'and');
    return [...deepest(and), ...deepest([...most, ...all].map((one) => joined('or', one, clause)))];
  });
}

function deepest(all: readonly Written[]): Written[] {
  const measured = all.map((one) => ({ one, depth: nesting(compileFilter(one.filter)) }));
  const [first] = measured.sort((a, b) => b.depth - a.depth);
  return first ? [first.one] : [];
}

/** Filters within the limits of the language whose queries nest as deep as any do. */
export function deepFilters(): readonly string[] {
  const { depth, clauses } = LIMITS;
  return [
    `${'id:1 OR id:2 AND ('.repeat(depth)}id:1${')'.repeat(depth)}`,
    `${'id:1 OR id:2 AND -('.repeat(depth / 2)}id:1${')'.repeat(depth / 2)}`,
    ...[...operands(depth, clauses), ...operations(depth, clauses)].map(({ text }) => text),
  ];
}
