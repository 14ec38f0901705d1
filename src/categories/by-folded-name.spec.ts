import { byFoldedName } from './by-folded-name.js';

describe('byFoldedName', () => {
  const sorted = (...items: [name: string, id: string][]) =>
    items
      .map(([name, id]) => ({ name, id }))
      .sort(byFoldedName)
      .map(({ name, id }) => `${name} ${id}`);

  it('knows neither case nor accents', () => {
    expect(sorted(['zoo', '1'], ['Água', '2'], ['bar', '3'], ['ÁGATA', '4'])).toEqual([
      'ÁGATA 4',
      'Água 2',
      'bar 3',
      'zoo 1',
    ]);
  });

  it('knows letters with strokes and joined ones as place search does', () => {
    expect(sorted(['Øl', '1'], ['Ost', '2'], ['Łaźnia', '3'], ['Lazy', '4'], ['Æra', '5'], ['Bar', '6'])).toEqual([
      'Æra 5',
      'Bar 6',
      'Łaźnia 3',
      'Lazy 4',
      'Øl 1',
      'Ost 2',
    ]);
  });

  it('goes by the identifier, in code point order, where names are the same', () => {
    expect(sorted(['Café', 'é'], ['cafe', 'a'], ['CAFÉ', 'Z'], ['Cafe\u0301', '10'], ['café', '9'])).toEqual([
      'Cafe\u0301 10',
      'café 9',
      'CAFÉ Z',
      'cafe a',
      'Café é',
    ]);
  });

  it('goes by code points, not by UTF-16 units: what is beyond the first plane comes last', () => {
    expect(sorted(['\u{1F600}', '1'], ['\u{FF5E}', '2'])).toEqual(['\u{FF5E} 2', '\u{1F600} 1']);
  });

  it('puts the shorter of two before what it begins', () => {
    expect(sorted(['bares', '1'], ['bar', '2'], ['', '3'])).toEqual([' 3', 'bar 2', 'bares 1']);
  });
});
