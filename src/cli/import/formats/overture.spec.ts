import { overture } from './overture.js';
import { type OpenDataPlace } from './define.js';
import { OptionalMembers } from './field-values.js';
import { parseOpenDataRecord } from './open-data-places.js';

const read = (feature: unknown) => parseOpenDataRecord(feature, overture);

/** Has what Parquet would have: the columns that the format names. */
const inColumns = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => overture.columns?.includes(name)));

const geometry = { type: 'Point', coordinates: [151.1456, -33.7983] };

const feature = (properties: object, more: object = {}) => ({
  type: 'Feature',
  ...inColumns({ geometry }),
  properties: inColumns({ id: '2d80', names: { primary: 'Wacom' }, ...properties }),
  ...more,
});

const row = (properties: object, more?: object): unknown => {
  const result = read(feature(properties, more));
  return 'row' in result ? result.row : result;
};

describe('overture', () => {
  it('reads a whole feature', () => {
    const properties = {
      names: { primary: ' Wacom Australia ', common: null },
      websites: ['http://www.wacom.com.au'],
      phones: ['+61 2 9422 6700'],
      addresses: [
        { freeform: '3 Richardson Pl', locality: 'Sydney', postcode: '2113', region: 'New South Wales', country: 'AU' },
      ],
      operating_status: 'open',
      taxonomy: { primary: 'restaurant', hierarchy: ['food_and_drink', 'eatery', 'restaurant'] },
    };
    const restaurant = { id: 'overture-restaurant', name: 'Restaurant' };
    expect(row(properties)).toMatchObject({
      id: 'overture-2d80',
      name: 'Wacom Australia',
      phones: ['61294226700'],
      url_service: 'http://www.wacom.com.au',
      ...{ country: 'AU', state: 'NSW', city: 'Sydney', street: 'Richardson Pl', number: '3', zipcode: '2113' },
      ...{ lat: '-33.7983', lng: '151.1456' },
      categories: [{ id: 'overture-food_and_drink', name: 'Food and drink', subcategory: restaurant }],
    });
  });

  it('reads further names and the brand', () => {
    const properties = {
      names: {
        primary: 'Metro',
        common: { pt: 'Metrô', 'zh-Hant': '地鐵' },
        rules: [
          { variant: 'alternate', language: null, value: 'Underground', between: null },
          { variant: 'official', language: 'en', value: 'Metro Ltd' },
          { variant: 'short', value: 'M' },
          { variant: 'common', language: 'en', value: 'Tube' },
          { variant: 'common', language: null, value: 'Metro' },
          { variant: 'official', value: null },
        ],
      },
      brand: { wikidata: 'Q1', names: { primary: null, common: { en: 'Metro Inc' }, rules: null } },
    };
    const read = {
      names: [
        { text: 'Metrô', language: 'pt' },
        { text: '地鐵', language: 'zh-Hant' },
        { text: 'Underground', type: 'alternative' },
        { text: 'Metro Ltd', language: 'en', type: 'official' },
        { text: 'M', type: 'short' },
        { text: 'Tube', language: 'en' },
      ],
      brand: 'Metro Inc',
    };
    expect(row(properties)).toMatchObject(read);
    const texts = { names: JSON.stringify(properties.names), brand: JSON.stringify(properties.brand) };
    expect(row(texts)).toMatchObject(read);
    expect(row({ brand: { names: { primary: 'M', common: { en: 'X' } } } })).toMatchObject({ names: null, brand: 'M' });
  });

  it('treats null as absent everywhere', () => {
    const empty = {
      names: { primary: null, common: { en: 'Wacom' } },
      ...{ categories: null, basic_category: null, taxonomy: null, websites: null, phones: [null] },
      ...{ addresses: [null, { freeform: null, region: null, country: null }], operating_status: null },
    };
    expect(row(empty, { geometry: null })).toMatchObject({ name: 'Wacom', lat: null, street: null, categories: [] });
  });

  it.each([
    // Older releases.
    [{ categories: { primary: 'bar', alternate: ['pub', 'bar', 'pub'] } }, [['overture-bar'], ['overture-pub']]],
    [{ categories: { primary: 'bar' }, basic_category: 'nightlife' }, [['overture-nightlife', 'overture-bar']]],
    [{ taxonomy: { primary: 'bar', hierarchy: ['bar'], alternates: ['cafe'] } }, [['overture-bar'], ['overture-cafe']]],
  ])('reads the categories of %j', (properties, expected) => {
    const { categories } = row(properties) as { categories: { id: string; subcategory?: { id: string } }[] };
    expect(categories.map(({ id, subcategory: below }) => (below ? [id, below.id] : [id]))).toEqual(expected);
  });

  it('reads nested fields that are texts of JSON', () => {
    const fields = {
      names: { primary: null, common: { en: 'Wacom' } },
      categories: { primary: 'bar' },
      phones: ['+61294226700'],
      websites: ['https://wacom.example'],
      addresses: [{ locality: 'Sydney', region: 'NSW', country: 'AU' }],
    };
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
    expect(row(texts)).toEqual(row(fields));
    expect(row(texts)).toMatchObject({ name: 'Wacom', city: 'Sydney', phones: ['61294226700'] });
    for (const common of [[['en', 'Wacom']], [{ key: 'en', value: 'Wacom' }], '{"en":"Wacom"}']) {
      expect(row({ names: { primary: null, common } })).toMatchObject({ name: 'Wacom' });
    }
    expect(read(feature({ names: '{"primary":' }))).toEqual({
      rejected: 'names: "{\\"primary\\":" must be an object',
    });
  });

  it('removes places that are sure not to exist', () => {
    expect(row({ confidence: 0 })).toEqual({
      ...{ id: 'overture-2d80', closed: true, lat: '-33.7983', lng: '151.1456' },
    });
    expect(row({ confidence: 0.01 })).toMatchObject({ id: 'overture-2d80', name: 'Wacom' });
  });

  it('finds the identifier in the feature or in its properties', () => {
    expect(row({ id: null }, { id: 'above' })).toMatchObject({ id: 'overture-above' });
    expect(read(feature({ id: null }))).toEqual({ rejected: 'id: null must be the identifier of the place' });
  });

  it('skips permanently closed places and places without a name', () => {
    expect(read(feature({ operating_status: 'permanently_closed', names: null }))).toEqual({
      skipped: 'is closed',
      row: { id: 'overture-2d80', closed: true, lat: '-33.7983', lng: '151.1456' },
    });
    expect(read(feature({ names: { primary: '  ' } }))).toEqual({ skipped: 'has no name' });
    expect(row({ operating_status: 'temporarily_closed' })).toMatchObject({ id: 'overture-2d80' });
  });

  it.each([
    [{ names: 'Wacom' }, 'names: "Wacom" must be an object'],
    [
      { operating_status: 'shut' },
      'operating_status: "shut" must be one of open, temporarily_closed, permanently_closed',
    ],
  ])('rejects %j', (properties, reason) => {
    expect(read(feature(properties))).toEqual({ rejected: reason });
  });

  it('leaves out members that do not follow the format', () => {
    const properties = {
      ...{ phones: {}, websites: [5, {}], categories: 'bar' },
      addresses: [{ freeform: '3 Richardson Pl', locality: ['Sydney'], country: 'AU' }],
    };
    expect(read(feature(properties))).toEqual({
      row: expect.objectContaining({
        name: 'Wacom',
        phones: [],
        url_service: null,
        street: 'Richardson Pl',
        city: null,
      }),
      faults: [
        { member: 'phones', value: {}, reason: 'must be a string' },
        { member: 'websites[1]', value: {}, reason: 'must be a string' },
        { member: 'addresses[0].locality', value: ['Sydney'], reason: 'must be a string' },
        { member: 'categories', value: 'bar', reason: 'must be an object' },
      ],
    });
  });

  it('reads the free texts by the country of the address or the position', () => {
    const free = (country?: string): object => ({
      ...{ phones: ['fax 030 1234567', '030 / 7654321'], websites: ['info@example.com', 'www.example.com'] },
      addresses: [{ freeform: 'Straße des 17. Juni 135', country }],
    });
    const faults = [
      { member: 'phones[0]', value: '030 1234567', reason: 'is a fax number' },
      { member: 'urlService', value: 'info@example.com', reason: 'is no web address' },
    ];
    const values = { phones: ['0307654321'], url_service: 'http://www.example.com', number: '135' };
    expect(read(feature(free('DE')))).toEqual({ row: expect.objectContaining(values), faults });
    const berlin = { geometry: { type: 'Point', coordinates: [13.4, 52.5] } };
    expect(read(feature(free(), berlin))).toEqual({ row: expect.objectContaining(values), faults });
  });

  it('rejects coordinates out of range', () => {
    const geometry = { type: 'Point', coordinates: [181, -91] };
    expect(read(feature({}, { geometry }))).toEqual({
      rejected: expect.stringMatching(/^location.lat: -91 must be .*; location.lng: 181 must be /),
    });
  });

  it.each<[object, string]>([
    [{ id: {} }, 'id: {} must be a string'],
    [{ names: { primary: {} } }, 'names.primary: {} must be a string'],
    [{ names: { common: 5 } }, 'names.common: 5 must be an object'],
    [{ names: { common: [5] } }, 'names.common[]: 5 must be an object'],
    [{ names: { common: { en: {} } } }, 'names.common.en: {} must be a string'],
  ])('names the member for which it rejects %j', (properties, rejected) => {
    expect(read(feature(properties))).toEqual({ rejected });
  });

  it.each<[object, string]>([
    [{ names: { primary: 'A', rules: 5 } }, 'names.rules'],
    [{ names: { primary: 'A', rules: [5] } }, 'names.rules[0]'],
    [{ names: { primary: 'A', rules: [{}, { value: {} }] } }, 'names.rules[1].value'],
    [{ names: { primary: 'A', rules: [{ value: 'B', variant: {} }] } }, 'names.rules[0].variant'],
    [{ names: { primary: 'A', rules: [{ value: 'B', language: {} }] } }, 'names.rules[0].language'],
    [{ brand: 5 }, 'brand'],
    [{ brand: { names: 5 } }, 'brand.names'],
    [{ addresses: 5 }, 'addresses'],
    [{ addresses: [null, 5] }, 'addresses[0]'],
    [{ taxonomy: 5 }, 'taxonomy'],
    [{ taxonomy: { hierarchy: 5 } }, 'taxonomy.hierarchy'],
    [{ taxonomy: { primary: {} } }, 'taxonomy.primary'],
    [{ taxonomy: { primary: 'bar', alternates: 5 } }, 'taxonomy.alternates'],
    [{ categories: { primary: {} } }, 'categories.primary'],
    [{ categories: { primary: 'bar', alternate: 5 } }, 'categories.alternate'],
    [{ basic_category: {} }, 'basic_category'],
    [{ basic_category: {}, categories: { primary: 'bar' } }, 'basic_category'],
  ])('names the member that it leaves out: %j', (properties, member) => {
    expect(read(feature(properties))).toMatchObject({ faults: [{ member }] });
  });

  it('gives category maps all names of a category', () => {
    const { categories, names } = overture.parse(
      feature({
        names: { primary: 'A', common: [['en', null]], rules: [{ value: null }, { value: 'B' }] },
        taxonomy: {
          hierarchy: ['food', 'eatery', 'fast_food', 'burger'],
          alternates: ['bar', 'eatery', 'burger', 'bar'],
        },
      }),
      new OptionalMembers(),
    ) as OpenDataPlace;
    expect(categories).toEqual([
      {
        ...{ id: 'overture-food', name: 'Food', subcategory: { id: 'overture-burger', name: 'Burger' } },
        ...{ names: ['burger', 'fast_food', 'eatery'], parentNames: ['food'] },
      },
      { id: 'overture-bar', name: 'Bar', names: ['bar'], parentNames: [], isFurther: true },
    ]);
    expect(names).toEqual([{ text: 'B', language: undefined }]);
  });
});
