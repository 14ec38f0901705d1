import { parseOpenDataRecord } from './open-data-places.js';
import { whosonfirst } from './whosonfirst.js';

const venue = (properties: object, more: object = {}) => ({
  id: 873,
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-71.4, 41.8] },
  properties: { 'wof:id': 873, 'wof:name': 'Diner', 'wof:placetype': 'venue', ...properties },
  ...more,
});

const read = (properties: object, more?: object) => parseOpenDataRecord(venue(properties, more), whosonfirst);

const row = (properties: object, more?: object): unknown => {
  const result = read(properties, more);
  return 'row' in result ? result.row : result;
};

describe("Who's On First", () => {
  it('reads a venue', () => {
    const properties = {
      ...{ 'addr:housenumber': '10', 'addr:street': 'Main St', 'addr:full': '10 Main St Providence RI 02903' },
      ...{ 'sg:city': 'Providence', 'sg:province': 'RI', 'sg:postcode': '02903', 'wof:country': 'US' },
      ...{
        'sg:phone': '+1 401 555 0100',
        'sg:website': 'www.example.com',
        'mz:is_current': -1,
        'edtf:cessation': 'uuuu',
      },
      ...{ 'geom:latitude': 41.83, 'geom:longitude': -71.41, 'wof:superseded_by': [], 'edtf:deprecated': '' },
      'sg:classifiers': [
        { type: 'Public Place', category: 'Government', subcategory: 'Fire Station' },
        { type: 'Food & Drink', category: 'Restaurants', subcategory: 'None' },
      ],
    };
    const station = { id: 'whosonfirst-government.fire-station', name: 'Fire Station' };
    expect(row(properties)).toMatchObject({
      ...{ id: 'whosonfirst-873', name: 'Diner', phones: ['14015550100'], url_service: 'http://www.example.com' },
      ...{ street: 'Main St', number: '10', city: 'Providence', state: 'RI', zipcode: '02903', country: 'US' },
      ...{ lat: '41.83', lng: '-71.41' },
      categories: [
        { id: 'whosonfirst-government', name: 'Government', subcategory: station },
        { id: 'whosonfirst-restaurants', name: 'Restaurants' },
      ],
    });
  });

  it('takes the geometry if there is no position, and none for 0, 0', () => {
    expect(row({})).toMatchObject({ lat: '41.8', lng: '-71.4' });
    expect(row({ 'geom:latitude': 0, 'geom:longitude': 0 })).toMatchObject({ lat: null, lng: null });
  });

  it.each([
    { 'mz:is_current': 0 },
    { 'edtf:cessation': '2014-05-01' },
    { 'edtf:cessation': '2014~' },
    { 'edtf:cessation': '2014-XX-XX' },
    { 'edtf:cessation': '2014-05-uu' },
    { 'edtf:deprecated': '2014-05' },
    { 'wof:superseded_by': [874] },
    { 'wof:superseded_by': '[874]' },
  ])('closes %j', (properties) => {
    expect(read(properties)).toEqual({
      skipped: 'is closed',
      row: { id: 'whosonfirst-873', closed: true, lat: '41.8', lng: '-71.4' },
    });
  });

  it.each([
    { 'mz:is_current': 1 },
    { 'edtf:cessation': '..' },
    { 'edtf:cessation': 'open' },
    { 'edtf:cessation': '9999' },
    { 'edtf:cessation': '1970-01-01' },
    { 'edtf:cessation': '0001-01-01' },
    { 'edtf:deprecated': '1900-01-01~' },
    { 'wof:superseded_by': [] },
    { 'wof:country': 'XX' },
  ])('keeps %j open', (properties) => {
    expect(row(properties)).toMatchObject({ name: 'Diner', country: null });
  });

  it('skips records that are no venues, or have no name', () => {
    expect(read({ 'wof:placetype': 'locality' })).toEqual({ skipped: 'is of the type locality, not a venue' });
    expect(read({ 'wof:name': '' })).toEqual({ skipped: 'has no name' });
    expect(read({ 'wof:id': 'x' })).toEqual({ rejected: 'wof:id: "x" must be the number of the record' });
  });

  it('reads texts by the country, and loses only invalid values', () => {
    const properties = {
      ...{ 'wof:country': 'DE', 'sg:phone': '030 / 123456 Durchwahl 3', 'sg:address': 'Hauptstr. 5', 'sg:city': [] },
      ...{ 'sg:website': 'n.a.', 'sg:classifiers': [{ category: 'Food', subcategory: '***' }] },
    };
    expect(read(properties)).toEqual({
      row: expect.objectContaining({
        ...{ phones: ['030123456'], url_service: null, street: 'Hauptstr.', number: '5', city: null },
        categories: [{ id: 'whosonfirst-food', name: 'Food' }],
      }),
      faults: [
        { member: 'sg:city', value: [], reason: 'must be a string' },
        { member: 'sg:classifiers[0].subcategory', value: '***', reason: 'has neither letters nor digits' },
        { member: 'urlService', value: 'n.a.', reason: 'is no web address' },
      ],
    });
  });
});
