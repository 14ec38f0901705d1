import { toPlaceDocument } from './place-document.js';

const record = { id: '1', name: 'Bar', phones: [], categories: [] };

describe('the document of a place', () => {
  it('is its record and its location as a point', () => {
    const located = { ...record, location: { lat: '-23.55', lng: '-46.63' } };
    expect(toPlaceDocument(located)).toMatchObject({ ...located, geo: { lat: -23.55, lon: -46.63 } });
  });

  it('holds its categories as type-ahead counts them', () => {
    const categories = [{ id: '7', name: 'Mercados' }];
    expect(toPlaceDocument({ ...record, categories }).search.categoryKeys).toEqual(['["7","Mercados"]']);
  });

  it.each([
    ['Bar'],
    ['Bar & Co.'],
    ["D'Angelo & Wal-Mart", 'DAngelo & WalMart'],
    ['AC/DC', 'ACDC', 'AC DC'],
    ["Bar/D'Angelo (A.B.C.)", 'BarDAngelo (ABC.)', 'Bar DAngelo (ABC.)'],
  ])('holds its name as type-ahead reads it, again where punctuation inside words may be left out: %s', (...names) => {
    expect(toPlaceDocument({ ...record, name: names[0] }).search).toEqual({
      nameSpellings: names,
      ...(names.length > 1 && { exactNames: names }),
      categoryKeys: [],
    });
  });

  it('has name spellings for type-ahead without invisible characters', () => {
    expect(toPlaceDocument({ ...record, name: 'Coca\u00ad-\u2060Cola' }).search.nameSpellings).toEqual([
      'Coca-Cola',
      'CocaCola',
    ]);
  });

  it('is composed except for identifiers, and has the original to show', () => {
    const [id, city] = ['가'.normalize('NFD'), '서울'];
    const categories = [{ id, name: 'ガス'.normalize('NFD') }];
    const written = {
      ...record,
      id,
      name: city.normalize('NFD'),
      address: { city: city.normalize('NFD') },
      categories,
    };
    expect(toPlaceDocument(written)).toEqual({
      ...written,
      name: city,
      address: { city },
      categories: [{ id, name: 'ガス' }],
      search: { nameSpellings: [city], categoryKeys: [JSON.stringify([id, categories[0]?.name])] },
      original: written,
    });
    expect(toPlaceDocument({ ...record, name: city })).not.toHaveProperty('original');
  });

  it('has no point without a location', () => {
    expect(toPlaceDocument(record)).not.toHaveProperty('geo');
  });
});
