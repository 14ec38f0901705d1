import { filterCases } from '../../../test/cases/filters.js';
import { parseFilters } from '../query/parse-filters.js';
import { parseFilter } from '../query/parse.js';
import { compileFilter } from './compile-filter.js';

describe('filters', () => {
  it.each(filterCases)('$says: $filter', ({ filter, tree, body }) => {
    expect(parseFilter(filter)).toMatchObject({ ok: true, value: tree });
    const parsed = parseFilters([filter]);
    expect(parsed.ok && parsed.value.map(compileFilter)).toEqual([body]);
  });
});
