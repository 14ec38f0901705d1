import { OptionalMembers } from './field-values.js';
import { foursquare } from './foursquare.js';
import { parseOpenDataRecord } from './open-data-places.js';

/** Has what Parquet would have: the columns that the format names. */
const read = (value: object) => {
  const columns = Object.entries(value).filter(([name]) => foursquare.columns?.includes(name));
  return parseOpenDataRecord(Array.isArray(value) ? value : Object.fromEntries(columns), foursquare);
};

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

  it('takes 0, 0 for no position', () => {
    const at = { latitude: '0.0', longitude: '0' };
    expect(row({ ...at, country: 'BR', tel: '+55 11 3333-4444' })).toMatchObject({
      ...{ lat: null, lng: null },
      phones: ['551133334444'],
    });
    expect(read({ fsq_place_id: '4b05', ...at, date_closed: '2020-01-01' })).toEqual({
      skipped: 'is closed',
      row: { id: 'foursquare-4b05', lat: null, lng: null, closed: true },
    });
  });

  it('reads a row of Parquet, with typed values', () => {
    const categories = { fsq_category_ids: ['a'], fsq_category_labels: ['Retail > Shop'] };
    expect(row({ latitude: '+40.72', longitude: '-7.399e1' })).toMatchObject({ lat: '40.72', lng: '-73.99' });
    expect(row({ latitude: 1.5, longitude: -2, date_closed: null, ...categories })).toMatchObject({
      lat: '1.5',
      lng: '-2',
      categories: [{ subcategory: { id: 'a' } }],
    });
  });

  it('reads coordinates without a digit before the point', () => {
    expect(row({ latitude: '51.', longitude: '-.127758' })).toMatchObject({ lat: '51', lng: '-0.127758' });
  });

  it('takes the geometry if there are no coordinates', () => {
    const geom = { type: 'Point', coordinates: [4, 5] };
    expect(row({ latitude: null, longitude: null, geom })).toMatchObject({ lat: '5', lng: '4' });
    expect(row({ latitude: '', longitude: '', geom: '0101' })).toMatchObject({ lat: null, lng: null });
    for (const half of [{ latitude: '1' }, { longitude: '1' }])
      expect(row({ ...half, geom })).toMatchObject({ lat: '5', lng: '4' });
  });

  const nulls = [
    ...['NULL', 'null', '\\N', 'NaT', 'None', 'nan', 'NaN', '<NA>', 'N/A', '#N/A', '(null)', '[NULL]', 'nil', '-', ' '],
    ...['NA', '0000-00-00', '0000-00-00 00:00:00', '0001-01-01T00:00:00Z'],
  ];
  it.each(nulls)('takes %j for no closing date', (date_closed) => {
    expect(row({ date_closed })).toMatchObject({ name: 'Katz' });
  });

  it.each(['nan', 'NULL', '\\N', 'None', 'NA'])('takes %j for null in every column', (none) => {
    const columns = ['address', 'locality', 'postcode', 'tel', 'website', 'latitude', 'longitude'];
    expect(
      row({ ...Object.fromEntries(columns.map((name) => [name, none])), unresolved_flags: `[${none}]` }),
    ).toMatchObject({
      ...{ street: null, city: null, zipcode: null, phones: [], url_service: null, lat: null, categories: [] },
    });
    expect(row({ fsq_category_ids: none, fsq_category_labels: '[Retail, NULL]' })).toMatchObject({
      categories: [{ name: 'Retail' }],
    });
  });

  it('knows no null markers that are names: NA is Namibia, Nan a city', () => {
    const names = { name: 'NA', country: 'NA', state: 'NA', city: 'Nan' };
    expect(row({ name: 'NA', country: 'NA', locality: 'Nan', region: 'NA' })).toMatchObject(names);
    expect(read({ fsq_place_id: '1', name: 'NULL' })).toEqual({ skipped: 'has no name' });
    expect(read({ fsq_place_id: 'nan', name: 'Katz' })).toHaveProperty('rejected');
    expect(read({ fsq_place_id: 'NA', name: 'Katz' })).toHaveProperty('rejected');
  });

  it('reads numbers that a program made of texts', () => {
    expect(row({ fsq_place_id: '12.0', tel: '14015550100.0', postcode: '2903.0' })).toMatchObject({
      ...{ id: 'foursquare-12', phones: ['14015550100'], zipcode: '2903' },
    });
  });

  it.each([
    '2020-01-01',
    '2020-02-29T23:59:59.999Z',
    '2020-01-01 00:00:00',
    '2020-01-01 00:00:00+00',
    '2020-01-01 10:00:00.000 UTC',
    '2020-01-01T10:00:00+02:00',
  ])('closes a place at %j', (date_closed) => {
    expect(row({ date_closed })).toEqual({ id: 'foursquare-4b05', closed: true, lat: null, lng: null });
  });

  it.each(['1970-01-01T00:00:00Z', '1969-12-31 19:00:00'])(
    'keeps a place, and reports it, if a program wrote %j for no closing date',
    (date_closed) => {
      const reason = 'is what programs write for no date, and closes no place';
      expect(read({ fsq_place_id: '1', name: 'Katz', date_closed })).toEqual({
        row: expect.objectContaining({ name: 'Katz' }),
        faults: [{ member: 'date_closed', value: date_closed, reason }],
      });
    },
  );

  it.each(['1970-01-02', '1900-01-02', '1970-06-01'])('closes a place at the old date %j', (date_closed) => {
    expect(row({ date_closed })).toEqual({ id: 'foursquare-4b05', closed: true, lat: null, lng: null });
  });

  it.each([...'9999-12-31 2999-01-01T00:00:00Z 2021-02-29 2020-13-01 2020 1577836800 yes 01/02/2020'.split(' ')])(
    'rejects the closing date %j',
    (date_closed) => {
      expect(read({ fsq_place_id: '1', name: 'Katz', date_closed })).toEqual({
        rejected: `date_closed: "${date_closed}" must be a date that has passed, YYYY-MM-DD`,
      });
    },
  );

  it.each([
    [['closed'], true],
    [['delete', 'duplicate'], true],
    ['[doesnt_exist]', true],
    ['["closed"]', true],
    ['closed', true],
    [['duplicate', 'privatevenue', 'inappropriate'], false],
    [[], false],
    [null, false],
    ['NULL', false],
  ])('closes a place by the unresolved flags %j: %j', (unresolved_flags, isClosed) => {
    expect('closed' in (row({ unresolved_flags }) as object)).toBe(isClosed);
  });

  it('skips closed places and places without a name', () => {
    const closed = { date_closed: '2024-01-01', name: null };
    const closedRow = { id: 'foursquare-4b05', closed: true };
    expect(row({ ...closed, latitude: '1', longitude: '2' })).toEqual({ ...closedRow, lat: '1', lng: '2' });
    // The position only matters to --bbox.
    expect(row({ ...closed, latitude: 'x', longitude: '2' })).toEqual({ ...closedRow, lat: null, lng: null });
    expect(read({ fsq_place_id: '1', name: '' })).toEqual({ skipped: 'has no name' });
  });

  it.each([
    [{ fsq_place_id: '' }, 'fsq_place_id: null must be the identifier of the place'],
    [{ latitude: '91', longitude: '0' }, 'location.lat: "91" must be a decimal number from -90 to 90'],
    [{ latitude: '40,7', longitude: '0' }, 'location.lat: "40,7" must be a decimal number from -90 to 90'],
    [{ name: { en: 'Katz' } }, 'name: {"en":"Katz"} must be a string'],
    [{ geom: { type: 'Point', coordinates: 5 } }, 'geom.coordinates: 5 must be a list'],
  ])('rejects %j', (columns, reason) => {
    expect(row(columns)).toEqual({ rejected: reason });
  });

  it.each([
    [{ fsq_category_ids: '[a', fsq_category_labels: '' }, 'fsq_category_ids', 'must be a list, [a, b] or {a,b}'],
    [
      { fsq_category_ids: '[a]', fsq_category_labels: '["A","B"]' },
      'fsq_category_labels',
      'must be 1 label, one for each of fsq_category_ids',
    ],
    [{ fsq_category_labels: '[A' }, 'fsq_category_labels', 'must be a list, [a, b] or {a,b}'],
    [{ tel: 'n.a.' }, 'phones[0]', 'holds no telephone number'],
    [{ website: 'tbd...' }, 'urlService', 'is no web address'],
    [{ locality: { en: 'X' } }, 'locality', 'must be a string'],
  ])('leaves out the faults of %j', (columns, member, reason) => {
    expect(read({ fsq_place_id: '4b05', name: 'Katz', ...columns })).toEqual({
      row: expect.objectContaining({ name: 'Katz', phones: [], url_service: null, categories: [], city: null }),
      faults: [expect.objectContaining({ member, reason })],
    });
  });

  it('gives category maps all names of a category', () => {
    const record = { fsq_place_id: '1', name: 'A', fsq_category_ids: ['a'], fsq_category_labels: ['Food >  Bar> ! '] };
    const labels = { ...record, fsq_category_ids: null, fsq_category_labels: ['Food > Bar', 'Food'] };
    const food = { id: 'foursquare-food', name: 'Food', parentNames: ['Food'] };
    const categories = [record, labels].map((value) => foursquare.parse(value, new OptionalMembers()));
    expect(categories).toMatchObject([
      { categories: [{ ...food, subcategory: { id: 'a', name: 'Bar' }, names: ['Food >  Bar> !', 'Bar', 'a'] }] },
      {
        categories: [
          { ...food, subcategory: { id: 'foursquare-food-bar', name: 'Bar' }, names: ['Food > Bar', 'Bar'] },
          { ...food, names: ['Food', 'Food'] },
        ],
      },
    ]);
    expect(read({ ...record, fsq_category_labels: '' })).toEqual({ row: expect.objectContaining({ categories: [] }) });
    expect(row(labels)).toMatchObject({ categories: [{}, { id: 'foursquare-food', name: 'Food' }] });
    expect((row(labels) as { categories: object[] }).categories[1]).not.toHaveProperty('subcategory');
  });

  it('keeps an address that does not start with a house number of the country', () => {
    expect(row({ address: '9 de Julio 1234', country: 'AR' })).toMatchObject({ street: '9 de Julio', number: '1234' });
    expect(row({ address: 'Rua 7', country: 'BR' })).toMatchObject({ street: 'Rua 7', number: null });
  });

  it('rejects a row with other columns than the header', () => {
    expect(read(['4b05', 'Katz'])).toEqual({ rejected: 'has 2 columns, unlike the header' });
  });

  it('reports flags that do not close, flags that cannot be read, and categories without letters', () => {
    const reason = 'does not say that the place is closed';
    const labels = { fsq_category_labels: ['***', 'Retail > Shop'] };
    const place = { fsq_place_id: '4b05', name: 'Katz', ...labels };
    const withFaults = (faults: object[]) => ({
      row: expect.objectContaining({ categories: [expect.objectContaining({ name: 'Retail' })] }) as unknown,
      faults: [...faults, { member: 'fsq_category_labels[0]', value: '***', reason: 'has neither letters nor digits' }],
    });
    expect(read({ ...place, unresolved_flags: ['duplicate'] })).toEqual(
      withFaults([{ member: 'unresolved_flags[0]', value: 'duplicate', reason, isKept: true }]),
    );
    expect(read({ ...place, unresolved_flags: '[closed' })).toEqual(
      withFaults([{ member: 'unresolved_flags', value: '[closed', reason: 'must be a list, [a, b] or {a,b}' }]),
    );
  });
});
