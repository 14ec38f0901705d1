import { groupedByName } from './same-names.js';

const english: Readonly<Record<string, string>> = { Padaria: 'Bakery' };
const nameOf = (name: string): string => english[name] ?? name;

it('groups the values that the reader calls alike', () => {
  expect(groupedByName(['Bakery', 'Café', 'Padaria', 'bakery', 'cafe'], nameOf)).toEqual([
    { name: 'Bakery', values: ['Bakery', 'Padaria', 'bakery'] },
    { name: 'Café', values: ['Café', 'cafe'] },
  ]);
});
