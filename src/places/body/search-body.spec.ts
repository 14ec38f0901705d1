import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.js';
import { searchCases, type SearchCase } from '../../../test/cases/search-requests.js';
import { expectGoldenJson } from '../../../test/support/golden.js';
import { parseFacets, parseSort } from '../query/selection.js';
import { parseFilters } from '../query/parse-filter.js';
import { parseLocation } from '../query/location.js';
import { type QueryFault, type QueryResult } from '../query/parsing.js';
import { placesQuery } from './places-query.js';
import { queryAndSort, compileFilter, readFacets } from './search-body.js';
import { type TermsAggregationResult } from './elasticsearch-query.js';
import { parseSearchTerm } from '../query/search-request.js';
import { NO_VARIANTS } from '../words/synonyms.js';
import { filterCases } from '../../../test/cases/filters.js';
import { deepFilters, nestingOfFilter } from '../../../test/cases/nesting.js';
import { awkwardTexts } from '../../../test/cases/awkward-texts.js';
import { suggestBody } from '../suggestions/suggest-query.js';

function valueOf<Value, Fault extends QueryFault>(result: QueryResult<Value, Fault>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
}

/** The body of a search, with the members of the page in the order of the golden files. */
function bodyOf({ q = '', fq = [], sort = '', location = {}, rows = 10, start = 0, ...rest }: SearchCase) {
  const { facets, inflections = false } = rest;
  const variants = { ...NO_VARIANTS, inflections };
  const where = valueOf(parseLocation(location));
  const term = valueOf(parseSearchTerm(q));
  const request = {
    ...(term && { term: inflections && term.type === 'words' ? { ...term, variants } : term }),
    filters: valueOf(parseFilters(fq)),
    sort: valueOf(parseSort(sort, { hasCentre: where.centre !== undefined })),
    ...where,
    rows,
    start,
    ...(facets && { facets: { fields: valueOf(parseFacets(facets.fields.join(','))), limit: facets.limit } }),
  };
  const { body } = placesQuery({ request, typingErrors: 0, cost: 1 }, { from: start, size: rows });
  const { query, sort: order, from, ...others } = body;
  return { query, sort: order, from, ...others };
}
describe('the body of a search', () => {
  it.each(searchCases)('is the golden one: $name', (searchCase) => {
    expectGoldenJson(`search/${searchCase.name}`, bodyOf(searchCase));
  });
});
describe('filters', () => {
  it.each(filterCases)('%s: %s', (_, filter, body) => {
    const parsed = parseFilters([filter]);
    expect(parsed.ok && parsed.value.map(compileFilter)).toEqual([body]);
  });
});
describe('readFacets', () => {
  const buckets = (...keys: string[]) => ({ buckets: keys.map((key) => ({ key, doc_count: 1 })) });

  function valuesOf(folded: TermsAggregationResult, written: TermsAggregationResult): string[] {
    const fields = parseFacets('address.city');
    if (!fields.ok) throw new Error('address.city has facets');
    const counted = { 'address.city': folded, 'address.city.as_written': written };
    return readFacets({ fields: fields.value, limit: 10 }, counted).flatMap((facet) =>
      facet.buckets.map(({ value }) => value),
    );
  }

  it.each([
    ['the most frequent spelling', ['sao paulo'], ['São Paulo', 'SÃO PAULO', 'Sao Paulo'], ['São Paulo']],
    ['a spelling for each value', ['a', 'b'], ['B', 'Á', 'b'], ['Á', 'B']],
    ['combining accents', ['sao'], ['Sa\u0303o'], ['Sa\u0303o']],
    ['letters that fold to others', ['strasse', 'malmo'], ['Straße', 'Malmø'], ['Straße', 'Malmø']],
    ['letters that only asciifolding folds', ['ganca', 'tsal'], ['Gəncə', 'Ŧśał'], ['Gəncə', 'Ŧśał']],
    ['typographic punctuation', ["l'aquila - a"], ['L’Aquila – A'], ['L’Aquila – A']],
    ['ligatures and full-width letters', ['finland', 'full'], ['ﬁnland', 'ＦＵＬＬ'], ['ﬁnland', 'ＦＵＬＬ']],
    ['a final sigma', ['πατρασ'], ['ΠΑΤΡΑΣ', 'Πάτρας'], ['ΠΑΤΡΑΣ']],
    [
      'letters that differ by a mark that is not folded',
      ['กัน', 'กิน', 'ガス'],
      ['กิน', 'กัน', 'カス'],
      ['กัน', 'กิน', 'ガス'],
    ],
    ['the folded value if no spelling is found', ['bares'], ['Restaurantes'], ['bares']],
  ])('shows %s', (_, folded, written, expected) => {
    expect(valuesOf(buckets(...folded), buckets(...written))).toEqual(expected);
  });

  it('returns no values if no place was found', () => {
    expect(valuesOf(buckets(), buckets())).toEqual([]);
  });
});

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
/** test/e2e/place-search.spec.ts expects Elasticsearch to accept the deepest filters. */
it('no filter nests deeper than the deepest filters of the end-to-end test', () => {
  const most = Math.max(...deepFilters.map(nestingOfFilter));
  // They are at the limits.
  for (const more of ['-', 'id:1 AND ']) expect(parseFilters([`${more}(${deepFilters.at(-1)})`]).ok).toBe(false);
  let legal = 0;
  fc.assert(
    fc.property(anyFilter, (text) => {
      const isLegal = parseFilters([text]).ok;
      if (isLegal) legal += 1;
      return !isLegal || nestingOfFilter(text) <= most;
    }),
    { numRuns: 2000 },
  );
  expect(legal).toBeGreaterThan(400);
});

const RUNS = { numRuns: 500 };

const pieces = [
  ...awkwardTexts.filter((text) => text.isWellFormed()),
  ...['AND', ' OR ', 'NOT ', '-', '[* TO *]', '~2', '^9', '&&', 'id:1', 'name:', '_exists_:', '"}},{"script":{'],
];

/** Texts with the syntax of several query languages. */
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
);

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const escape = (text: string): string => text.replace(/[^A-Za-z0-9]/gsu, '\\$&');

/** A body with every value replaced by its type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return [...keys, ...Object.values(value).flatMap(keysOf)];
}

function numbersOnly(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).every(numbersOnly) : Number.isFinite(value);
}

function filterShape(filter: string): string {
  const parsed = parseFilters([filter]);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return JSON.stringify(shapeOf(parsed.value.map(compileFilter)));
}

function termBody(q: string): unknown {
  const term = parseSearchTerm(q);
  return term.ok && term.value && queryAndSort({ term: term.value, filters: [], sort: [], rows: 10, start: 0 });
}
describe('no value changes the shape of a body', () => {
  it.each([
    ['a quoted value', (text: string) => `address.city:${quote(text)}`],
    ['an escaped word', (text: string) => `address.city:${escape(`x${text}`)}`],
    ['an id', (text: string) => `categories.category.subcategory.id:${quote(text)}`],
    ['a phrase', (text: string) => `name:${quote(text)}`],
    ['words', (text: string) => `name:${escape(`x${text}`)}`],
    ['a prefix of an exact field', (text: string) => `urlService:${escape(`xx${text}`)}*`],
    ['a prefix of a text field', (text: string) => `name:${escape(`xx${text}`)}*`],
    ['a list', (text: string) => `id:(${quote(text)} OR 1) AND -openingHours:${quote(text)}`],
  ])('in a filter: %s', (_, filter) => {
    // Words without spaces are searched in another field.
    const expected = [filterShape(filter('x')), filterShape(filter('ก'))];
    fc.assert(
      fc.property(nasty, (text) => {
        expect(expected).toContain(filterShape(filter(text)));
      }),
      RUNS,
    );
  });

  it.each<[string, (text: string) => unknown]>([
    // A text that starts with a comma is not a clause of the filter language.
    ['q of a search', (text) => termBody(`, ${text}`)],
    ['q of suggestions', (text) => suggestBody({ text, filters: [], rows: 10 }, 'corrected')],
  ])('in %s', (_, bodyOf) => {
    const known = new Set(
      ['São Paulo 25', 'x', '!!!', 'a 1908 mercado', 'harbour street', 'abc', "d'angelo", 'ก', 'ꀀꀀ'].flatMap((text) =>
        keysOf(bodyOf(text)),
      ),
    );
    let withBody = 0;
    fc.assert(
      fc.property(nasty, (text) => {
        const keys = keysOf(bodyOf(text));
        if (keys.length > 0) withBody += 1;
        expect(keys.filter((key) => !known.has(key))).toEqual([]);
      }),
      RUNS,
    );
    expect(withBody).toBeGreaterThan(0.9 * RUNS.numRuns);
  });

  it('in a sort order, a radius or a corner', () => {
    const corners = ['location.nw.lat', 'location.nw.lng', 'location.se.lat', 'location.se.lng'] as const;
    const texts = fc.oneof(nasty, fc.constantFrom('name', 'distance desc,id', '1', '+0.5', '7'));
    const counts = { orders: 0, locations: 0 };
    fc.assert(
      fc.property(texts, fc.constantFrom(...corners, 'location.radius'), (text, parameter) => {
        const order = parseSort(text, { hasCentre: true });
        const keys = order.ok ? order.value : [];
        if (keys.length > 0) counts.orders += 1;
        expect(keys.filter(({ field }) => !field.sortable)).toEqual([]);
        const centre = { 'location.lat': '0', 'location.lng': '0' };
        const rectangle = Object.fromEntries(corners.map((corner) => [corner, '0']));
        const location = parseLocation({ ...centre, ...rectangle, [parameter]: text });
        if (location.ok) counts.locations += 1;
        expect(!location.ok || numbersOnly(location.value)).toBe(true);
      }),
      RUNS,
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it('in any text that is a valid filter', () => {
    const known = new Set(filterCases.flatMap(([, , body]) => keysOf(body)));
    const names = ['id', 'name', 'address.city', 'statistics.rating', 'nothing'];
    const parts = fc.constantFrom(...names.map((name) => `${name}:`), 'x', '1', '[1 TO 2]', ...pieces);
    const clause = fc.tuple(fc.constantFrom(...names), parts).map(([name, value]) => `${name}:${value}`);
    const clauses = fc
      .tuple(fc.array(clause, { minLength: 1, maxLength: 3 }), fc.constantFrom(' AND ', ' OR ', ' AND -'))
      .map(([all, operator]) => all.join(operator));
    const texts = fc.oneof(
      clauses,
      fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
    );
    let compiled = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseFilters([text]);
        const keys = parsed.ok ? keysOf(parsed.value.map(compileFilter)) : [];
        if (keys.length > 0) compiled += 1;
        expect(keys.filter((key) => !known.has(key))).toEqual([]);
      }),
      RUNS,
    );
    expect(compiled).toBeGreaterThan(RUNS.numRuns / 20);
  });
});
