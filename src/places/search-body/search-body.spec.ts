import { searchCases, type SearchCase } from '../../../test/cases/search-requests.js';
import { expectGoldenJson } from '../../../test/support/golden.js';
import { parseFacets } from '../query/facets.js';
import { parseFilters } from '../query/parse-filters.js';
import { parseLocation } from '../query/location.js';
import { type QueryFault, type QueryResult } from '../query/result.js';
import { searchBody, type SearchBody } from './search-body.js';
import { parseSort } from '../query/sort.js';
import { NO_VARIANTS, parseSearchTerm } from '../query/search-term.js';

function valueOf<Value, Fault extends QueryFault>(result: QueryResult<Value, Fault>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
}

function bodyOf({ q = '', fq = [], sort = '', location = {}, rows = 10, start = 0, ...rest }: SearchCase): SearchBody {
  const { facets, inflections = false } = rest;
  const variants = { ...NO_VARIANTS, inflections };
  const where = valueOf(parseLocation(location));
  const term = valueOf(parseSearchTerm(q));
  return searchBody({
    ...(term && { term: inflections && term.type === 'words' ? { ...term, variants } : term }),
    filters: valueOf(parseFilters(fq)),
    sort: valueOf(parseSort(sort, { hasCentre: where.centre !== undefined })),
    ...where,
    rows,
    start,
    ...(facets && { facets: { fields: valueOf(parseFacets(facets.fields.join(','))), limit: facets.limit } }),
  });
}

describe('the body of a search', () => {
  it.each(searchCases)('is the golden one: $name', (searchCase) => {
    expectGoldenJson(`search/${searchCase.name}`, bodyOf(searchCase));
  });
});
