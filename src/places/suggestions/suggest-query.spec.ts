import { parseFilters } from '../query/parse-filter.js';
import { expectGoldenJson } from '../../../test/support/golden.js';
import { suggestBody, type Spelling, type SuggestRequest } from './suggest-query.js';

const filters = parseFilters(['address.city:Santos']);

const inAreas = [
  {
    name: 'mercado',
    areas: ['br/sp/santos', 'br/sp/salto'],
  },
  { name: 'sa mercado', areas: ['br/rn/natal'] },
];

const around = { centre: { lat: -23.55, lng: -46.63 }, radius: 1500 };

const cases: [name: string, request: Partial<SuggestRequest>, spelling: Spelling][] = [
  ['suggest-a-letter', { text: 'm' }, 'as typed'],
  ['suggest-words-and-numbers', { text: "D'Angelo 1908 mercdo" }, 'corrected'],
  ['suggest-around-a-point', { text: 'mer mun', ...around, filters: filters.ok ? filters.value : [] }, 'as typed'],
  ['suggest-a-name-in-areas', { text: 'mercado sa', inAreas }, 'as typed'],
];
describe('the body of a search for suggestions', () => {
  it.each(cases)('is the golden one: %s', (name, request, spelling) => {
    expectGoldenJson(`search/${name}`, suggestBody({ text: '', filters: [], rows: 10, ...request }, spelling));
  });

  it('corrects no word of a long text', () => {
    const body = (words: number) =>
      JSON.stringify(suggestBody({ text: 'mercado '.repeat(words), filters: [], rows: 10 }, 'corrected').query);
    expect(body(8)).toContain('fuzziness');
    expect(body(9)).not.toContain('fuzziness');
  });
});
