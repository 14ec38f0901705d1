import { filterCases } from '../../../test/cases/filters.js';
import { parseFilters } from '../query/parse-filters.js';
import { compileFilter } from './compile-filter.js';

describe('filters', () => {
  it.each(filterCases)('%s: %s', (_, filter, body) => {
    const parsed = parseFilters([filter]);
    expect(parsed.ok && parsed.value.map(compileFilter)).toEqual([body]);
  });
});
