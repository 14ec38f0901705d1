import { indexDocument } from './document.js';

const record = { id: '1', name: 'Bar', phones: [], categories: [] };

describe('the document of a place', () => {
  it('is its record and its location as a point', () => {
    const located = { ...record, location: { lat: '-23.55', lng: '-46.63' } };
    expect(indexDocument(located)).toEqual({ ...located, geo: { lat: -23.55, lon: -46.63 } });
  });

  it('holds its categories as type-ahead counts them', () => {
    const categories = [{ id: '7', name: 'Mercados' }];
    expect(indexDocument({ ...record, categories }).search).toEqual({ categoryKeys: ['["7","Mercados"]'] });
  });

  it('has no point without a location', () => {
    expect(indexDocument(record)).toEqual(record);
  });
});
