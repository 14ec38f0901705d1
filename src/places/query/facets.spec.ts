import { parseFacets, readFacets, type CountedValues } from './facets.js';

const allowed = [
  'address.country',
  'address.state',
  'address.city',
  'address.district',
  'categories.name',
  'categories.subcategory.name',
  'utilities.name',
];

describe('facet.field', () => {
  it('takes every facetable field, in any spelling and order', () => {
    const parsed = parseFacets(['utilities.utility.name', 'address.city']);
    expect(parsed).toMatchObject({
      value: [
        { name: 'utilities.utility.name', field: { name: 'utilities.name' } },
        { name: 'address.city', field: { name: 'address.city' } },
      ],
    });
    expect(parseFacets(allowed)).toMatchObject({ ok: true, value: { length: allowed.length } });
  });

  it.each([
    ['citi', { reason: 'unknown field "citi"; /v2/places/fields lists the fields', suggestion: 'address.city' }],
    ['zzz', { reason: 'unknown field "zzz"; /v2/places/fields lists the fields' }],
    ['name', { reason: 'the values of "name" cannot be counted' }],
    ['phones.phone', { reason: 'the values of "phones.phone" cannot be counted' }],
  ])('is a fault: %s', (value, fault) => {
    expect(parseFacets([value])).toEqual({ ok: false, faults: [{ value, allowed, ...fault }] });
  });

  it('is a fault twice, in whatever spelling', () => {
    const reason = '"categories.category.name" is counted twice';
    const value = 'categories.category.name';
    expect(parseFacets(['categories.name', value])).toEqual({ ok: false, faults: [{ value, reason }] });
  });

  it('is looked at no more than a few times, however often it stands', () => {
    expect(parseFacets(Array.from({ length: 1000 }, () => 'citi'))).toMatchObject({ faults: { length: 8 } });
    expect(parseFacets([...allowed, 'address.city'])).toEqual({
      ok: false,
      faults: [{ value: 'address.city', reason: 'at most 7 fields can be counted' }],
    });
  });
});

describe('the values that were counted', () => {
  const bucket = (key: string, doc_count: number, ...spellings: string[]) => ({
    key,
    doc_count,
    written: { buckets: spellings.map((spelling) => ({ key: spelling })) },
  });

  function valuesOf(...buckets: CountedValues['buckets'][number][]): string[] {
    const fields = parseFacets(['address.city']);
    if (!fields.ok) throw new Error('address.city has facets');
    const [facet] = readFacets({ fields: fields.value, limit: 10 }, { 'address.city': { buckets } });
    return facet?.buckets.map(({ value, found }) => `${value} ${found}`) ?? [];
  }

  it.each([
    ['the most frequent spelling', bucket('sao paulo', 4, 'São Paulo', 'SÃO PAULO', 'Sao Paulo'), 'São Paulo 4'],
    ['no value of another bucket', bucket('bares', 2, 'Restaurantes', 'Bares'), 'Bares 2'],
    ['a letter that folds to two', bucket('strasse', 1, 'Straße'), 'Straße 1'],
    ['a letter with a stroke', bucket('malmo', 1, 'Malmø'), 'Malmø 1'],
    ['the folded value where no spelling is known', bucket('bares', 1, 'Restaurantes'), 'bares 1'],
  ])('show %s', (_, counted, expected) => {
    expect(valuesOf(counted)).toEqual([expected]);
  });

  it('are none where nothing was found', () => {
    expect(valuesOf()).toEqual([]);
  });
});
