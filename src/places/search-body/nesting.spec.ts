import fc from 'fast-check';
import { deepFilters, nesting, nestingOfFilter } from '../../../test/cases/nesting.js';
import { categoriesWithin } from './category-count.js';
import { type QueryClause } from './clauses.js';
import { type Filter } from '../query/filter-types.js';
import { parseFilters } from '../query/parse-filters.js';
import { LIMITS } from '../query/limits.js';
import { searchBody } from './search-body.js';
import { parseSort } from '../query/sort.js';
import { suggestBody } from './suggest-body.js';
import { parseTerm } from '../query/term.js';

/** Elasticsearch's `indices.query.bool.max_nested_depth`, which counts every query, not only those of `bool`. */
const MOST = 30;

const where = {
  centre: { lat: 0, lng: 0 },
  radius: 1000,
  rectangle: { north: 1, west: 0, south: 0, east: 1 },
};
const words = "D'Angelo 1908 mercado";

/** Every query that filters can be a part of. */
function queriesWith(filters: readonly Filter[]): QueryClause[] {
  const terms = ['', words, `categories.subcategory.id:${'('.repeat(LIMITS.depth)}1${')'.repeat(LIMITS.depth)}`];
  const sorts = ['', 'relevance,name', 'id', 'distance,address.city'];
  const searches = terms.flatMap((q) =>
    sorts.flatMap((sort) => {
      const term = parseTerm(q);
      const keys = parseSort(sort, { hasCentre: true });
      if (!term.ok || !keys.ok) throw new Error(`${q} or ${sort} is a fault`);
      const request = { ...(term.value && { term: term.value }), filters, sort: keys.value, rows: 10, start: 0 };
      return [searchBody({ ...request, ...where }).query, ...(sort === '' ? [searchBody(request).query] : [])];
    }),
  );
  const typed = { text: words, filters, rows: 10, ...where };
  return [
    ...searches,
    suggestBody(typed, 'as typed').query,
    suggestBody(typed, 'corrected').query,
    categoriesWithin(typed, ['key']).query,
  ];
}

/** What makes a filter another, one level or clause larger; in a row they make any, deeper than anybody writes them. */
const step = fc.constantFrom<(filter: string) => string>(
  (filter) => `(${filter})`,
  (filter) => `-(${filter})`,
  (filter) => `-${filter}`,
  (filter) => `${filter} AND id:1`,
  (filter) => `id:1 OR ${filter}`,
  (filter) => `(${filter}) AND categories.subcategory.id:1`,
  (filter) => `(${filter}) AND -(${filter})`,
  (filter) => `(${filter}) AND (${filter})`,
);

const anyFilter = fc
  .array(step, { maxLength: 32, size: 'max' })
  .map((steps) => steps.reduce((filter, next) => (filter.length > 1000 ? filter : next(filter)), 'id:(1 OR 2)'));

describe('queries nest no deeper than Elasticsearch takes them', () => {
  it.each(deepFilters())('with a filter that nests as deep as any: %#', (text) => {
    const parsed = parseFilters([text]);
    const depths = parsed.ok ? queriesWith(parsed.value).map(nesting) : [Infinity];
    expect(Math.max(...depths)).toBeLessThanOrEqual(MOST);
  });

  it('with any other, which nests no deeper than those', () => {
    const most = Math.max(...deepFilters().map(nestingOfFilter));
    let legal = 0;
    fc.assert(
      fc.property(anyFilter, (text) => {
        const isLegal = parseFilters([text]).ok;
        if (isLegal) legal += 1;
        return !isLegal || nestingOfFilter(text) <= most;
      }),
      { numRuns: 5000 },
    );
    expect(legal).toBeGreaterThan(1000);
  });
});
