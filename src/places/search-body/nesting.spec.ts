import fc from 'fast-check';
import { deepFilters, nestingOfFilter } from '../../../test/cases/nesting.js';
import { parseFilters } from '../query/parse-filters.js';

/** Adds one level or clause to a filter. */
const extension = fc.constantFrom<(filter: string) => string>(
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
  .array(extension, { maxLength: 32, size: 'max' })
  .map((extensions) =>
    extensions.reduce((filter, next) => (filter.length > 1000 ? filter : next(filter)), 'id:(1 OR 2)'),
  );

/** test/e2e/place-nesting.spec.ts expects Elasticsearch to accept the deepest filters. */
it('no filter nests deeper than the deepest filters of the end-to-end test', () => {
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
