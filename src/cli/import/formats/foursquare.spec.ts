import { foursquare } from './foursquare.js';
import { parseOpenDataRecord } from './open-data-places.js';

const read = (value: unknown) => parseOpenDataRecord(value, foursquare);

const row = (columns: object): unknown => {
  const result = read({ fsq_place_id: '4b05', name: 'Katz', ...columns });
  return 'row' in result ? result.row : result;
};

describe('foursquare', () => {
  it('reads a row of CSV, where every value is a string', () => {
    const columns = {
      ...{ latitude: '40.7223', longitude: '-7.39872E1', address: '205 E Houston St', locality: 'New York' },
      ...{ region: 'US-NY', postcode: '10002', country: 'us', date_closed: '', tel: '(212) 254-2246 x3' },
      website: 'katz.example.com',
      fsq_category_ids: '[4bf58dd8, 4d4b7105]',
      fsq_category_labels: '[Dining and Drinking > Restaurant > Deli, Retail]',
    };
    const deli = { id: '4bf58dd8', name: 'Deli' };
    expect(row(columns)).toMatchObject({
      id: 'foursquare-4b05',
      phones: ['2122542246'],
      url_service: 'http://katz.example.com',
      ...{ country: 'US', state: 'NY', city: 'New York', street: 'E Houston St', number: '205', zipcode: '10002' },
      ...{ lat: '40.7223', lng: '-73.9872' },
      categories: [
        { id: 'foursquare-dining-and-drinking', name: 'Dining and Drinking', subcategory: deli },
        { id: 'foursquare-retail', name: 'Retail' },
      ],
    });
  });

  it('reads a row of Parquet, with typed values', () => {
    const categories = { fsq_category_ids: ['a'], fsq_category_labels: ['Retail > Shop'] };
    expect(row({ latitude: 1.5, longitude: -2, date_closed: null, ...categories })).toMatchObject({
      lat: '1.5',
      lng: '-2',
      categories: [{ subcategory: { id: 'a' } }],
    });
  });

  it('takes the geometry if there are no coordinates', () => {
    const geom = { type: 'Point', coordinates: [4, 5] };
    expect(row({ latitude: null, longitude: null, geom })).toMatchObject({ lat: '5', lng: '4' });
    expect(row({ latitude: '', longitude: '', geom: '0101' })).toMatchObject({ lat: null, lng: null });
  });

  it('skips closed places and places without a name', () => {
    expect(row({ date_closed: '2024-01-01', name: null })).toEqual({ id: 'foursquare-4b05', closed: true });
    expect(read({ fsq_place_id: '1', name: '' })).toEqual({ skipped: 'has no name' });
  });

  it.each([
    [{ fsq_place_id: '' }, 'fsq_place_id: null must be the identifier of the place'],
    [{ latitude: '91', longitude: '0' }, 'location.lat: "91" must be a decimal number from -90 to 90'],
    [{ latitude: '40,7', longitude: '0' }, 'location.lat: "40,7" must be a decimal number from -90 to 90'],
    [{ name: { en: 'Katz' } }, 'name: {"en":"Katz"} must be a string'],
  ])('rejects %j', (columns, reason) => {
    expect(row(columns)).toEqual({ rejected: reason });
  });

  it.each([
    [{ fsq_category_ids: '[a', fsq_category_labels: '' }, 'fsq_category_ids', 'must be a list, [a, b] or {a,b}'],
    [
      { fsq_category_ids: '[a]', fsq_category_labels: '["A","B"]' },
      'fsq_category_labels',
      'must be 1 labels, one for each of fsq_category_ids',
    ],
    [{ tel: 'n.a.' }, 'phones[0]', 'holds no telephone number'],
    [{ website: 'tbd...' }, 'urlService', 'is no web address'],
    [{ locality: { en: 'X' } }, 'locality', 'must be a string'],
  ])('leaves out the faults of %j', (columns, member, reason) => {
    expect(read({ fsq_place_id: '4b05', name: 'Katz', ...columns })).toEqual({
      row: expect.objectContaining({ name: 'Katz', phones: [], url_service: null, categories: [], city: null }),
      faults: [expect.objectContaining({ member, reason })],
    });
  });

  it('keeps an address that does not start with a house number of the country', () => {
    expect(row({ address: '9 de Julio 1234', country: 'AR' })).toMatchObject({ street: '9 de Julio', number: '1234' });
    expect(row({ address: 'Rua 7', country: 'BR' })).toMatchObject({ street: 'Rua 7', number: null });
  });

  it('rejects a row with other columns than the header', () => {
    expect(read(['4b05', 'Katz'])).toEqual({ rejected: 'has 2 columns, unlike the header' });
  });
});
