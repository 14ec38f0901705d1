import { type Suggestion } from '../api/records.js';
import { groupedByName, offeredOnce } from './same-names.js';

const english: Readonly<Record<string, string>> = { Padaria: 'Bakery', Teatros: 'Theatre', Teatro: 'Théatre' };
const nameOf = (name: string): string => english[name] ?? name;

it('groups the values that the reader calls alike', () => {
  expect(groupedByName(['Bakery', 'Café', 'Padaria', 'bakery', 'cafe'], nameOf)).toEqual([
    { name: 'Bakery', values: ['Bakery', 'Padaria', 'bakery'] },
    { name: 'Café', values: ['Café', 'cafe'] },
  ]);
});

it('offers a category once, for all that the reader calls alike', () => {
  const offered = (...lines: string[]) => {
    const all = lines.map((line): Suggestion => {
      const [type = '', text = ''] = line.split(' ');
      return { type: type as Suggestion['type'], text, id: text, link: { rel: 'self', uri: '' } };
    });
    return offeredOnce(all, nameOf).map(({ type, text, values }) => [type, text, values]);
  };
  expect(offered('subcategory Theatre', 'subcategory Teatro', 'place Theatre', 'place Theatre')).toEqual([
    ['subcategory', 'Theatre', ['Theatre', 'Teatro']],
    ['place', 'Theatre', []],
    ['place', 'Theatre', []],
  ]);
  // No filter finds both.
  expect(offered('subcategory Theatre', 'category Teatros')).toEqual([['subcategory', 'Theatre', undefined]]);
});
