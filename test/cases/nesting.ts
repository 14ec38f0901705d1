import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type QueryClause } from '../../src/places/body/clauses.js';
import { compileFilter } from '../../src/places/body/search-body.js';
import { parseFilters } from '../../src/places/query/parse-filter.js';

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
  const result = parseFilters([text]);
  const [filter] = result.ok ? result.value : [];
  if (!filter) throw new Error(`${text} is not a filter`);
  return nesting(compileFilter(filter));
}

/**
 * Filters with as many levels and clauses as the language allows whose queries nest deepest: the best of all operators on each level,
 * found by a program that combined them from the inside out.
 */
export const deepFilters: readonly string[] = readFileSync(join(__dirname, 'deep-filters.txt'), 'utf8')
  .trimEnd()
  .split('\n');
