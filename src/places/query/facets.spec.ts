import { parseFacets, readFacets, type CountedValues } from './facets.js';

const paths = [
  'address.country',
  'address.state',
  'address.city',
  'address.district',
  'categories.name',
  'categories.subcategory.name',
  'utilities.name',
];

const others = ['categories.category.name', 'categories.category.subcategory.name', 'utilities.utility.name'];

describe('facet.field', () => {
  it('takes every facetable field, in any spelling and order', () => {
    const parsed = parseFacets(['utilities.utility.name', 'address.city']);
    expect(parsed).toMatchObject({
      value: [
        { name: 'utilities.utility.name', field: { name: 'utilities.name' } },
        { name: 'address.city', field: { name: 'address.city' } },
      ],
    });
    expect(parseFacets(paths)).toMatchObject({ ok: true, value: { length: paths.length } });
  });

  it.each([
    ['citi', { reason: 'unknown field "citi"; /v2/places/fields lists the fields', suggestion: 'address.city' }],
    ['zzz', { reason: 'unknown field "zzz"; /v2/places/fields lists the fields' }],
    ['name', { reason: 'the values of "name" cannot be counted' }],
    ['phones.phone', { reason: 'the values of "phones.phone" cannot be counted' }],
  ])('is a fault: %s', (value, fault) => {
    const allowed = expect.arrayContaining([...paths, ...others]) as string[];
    expect(parseFacets([value])).toEqual({ ok: false, faults: [{ value, allowed, ...fault }] });
  });

  it('is a fault twice, in whatever spelling', () => {
    const reason = '"categories.category.name" is counted twice';
    const value = 'categories.category.name';
    expect(parseFacets(['categories.name', value])).toEqual({ ok: false, faults: [{ value, reason }] });
  });

  it('is looked at no more than a few times, however often it stands', () => {
    expect(parseFacets(Array.from({ length: 1000 }, () => 'citi'))).toMatchObject({ faults: { length: 8 } });
    expect(parseFacets([...paths, 'address.city'])).toEqual({
      ok: false,
      faults: [{ value: 'address.city', reason: 'at most 7 fields can be counted' }],
    });
  });
});

describe('the values that were counted', () => {
  const buckets = (...keys: string[]) => ({ buckets: keys.map((key) => ({ key, doc_count: 1 })) });

  function valuesOf(folded: CountedValues, written: CountedValues): string[] {
    const fields = parseFacets(['address.city']);
    if (!fields.ok) throw new Error('address.city has facets');
    const counted = { 'address.city': folded, 'address.city.written': written };
    return readFacets({ fields: fields.value, limit: 10 }, counted).flatMap((facet) =>
      facet.buckets.map(({ value }) => value),
    );
  }

  it.each([
    ['in the most frequent spelling', ['sao paulo'], ['São Paulo', 'SÃO PAULO', 'Sao Paulo'], ['São Paulo']],
    ['each in its own', ['a', 'b'], ['B', 'Á', 'b'], ['Á', 'B']],
    ['with accents of their own', ['sao'], ['Sa\u0303o'], ['Sa\u0303o']],
    ['with letters that fold to others', ['strasse', 'malmo'], ['Straße', 'Malmø'], ['Straße', 'Malmø']],
    ['with letters that only the index takes for others', ['ganca', 'tsal'], ['Gəncə', 'Ŧśał'], ['Gəncə', 'Ŧśał']],
    ['with the signs that they are written with', ["l'aquila - a"], ['L’Aquila – A'], ['L’Aquila – A']],
    ['with letters that are two', ['finland', 'full'], ['ﬁnland', 'ＦＵＬＬ'], ['ﬁnland', 'ＦＵＬＬ']],
    ['with the sigma that ends a word', ['πατρασ'], ['ΠΑΤΡΑΣ', 'Πάτρας'], ['ΠΑΤΡΑΣ']],
    [
      'without mixing letters that differ by a mark of theirs',
      ['กัน', 'กิน', 'ガス'],
      ['กิน', 'กัน', 'カス'],
      ['กัน', 'กิน', 'ガス'],
    ],
    ['folded where no spelling is known', ['bares'], ['Restaurantes'], ['bares']],
  ])('show %s', (_, folded, written, expected) => {
    expect(valuesOf(buckets(...folded), buckets(...written))).toEqual(expected);
  });

  it('are none where nothing was found', () => {
    expect(valuesOf(buckets(), buckets())).toEqual([]);
  });
});
