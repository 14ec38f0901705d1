import fc from 'fast-check';
import { awkwardTexts } from '../../../test/cases/awkward-texts.js';
import { filterCases } from '../../../test/cases/filters.js';
import { compileFilter } from './compile-filter.js';
import { parseFilters } from '../query/parse-filters.js';
import { parseLocation } from '../query/location.js';
import { searchBody } from './search-body.js';
import { parseSort } from '../query/sort.js';
import { suggestBody } from './suggest-body.js';
import { parseSearchTerm } from '../query/search-term.js';

const RUNS = { numRuns: 2000 };

const pieces = [
  ...awkwardTexts.filter((text) => text.isWellFormed()),
  ...['AND', ' OR ', 'NOT ', '-', '[* TO *]', '~2', '^9', '&&', 'id:1', 'name:', '_exists_:', '"}},{"script":{'],
];

/** Texts with the syntax of several query languages. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
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
  return term.ok && term.value && searchBody({ term: term.value, filters: [], sort: [], rows: 10, start: 0 });
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
    const expected = filterShape(filter('x'));
    fc.assert(
      fc.property(nasty, (text) => filterShape(filter(text)) === expected),
      RUNS,
    );
  });

  it.each<[string, (text: string) => unknown]>([
    // A text that starts with a comma is not a clause of the filter language.
    ['q of a search', (text) => termBody(`, ${text}`)],
    ['q of suggestions', (text) => suggestBody({ text, filters: [], rows: 10 }, 'corrected')],
  ])('in %s', (_, bodyOf) => {
    const known = new Set(
      ['São Paulo 25', 'x', '!!!', 'a 1908 mercado', 'abc', "d'angelo"].flatMap((text) => keysOf(bodyOf(text))),
    );
    fc.assert(
      fc.property(nasty, (text) => keysOf(bodyOf(text)).every((key) => known.has(key))),
      RUNS,
    );
  });

  it('in a sort order, a radius or a corner', () => {
    const corners = ['location.nw.lat', 'location.nw.lng', 'location.se.lat', 'location.se.lng'] as const;
    fc.assert(
      fc.property(nasty, fc.constantFrom(...corners, 'location.radius'), (text, parameter) => {
        const order = parseSort(text, { hasCentre: true });
        const centre = { 'location.lat': '0', 'location.lng': '0' };
        const rectangle = Object.fromEntries(corners.map((corner) => [corner, '0']));
        const location = parseLocation({ ...centre, ...rectangle, [parameter]: text });
        const isSortable = order.ok && order.value.every(({ field }) => field.sortable);
        return (isSortable || !order.ok) && (!location.ok || numbersOnly(location.value));
      }),
      RUNS,
    );
  });

  it('in any text that is a valid filter', () => {
    const known = new Set(filterCases.flatMap(([, , body]) => keysOf(body)));
    const names = ['id', 'name', 'address.city', 'statistics.rating', 'nothing'];
    const parts = fc.constantFrom(...names.map((name) => `${name}:`), 'x', '1', '[1 TO 2]', ...pieces);
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
        const parsed = parseFilters([texts.join('')]);
        return !parsed.ok || keysOf(parsed.value.map(compileFilter)).every((key) => known.has(key));
      }),
      RUNS,
    );
  });
});
