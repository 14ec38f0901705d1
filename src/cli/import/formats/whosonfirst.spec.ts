import { type OpenDataPlace } from './define.js';
import { OptionalMembers } from './field-values.js';
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

  it.each<[object, string]>([
    [{ properties: 5 }, 'properties: 5 must be an object'],
    [{ properties: {}, id: 'a1' }, 'wof:id: "a1" must be the number of the record'],
    [{ properties: {}, id: '1a' }, 'wof:id: "1a" must be the number of the record'],
    [{ properties: {}, id: {} }, 'id: {} must be a string'],
    [{ properties: {}, id: null }, 'wof:id: null must be the number of the record'],
    [{ properties: { 'wof:id': 1, 'wof:superseded_by': 5 } }, 'wof:superseded_by: 5 must be a list'],
    [{ properties: { 'wof:id': 1, 'wof:placetype': {} } }, 'wof:placetype: {} must be a string'],
  ])('rejects %j', (more, rejected) => {
    expect(read({}, more)).toEqual({ rejected });
  });

  it.each<[object, string]>([
    [{ 'sg:classifiers': 5 }, 'sg:classifiers'],
    [{ 'sg:categories': 5 }, 'sg:classifiers'],
    [{ 'sg:classifiers': [{}, 5] }, 'sg:classifiers[1]'],
    [{ 'sg:classifiers': [{ type: {} }] }, 'sg:classifiers[0].type'],
    [{ 'sg:classifiers': [{ category: {} }] }, 'sg:classifiers[0].category'],
    [{ 'sg:classifiers': [{ category: 'A', subcategory: {} }] }, 'sg:classifiers[0].subcategory'],
    [{ 'sg:classifiers': [{ type: '!' }] }, 'sg:classifiers[0].type'],
  ])('names the member that it leaves out: %j', (properties, member) => {
    expect(read(properties)).toMatchObject({ row: { categories: [] }, faults: [{ member }] });
  });

  it('gives category maps all names of a category', () => {
    const classifiers = [
      { type: 'Place', category: 'Food', subcategory: 'Bar' },
      { type: 'Place', category: null, subcategory: 'Park' },
      { type: 'None', category: 'Food', subcategory: '' },
      { type: null, category: 'N/A' },
    ];
    const { categories } = whosonfirst.parse(
      venue({ 'sg:classifiers': classifiers }),
      new OptionalMembers(),
    ) as OpenDataPlace;
    const food = { id: 'whosonfirst-food', name: 'Food' };
    expect(categories).toEqual([
      {
        ...{ ...food, subcategory: { id: 'whosonfirst-food.bar', name: 'Bar' } },
        ...{ names: ['Food > Bar', 'Bar'], parentNames: ['Food', 'Place'] },
      },
      {
        ...{ id: 'whosonfirst-place', name: 'Place', subcategory: { id: 'whosonfirst-place.park', name: 'Park' } },
        ...{ names: ['Place > Park', 'Park'], parentNames: ['Place', 'Place'] },
      },
      { ...food, names: ['Food'], parentNames: ['Food'] },
    ]);
  });

  it.each<[object, object]>([
    ...['addr:phone', 'contact:phone', 'sg:phone'].map((field): [object, object] => [
      { [field]: '112' },
      { phones: ['112'] },
    ]),
    ...['addr:website', 'contact:website', 'sg:website'].map((field): [object, object] => [
      { [field]: 'a.example' },
      { url_service: 'http://a.example' },
    ]),
    ...['addr:country', 'wof:country', 'iso:country'].map((field): [object, object] => [
      { [field]: 'de' },
      { country: 'DE' },
    ]),
    ...['addr:state', 'addr:province', 'sg:province'].map((field): [object, object] => [
      { [field]: 'A' },
      { state: 'A' },
    ]),
    ...['addr:city', 'sg:city'].map((field): [object, object] => [{ [field]: 'A' }, { city: 'A' }]),
    ...['addr:postcode', 'sg:postcode'].map((field): [object, object] => [{ [field]: '1' }, { zipcode: '1' }]),
    [{ 'wof:country': '-99' }, { country: null }],
    [{ 'wof:country': 'xxDE' }, { country: null }],
    [{ 'wof:country': 'DEU' }, { country: null }],
    [{ 'addr:housenumber': '5' }, { street: null, number: null }],
    [{ 'geom:latitude': 1 }, { lat: '41.8', lng: '-71.4' }],
    [
      { 'geom:latitude': '1', 'geom:longitude': 2 },
      { lat: '41.8', lng: '-71.4' },
    ],
    [
      { 'geom:latitude': 1, 'geom:longitude': '2' },
      { lat: '41.8', lng: '-71.4' },
    ],
    [
      { 'geom:latitude': 0, 'geom:longitude': 2 },
      { lat: '0', lng: '2' },
    ],
    [
      { 'geom:latitude': 2, 'geom:longitude': 0 },
      { lat: '2', lng: '0' },
    ],
    [{ 'edtf:cessation': '2014?' }, { closed: true }],
    [{ 'edtf:cessation': '2014%' }, { closed: true }],
    [{ 'edtf:cessation': '2014-uu-uu' }, { closed: true }],
    [{ 'edtf:cessation': '2014-05~x' }, { name: 'Diner' }],
    [{ 'wof:superseded_by': [0, -1] }, { name: 'Diner' }],
    [{ 'wof:superseded_by': [-1, 874] }, { closed: true }],
  ])('reads %j', (properties, expected) => {
    expect(row(properties)).toMatchObject(expected);
  });
});
