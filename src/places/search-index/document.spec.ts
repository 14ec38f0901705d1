import { nameKey } from '../words/words.js';
import { nameNumber, toPlaceDocument } from './document.js';

const record = { id: '1', name: 'Bar', phones: [], categories: [] };
const NO_KINDS = { sure: [], named: [], likely: [], weak: [] };

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
    ['Bar', {}],
    ['Bar & Co.', { exactNames: ['Bar and Co'] }],
    [
      "D'Angelo & Wal-Mart",
      { name: ['DAngelo', 'WalMart'], exactNames: ['DAngelo and WalMart', 'D Angelo and Wal Mart'] },
    ],
    ['AC/DC', { name: ['ACDC'], exactNames: ['ACDC', 'AC DC'] }],
    [
      "Bar/D'Angelo (A.B.C.)",
      {
        name: ['BarDAngelo', 'DAngelo', '(ABC.)', 'ABC.'],
        exactNames: ['BarDAngelo ABC', 'Bar D Angelo A B C', 'Bar DAngelo ABC'],
      },
    ],
    ['!!!', {}],
    ['Coca\u00ad-\u2060Cola', { name: ['CocaCola'], exactNames: ['CocaCola', 'Coca Cola'] }],
  ])('has other spellings of a name with punctuation: %s', (name, spellings) => {
    const { kinds: _kinds, narrowestKind: _kind, ...search } = toPlaceDocument({ ...record, name }).search;
    expect(search).toEqual({
      ...{ ...spellings, nameNumber: nameNumber(nameKey(name)), rank: 0, categoryKeys: [] },
    });
  });

  it('has other spellings of categories and address', () => {
    const categories = [{ id: '1', name: 'Food', subcategory: { id: '2', name: 'Fast-Food' } }];
    const address = { city: 'Bar', street: "Rua D'Ávila", number: '7' };
    expect(toPlaceDocument({ ...record, categories, address }).search.words).toEqual(['FastFood', 'DÁvila']);
  });

  it('has further names and the brand, each once, and without the name', () => {
    const names = [
      { text: 'Bar', language: 'en' },
      { text: 'BÁR', language: 'cs' },
      { text: "L'Été", language: 'fr' },
      { text: 'Taberna' },
      { text: 'taberna', type: 'old' },
      { text: 'Casa', type: 'old' },
    ];
    expect(toPlaceDocument({ ...record, names, brand: 'Heineken' })).toEqual({
      ...{ ...record, names, brand: 'Heineken', kinds: { id: ['amenity/bar'] } },
      search: {
        otherNames: ["L'Été", 'LÉté', 'Taberna', 'Casa', 'Heineken'],
        exactOtherNames: ["L'Été", 'LÉté', 'L Été', 'Taberna', 'Heineken'],
        ...{ nameNumber: nameNumber(nameKey('Bar')), rank: 0, categoryKeys: [] },
        kinds: { ...NO_KINDS, named: ['amenity/bar'] },
        narrowestKind: 'amenity/bar',
      },
    });
    expect(toPlaceDocument({ ...record, names: names.slice(0, 2), brand: 'bar' }).search).toEqual({
      nameNumber: nameNumber(nameKey('Bar')),
      rank: 0,
      categoryKeys: [],
      kinds: { ...NO_KINDS, named: ['amenity/bar'] },
      narrowestKind: 'amenity/bar',
    });
  });

  it('has one number for spellings of a name', () => {
    const numbers = (...names: string[]) =>
      new Set(names.map((name) => toPlaceDocument({ ...record, name }).search.nameNumber));
    expect(numbers('7-Eleven', '7 Eleven', '7ELEVEN', '7 éleven!').size).toBe(1);
    expect(numbers('!!!', '!!', '7', '7 Eleven').size).toBe(4);
    for (const number of numbers('Bar', '!!!', '가')) expect(Number.isSafeInteger(number)).toBe(true);
  });

  it.each([
    [{}, 0],
    [{ pageviews: '99' }, 0.2],
    [{ pageviews: '99', rating: '4.5' }, 0.65],
    [{ rating: '5', reviews: '1' }, 0.333],
    [{ rating: '4.6', reviews: '11' }, 0.44],
    [{ reviews: '0' }, 0],
  ])('has its popularity as a number: %j', (statistics, rank) => {
    expect(toPlaceDocument({ ...record, statistics }).search.rank).toBeCloseTo(rank);
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
      search: {
        nameNumber: nameNumber(nameKey(city)),
        rank: 0,
        categoryKeys: [JSON.stringify([id, categories[0]?.name])],
        kinds: NO_KINDS,
      },
      original: written,
    });
    expect(toPlaceDocument({ ...record, name: city })).not.toHaveProperty('original');
  });

  it('has no point without a location', () => {
    expect(toPlaceDocument(record)).not.toHaveProperty('geo');
  });
});
