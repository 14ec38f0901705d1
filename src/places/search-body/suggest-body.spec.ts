import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseFilters } from '../query/parse-filters.js';
import { suggestBody, type Spelling, type SuggestRequest } from './suggest-body.js';

const filters = parseFilters(['address.city:Santos']);
const around = { centre: { lat: -23.55, lng: -46.63 }, radius: 1500 };

const cases: [name: string, request: Partial<SuggestRequest>, spelling: Spelling][] = [
  ['suggest-a-letter', { text: 'm' }, 'as typed'],
  ['suggest-words-and-numbers', { text: "D'Angelo 1908 mercdo" }, 'corrected'],
  ['suggest-around-a-point', { text: 'mer mun', ...around, filters: filters.ok ? filters.value : [] }, 'as typed'],
];

describe('the body of a search for suggestions', () => {
  it.each(cases)('is the golden one: %s', (name, request, spelling) => {
    const body = suggestBody({ text: '', filters: [], rows: 10, ...request }, spelling);
    const path = join(__dirname, '../../../test/golden/search', `${name}.json`);
    if (process.env.UPDATE_GOLDEN === '1' || !existsSync(path)) {
      if (process.env.CI !== undefined) throw new Error(`${path} is missing`);
      writeFileSync(path, `${JSON.stringify(body, undefined, 2)}\n`);
    }
    expect(JSON.parse(JSON.stringify(body))).toEqual(JSON.parse(readFileSync(path, 'utf8')));
  });

  it('corrects no word of a long text', () => {
    const body = (words: number) =>
      JSON.stringify(suggestBody({ text: 'mercado '.repeat(words), filters: [], rows: 10 }, 'corrected').query);
    expect(body(8)).toContain('fuzziness');
    expect(body(9)).not.toContain('fuzziness');
  });

  it('has a shape that no text changes', () => {
    const keysOf = (value: unknown): string[] =>
      typeof value !== 'object' || value === null
        ? []
        : [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(keysOf)];
    const keys = (text: string) => keysOf(suggestBody({ text, filters: [], rows: 10 }, 'corrected'));
    const known = new Set(keys('a 1908 mercado'));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => keys(text).every((key) => known.has(key))));
  });
});
