import { parseFacets } from '../query/facets.js';
import { readFacets, type FacetAggregation } from './facets.js';

describe('readFacets', () => {
  const buckets = (...keys: string[]) => ({ buckets: keys.map((key) => ({ key, doc_count: 1 })) });

  function valuesOf(folded: FacetAggregation, written: FacetAggregation): string[] {
    const fields = parseFacets('address.city');
    if (!fields.ok) throw new Error('address.city has facets');
    const counted = { 'address.city': folded, 'address.city.as_written': written };
    return readFacets({ fields: fields.value, limit: 10 }, counted).flatMap((facet) =>
      facet.buckets.map(({ value }) => value),
    );
  }

  it.each([
    ['the most frequent spelling', ['sao paulo'], ['São Paulo', 'SÃO PAULO', 'Sao Paulo'], ['São Paulo']],
    ['a spelling for each value', ['a', 'b'], ['B', 'Á', 'b'], ['Á', 'B']],
    ['combining accents', ['sao'], ['Sa\u0303o'], ['Sa\u0303o']],
    ['letters that fold to others', ['strasse', 'malmo'], ['Straße', 'Malmø'], ['Straße', 'Malmø']],
    ['letters that only asciifolding folds', ['ganca', 'tsal'], ['Gəncə', 'Ŧśał'], ['Gəncə', 'Ŧśał']],
    ['typographic punctuation', ["l'aquila - a"], ['L’Aquila – A'], ['L’Aquila – A']],
    ['ligatures and full-width letters', ['finland', 'full'], ['ﬁnland', 'ＦＵＬＬ'], ['ﬁnland', 'ＦＵＬＬ']],
    ['a final sigma', ['πατρασ'], ['ΠΑΤΡΑΣ', 'Πάτρας'], ['ΠΑΤΡΑΣ']],
    [
      'letters that differ by a mark that is not folded',
      ['กัน', 'กิน', 'ガス'],
      ['กิน', 'กัน', 'カス'],
      ['กัน', 'กิน', 'ガス'],
    ],
    ['the folded value if no spelling is found', ['bares'], ['Restaurantes'], ['bares']],
  ])('shows %s', (_, folded, written, expected) => {
    expect(valuesOf(buckets(...folded), buckets(...written))).toEqual(expected);
  });

  it('returns no values if no place was found', () => {
    expect(valuesOf(buckets(), buckets())).toEqual([]);
  });
});
