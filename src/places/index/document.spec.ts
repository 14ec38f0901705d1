import { indexDocument } from './document.js';

const record = { id: '1', name: 'Bar', phones: [], categories: [] };

describe('the document of a place', () => {
  it('is its record and its location as a point', () => {
    const located = { ...record, location: { lat: '-23.55', lng: '-46.63' } };
    expect(indexDocument(located)).toMatchObject({ ...located, geo: { lat: -23.55, lon: -46.63 } });
  });

  it('holds its categories as type-ahead counts them', () => {
    const categories = [{ id: '7', name: 'Mercados' }];
    expect(indexDocument({ ...record, categories }).search.categoryKeys).toEqual(['["7","Mercados"]']);
  });

  it('holds its name as type-ahead reads it: a second time where punctuation may be left out', () => {
    expect(indexDocument(record).search.names).toEqual(['Bar']);
    expect(indexDocument({ ...record, name: "D'Angelo & Wal-Mart" }).search.names).toEqual([
      "D'Angelo & Wal-Mart",
      'DAngelo  WalMart',
    ]);
  });

  it('has no point without a location', () => {
    expect(indexDocument(record)).not.toHaveProperty('geo');
  });
});
