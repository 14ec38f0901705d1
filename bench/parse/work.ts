import { compileFilter, searchBody } from '../../src/places/body/search-body.js';
import { parseFilters } from '../../src/places/query/parse-filter.js';
import { parseSort } from '../../src/places/query/selection.js';
import { parseSearchTerm } from '../../src/places/query/search-request.js';
import { FILTERS, ORDERS, TERMS } from './texts.js';

/** The work of the query language for a text, by parameter. */
export const WORK: ReadonlyMap<string, () => unknown> = new Map([
  ...Object.entries(FILTERS).map(([name, texts]) => [`fq: ${name}`, () => filterWork(texts)] as const),
  ...Object.entries(ORDERS).map(
    ([name, text]) => [`sort: ${name}`, () => parseSort(text, { hasCentre: true })] as const,
  ),
  ...Object.entries(TERMS).map(([name, text]) => [`q: ${name}`, () => termWork(text)] as const),
]);

function filterWork(texts: readonly string[]): unknown {
  const parsed = parseFilters(texts);
  return JSON.stringify(parsed.ok ? parsed.value.map(compileFilter) : parsed.faults);
}

function termWork(text: string): unknown {
  const parsed = parseSearchTerm(text);
  if (!parsed.ok || !parsed.value) return parsed;
  return JSON.stringify(searchBody({ term: parsed.value, filters: [], sort: [], rows: 10, start: 0 }));
}
