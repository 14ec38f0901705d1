import { byFoldedName } from './categories.service.js';

describe('byFoldedName', () => {
  const sorted = (...items: [name: string, id: string][]) =>
    items
      .map(([name, id]) => ({ name, id }))
      .sort(byFoldedName)
      .map(({ name, id }) => `${name} ${id}`);

  it('folds letters with strokes and ligatures as place search does', () => {
    expect(sorted(['Øl', '1'], ['Ost', '2'], ['Łaźnia', '3'], ['Lazy', '4'], ['Æra', '5'], ['Bar', '6'])).toEqual([
      'Æra 5',
      'Bar 6',
      'Łaźnia 3',
      'Lazy 4',
      'Øl 1',
      'Ost 2',
    ]);
  });

  it('orders equal names by identifier, in code point order', () => {
    expect(sorted(['Café', 'é'], ['cafe', 'a'], ['CAFÉ', 'Z'], ['Cafe\u0301', '10'], ['café', '9'])).toEqual([
      'Cafe\u0301 10',
      'café 9',
      'CAFÉ Z',
      'cafe a',
      'Café é',
    ]);
  });

  it('orders by code points, not by UTF-16 units: characters outside the basic plane come last', () => {
    expect(sorted(['\u{1F600}', '1'], ['\u{FF5E}', '2'])).toEqual(['\u{FF5E} 2', '\u{1F600} 1']);
  });
});
