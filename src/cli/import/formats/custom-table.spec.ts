import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { readColumns } from './table-columns.js';
import { formatOf } from './formats.js';
import { parseOpenDataRecord } from './open-data-places.js';

const read = (value: unknown, columns?: string, name: 'csv' | 'geojson' = 'csv') =>
  parseOpenDataRecord(value, formatFor(columns, name));

const formatFor = (columns = '', name: 'csv' | 'geojson' = 'csv', id?: string) =>
  formatOf(name, readColumns(columns, id));

const row = (value: unknown, columns?: string, name?: 'csv' | 'geojson'): unknown => {
  const result = read(value, columns, name);
  return 'row' in result ? result.row : result;
};

const withoutIdentifier =
  'must be the identifier of the place: --id names other columns, --columns id= makes identifiers of name, position and address';

describe('a table of your own', () => {
  const folder = useTemporaryFolder();
  const usual = {
    ...{ Ref: '7.0', Title: 'Biblioteca', Y: '-23,96', X: '-46,33', Tel: '14015550100.0', 'Web site': 'b.example.com' },
    ...{ Country: 'br', Region: 'São Paulo', Town: 'Santos', Suburb: 'Gonzaga', Street: 'Rua A', Zip: '11055.0' },
    ...{ 'House number': '10.0', Category: 'Culture > Library; Free', 'Opening hours': 'Mo-Fr 10:00-18:00', Note: 'x' },
  };
  const expected = {
    ...{
      id: '7',
      name: 'Biblioteca',
      lat: '-23.96',
      lng: '-46.33',
      phones: ['14015550100'],
      country: 'BR',
      state: 'SP',
    },
    ...{ city: 'Santos', district: 'Gonzaga', street: 'Rua A', number: '10', zipcode: '11055' },
    opening_hours: 'Mo-Fr 10:00-18:00',
    categories: [
      { id: 'culture', name: 'Culture', subcategory: { id: 'culture.library', name: 'Library' } },
      { id: 'free', name: 'Free' },
    ],
  };

  it('is read by the usual names of columns', () => {
    expect(row(usual)).toMatchObject(expected);
  });

  it.each([
    ['Metro; Underground', [{ text: 'Metro' }, { text: 'Underground' }]],
    ['["Metro", "U"]', [{ text: 'Metro' }, { text: 'U' }]],
    [{ pt: 'Metrô' }, [{ text: 'Metrô', language: 'pt' }]],
    ['{"pt": "Metrô"}', [{ text: 'Metrô', language: 'pt' }]],
    [[{ text: 'M', type: 'short' }], [{ text: 'M', type: 'short' }]],
    [[null, 'M'], [{ text: 'M' }]],
    ['', null],
  ])('has further names: %j', (names, stored) => {
    expect(row({ id: '1', name: 'A', names, brand: ' B ' }, 'names=names')).toMatchObject({
      names: stored,
      brand: 'B',
    });
  });

  it('is read by the columns that the option names', async () => {
    const columns = 'id=a,name=b,location.lat=c,lng=d,phones=e,street=f,category=g,subcategory=h';
    const fields = {
      id: '1',
      name: 'No',
      a: '2',
      b: 'Yes',
      c: 1,
      d: 2,
      e: ['+12125550101', '+12125550102'],
      f: 'S',
      g: 'G',
      h: 'H',
    };
    const result = {
      ...{ id: '2', name: 'Yes', lat: '1', lng: '2', phones: ['12125550101', '12125550102'], street: 'S' },
      categories: [{ id: 'g', name: 'G', subcategory: { id: 'g.h', name: 'H' } }],
    };
    expect(row(fields, columns)).toMatchObject(result);
    const file = join(folder, 'columns');
    await writeFile(file, `# of the city\r\n${columns.replaceAll(',', '\r\n')}\r\n`);
    expect(row(fields, file)).toMatchObject(result);
  });

  it.each([
    ['+42.7', '42.7'],
    ['4.27e1', '42.7'],
    ['+4.27E+01', '42.7'],
    ['+42,7', '42.7'],
    ['4,27E1', '42.7'],
    ['4,27e+01', '42.7'],
    ['-1e-7', '-0.0000001'],
    ['.5', '0.5'],
    ['-.127758', '-0.127758'],
    ['-,376', '-0.376'],
    ['+.5e1', '5'],
    ['42.', '42'],
  ])('has the latitude %j', (lat, expected) => {
    expect(row({ id: '1', name: 'A', lat, lng: '0' })).toMatchObject({ lat: expected, lng: '0' });
  });

  it('has null markers in every column', () => {
    const columns = {
      id: '1',
      name: 'Nan',
      lat: 'nan',
      lng: 'NULL',
      city: 'None',
      tel: '\\N',
      category: 'N/A',
      hours: '-',
    };
    expect(row(columns)).toMatchObject({
      ...{ name: 'Nan', lat: null, lng: null, city: null, phones: [], categories: [], opening_hours: null },
    });
    expect(read({ id: '1', name: 'NULL' })).toEqual({ skipped: 'has no name' });
  });

  it('has the null marker of R in columns of other members than names, countries and states', () => {
    const columns = 'id=codice,name=nome,state=provincia,country=paese,city=comune';
    const fields = { codice: '1', nome: 'NA', provincia: 'NA', paese: 'NA', comune: 'NA', tel: 'NA', region: 'x' };
    expect(row(fields, columns)).toMatchObject({ name: 'NA', state: 'NA', country: 'NA', city: null, phones: [] });
    expect(read({ ...fields, codice: 'NA' }, columns)).toEqual({
      rejected: `codice: null ${withoutIdentifier}`,
    });
    expect(row({ id: '1', name: 'A', country: 'NA', statename: 'NA' }, 'city=statename')).toMatchObject({
      ...{ country: 'NA', city: null },
    });
  });

  it('is GeoJSON of any geometry', () => {
    const geometry = { type: 'Polygon', coordinates: [[[0, 0], [0, 2], [4, 2], [4, 0], [0, 0]]] }; // prettier-ignore
    const properties = { title: 'T', address: { street: 'S', city: 'C' }, x: 500_000, y: 4_000_000 };
    const feature = { type: 'Feature', id: 9, geometry, properties };
    expect(row(feature, undefined, 'geojson')).toMatchObject({
      id: '9',
      name: 'T',
      lat: '1',
      lng: '2',
      street: 'S',
      city: 'C',
    });
    expect(
      row({ ...feature, geometry: null, properties: { ...properties, x: 3, y: 4 } }, undefined, 'geojson'),
    ).toMatchObject({
      ...{ lat: '4', lng: '3' },
    });
    expect(row(feature, 'lat=x,lng=y', 'geojson')).toEqual({
      rejected: expect.stringContaining('location.lat: "500000"'),
    });
  });

  it.each(['POINT (12.2 42.1)', '0101000000666666666666284066666666660E4540', 'POLYGON ((0 0, 1 0, 1 1, 0 0))', 'NA'])(
    'has its degrees in columns beside a geometry that is not GeoJSON: %s',
    (geometry) => {
      const place = { id: '1', name: 'A', geometry };
      expect(row({ ...place, lat: '42.5', lon: '12.5' })).toMatchObject({ lat: '42.5', lng: '12.5' });
      const isPoint = geometry.startsWith('POINT');
      expect(row({ ...place, y: '42.5', x: '12.5' })).toMatchObject({ lat: isPoint ? '42.1' : '42.5' });
    },
  );

  it.each([
    ...['POINT (12.2 42.1)', 'point(12.2 42.1)', ' SRID=4326; POINT ZM (  12.2 42.1 7 8 ) ', ' POINT Z(12.2\t42.1 70)'],
    ...['42.1, 12.2', '42,1; 12,2'],
  ])('has a point in a text: %s', (geometry) => {
    const place = { id: '1', name: 'A' };
    expect(row({ ...place, geometry })).toMatchObject({ lat: '42.1', lng: '12.2' });
    expect(row({ ...place, at: geometry }, 'location=at')).toMatchObject({ lat: '42.1', lng: '12.2' });
    const degrees = geometry.includes('P') && { x: '286000', y: '4663000' };
    expect(row({ ...place, geometry, ...degrees })).toMatchObject({ lat: '42.1' });
  });

  it.each([
    ...['xPOINT (1 2)', 'POINT (1 2) x', 'POINT (1)', 'SRID=3857;POINT (1 2)', 'x POINT EMPTY', 'POINT EMPTY x'],
    ...['x 41.82, -71.41', '41.82, -71.41 x', 'SRID=3857;POINT EMPTY'],
  ])('has no point in %s', (geometry) => {
    expect(read({ id: '1', name: 'A', geometry })).toMatchObject({
      rejected: expect.stringContaining(`geometry: "${geometry}" must be GeoJSON, POINT (LNG LAT) or LAT, LNG`),
    });
  });

  it('has a number beside the street, or in it', () => {
    const place = { id: '1', name: 'A', street: 'Hafenweg 5', country: 'DE' };
    expect(row(place)).toMatchObject({ street: 'Hafenweg', number: '5' });
    expect(row({ ...place, number: '7' })).toMatchObject({ street: 'Hafenweg 5', number: '7' });
  });

  it.each(['geometry', 'Geometry', 'geom', 'WKT', 'wkt', 'the_geom'])('has a point in the column %s', (column) => {
    const place = { id: '1', name: 'A' };
    expect(row({ ...place, [column]: 'POINT  ( 12.2   42.1 )' })).toMatchObject({ lat: '42.1', lng: '12.2' });
    expect(row({ ...place, [column]: '{"type":"Point","coordinates":[12.2,42.1]}' })).toMatchObject({ lat: '42.1' });
    expect(row({ ...place, [column]: 'POINT (12.2 42.1)', x: '286000', y: '4663000' })).toMatchObject({ lat: '42.1' });
    expect(row({ ...place, [column]: 'POINT EMPTY' })).toMatchObject({ lat: null, lng: null });
    expect(row({ ...place, [column]: 'POINT EMPTY', lat: '1', lng: '2' })).toMatchObject({ lat: '1', lng: '2' });
    expect(row({ ...place, [column]: 'LINESTRING (0 0, 1 1)' })).toEqual({
      rejected: expect.stringContaining(
        `${column}: "LINESTRING (0 0, 1 1)" must be GeoJSON, POINT (LNG LAT) or LAT, LNG`,
      ),
    });
    const format = formatFor();
    parseOpenDataRecord({ ...place, [column]: 'POINT (1 2)' }, format);
    expect(format.notes?.()).toEqual([`columns: id=id (guessed), name=name (guessed), location=${column} (guessed)`]);
  });

  it.each<[unknown, boolean]>([
    ['yes', true],
    [true, true],
    ['2020-01-01', true],
    ['no', false],
    ['', false],
    ['NULL', false],
    ['1970-01-01', false],
    ['1900-01-01', false],
    ...['Yes', 'true', '1', 'y', 'T', 'closed', 1].map((word): [unknown, boolean] => [word, true]),
    ...['NO', 'false', '0', 'n', 'f', 'Open', false, 0, null].map((word): [unknown, boolean] => [word, false]),
  ])('closes a place if its column says %j: %j', (gone, isClosed) => {
    expect('closed' in (row({ id: '1', name: 'A', gone }, 'closed=gone') as object)).toBe(isClosed);
    expect(row({ id: '1', name: 'A', gone, lat: '1', lng: '2' }, 'closed=gone')).toMatchObject({ lat: '1', lng: '2' });
    // The column is never guessed.
    expect(row({ id: '1', name: 'A', closed: gone })).toMatchObject({ name: 'A' });
  });

  it.each([
    [{ id: '1', name: 'A', gone: 'Sundays' }, 'gone: "Sundays" must be a date that has passed, YYYY-MM-DD'],
    [{ id: '', name: 'A', gone: '' }, `id: null ${withoutIdentifier}`],
    [
      { id: '1', name: 'A', gone: '', geometry: 'LINESTRING (0 0, 1 1)' },
      'geometry: "LINESTRING (0 0, 1 1)" must be GeoJSON, POINT (LNG LAT) or LAT, LNG, unless --columns lat=COLUMN,lng=COLUMN is given',
    ],
    [{ id: '1', name: 'A', gone: '', lat: '1' }, 'location.lng: is missing: lat and lng are required together'],
    [{ id: '1', name: 'A', gone: '', lng: '1' }, 'location.lat: is missing: lat and lng are required together'],
    ...['x1,5', '1,5x', '1,5e1x'].map((lat): [object, string] => [
      { id: '1', name: 'A', gone: '', lat, lng: '1' },
      `location.lat: "${lat}" must be a decimal number from -90 to 90`,
    ]),
    [
      { id: '1', name: 'A', gone: '', lat: 'north', lng: '1' },
      'location.lat: "north" must be a decimal number from -90 to 90',
    ],
  ])('rejects %j', (fields, rejected) => {
    expect(read(fields, 'closed=gone')).toEqual({ rejected });
  });

  it.each([
    [
      'id=ref,nix=x',
      /^--columns: "nix=x" must be MEMBER=COLUMN; members are id, name, names, brand, lat, lng, location, phones/,
    ],
    ['id=ref,name', /^--columns: "name" must be MEMBER=COLUMN/],
    ['no-such-file', /^--columns must be MEMBER=COLUMN, or a file with such lines: ENOENT/],
  ])('rejects the option %j', (columns, message) => {
    expect(() => readColumns(columns)).toThrow(message);
  });

  it('needs a column for the name, and those that options name', () => {
    const begin = (fields: Record<string, unknown>, columns?: string, id?: string) => () =>
      formatFor(columns, 'csv', id).checkFirstRecord?.(fields);
    expect(begin({ title: 'A', x: 1 })).not.toThrow();
    expect(begin({ ref: 1 })).toThrow('it has no column for name: give --columns name=COLUMN; its columns are ref');
    expect(begin({ a: 1, name: 'A' }, 'id=b')).toThrow('it has no column "b" for id; its columns are a, name');
    expect(begin({ a: 1, name: 'A' }, '', 'a,b')).toThrow('it has no column "b" for id; its columns are a, name');
    expect(begin({ a: 1, name: 'A' }, 'id=a')).not.toThrow();
    expect(() => readColumns('id=a', 'b')).toThrow('--id and --columns id=… both name');
  });

  describe('without identifiers', () => {
    const place = { name: 'Café', lat: '1.50', lng: '2', street: 'Rua 7', city: 'Santos', phone: '13' };
    const idOf = (fields: object, columns?: string, id?: string) => {
      const result = parseOpenDataRecord({ ...fields }, formatFor(columns, 'csv', id));
      return 'row' in result ? result.row.id : result;
    };

    it('has identifiers of name, position and address, which stay the same', () => {
      const id = idOf(place);
      expect([id, idOf({ name: 'A' })]).toEqual(['9eb4ac951e9ad4fa', '23340256324fe2d2']);
      // Other columns, and other ways to write the same.
      for (const same of [{ phone: '14' }, { lat: '1,5' }, { name: ' Cafe\u0301 ' }, { note: 'x' }])
        expect(idOf({ ...place, ...same })).toBe(id);
      for (const other of [{ name: 'Bar' }, { lat: '1.51' }, { street: 'Rua 8' }, { city: 'Natal' }])
        expect(idOf({ ...place, ...other })).not.toBe(id);
      expect(idOf({ ...place, id: '7' }, 'id=')).toBe(id);
      expect(idOf({ ...place, name: '', id: 'Café' }, 'name=id')).toBe(id);
      const format = formatFor();
      parseOpenDataRecord({ ...place, city: undefined }, format);
      expect(format.idOf(place)).toBe(id);
      expect(format.notes?.().at(-1)).toBe(
        'identifiers are made of name, position and address, because no column has them: if these change, it is another place. ' +
          '--id COLUMN,… names columns that stay the same.',
      );
    });

    it('says how many records have the name, position and address of an earlier one', () => {
      const format = formatFor();
      for (const phone of ['13', '14', '14']) parseOpenDataRecord({ ...place, phone }, format);
      parseOpenDataRecord({ ...place, name: 'Bar' }, format);
      expect(format.notes?.()).toHaveLength(3);
      expect(format.notes?.().at(-1)).toMatch(
        /^2 records with the name, position and address of an earlier one, which /,
      );
    });

    it('has them in place of those of features, too, if the option switches these off', () => {
      const feature = { type: 'Feature', id: 9, properties: place, geometry: null };
      for (const ref of [undefined, null])
        expect(row({ ...feature, properties: { ...place, ref } }, '', 'geojson')).toMatchObject({ id: '9' });
      expect(row(feature, 'id=', 'geojson')).toMatchObject({ id: idOf(place) });
    });

    it('has no identifier of a feature in place of a column that the option names', () => {
      const feature = { type: 'Feature', id: 9, properties: place, geometry: null };
      expect(row(feature, 'id=phone', 'geojson')).toMatchObject({ id: '13' });
      expect(read(feature, 'id=fone', 'geojson')).toEqual({ rejected: `fone: null ${withoutIdentifier}` });
    });

    it('has identifiers of the columns that --id names, which may serve other members, too', () => {
      expect(idOf({ ...place, zip: '11055.0' }, '', 'city,zip')).toBe('Santos-11055');
      expect(row({ ...place }, 'id=name')).toMatchObject({ id: 'Café', name: 'Café' });
      expect(idOf({ ...place, city: '' }, '', 'name,city')).toEqual({ rejected: `city: null ${withoutIdentifier}` });
      const format = formatFor('', 'csv', 'name,city');
      parseOpenDataRecord({ ...place }, format);
      expect(format.notes?.()[0]).toMatch(/^columns: id=name\+city, name=name \(guessed\)/);
    });
  });

  it.each<[string, Record<string, unknown>, object]>([
    [
      'Portuguese',
      { Nome: 'A', Endereço: 'Rua 7', Cidade: 'Santos', Latitude: '-23,9', Longitude: '-46,3', Avaliação: '4,5' },
      { name: 'A', street: 'Rua 7', city: 'Santos', lat: '-23.9', lng: '-46.3', rating: '4.5' },
    ],
    [
      'German',
      {
        Bezeichnung: 'A',
        Straße: 'Hafenstr.',
        Hausnummer: 5,
        PLZ: '20457',
        Ort: 'Hamburg',
        Breitengrad: 1,
        Längengrad: 2,
      },
      { name: 'A', street: 'Hafenstr.', number: '5', zipcode: '20457', city: 'Hamburg', lat: '1', lng: '2' },
    ],
    [
      'French',
      { nom: 'A', adresse: '3 rue du Port', ville: 'Brest', 'code postal': '29200', téléphone: '+33298000000' },
      { name: 'A', city: 'Brest', zipcode: '29200', phones: ['33298000000'] },
    ],
  ])('has headings in %s', (_, fields, expected) => {
    expect(row(fields)).toMatchObject(expected);
  });

  it.each(['41.82, -71.41', '(41.82,-71.41)', '41.82 -71.41', '41,82; -71,41', 'POINT (-71.41 41.82)'])(
    'has latitude and longitude in one column: %s',
    (coordinates) => {
      expect(row({ name: 'A', coordinates })).toMatchObject({ lat: '41.82', lng: '-71.41' });
    },
  );

  it('rejects a column of positions that has none', () => {
    expect(read({ name: 'A', Coordinates: 'north' })).toEqual({
      rejected:
        'Coordinates: "north" must be GeoJSON, POINT (LNG LAT) or LAT, LNG, unless --columns lat=COLUMN,lng=COLUMN is given',
    });
  });

  it('has ratings and pictures, and a social page in place of a web site', () => {
    const fields = { name: 'A', stars: '4,5', 'Image URL': 'https://img.example.org/a.jpg' };
    const facebook = 'https://facebook.com/a';
    expect(row({ ...fields, facebook })).toMatchObject({
      rating: '4.5',
      featured_photo: 'https://img.example.org/a.jpg',
      url_service: facebook,
    });
    expect(row({ ...fields, facebook, website: 'https://a.example' })).toMatchObject({
      url_service: 'https://a.example',
    });
    expect(read({ name: 'A', stars: '11' })).toMatchObject({
      row: { rating: null },
      faults: [{ member: 'statistics.rating', value: '11' }],
    });
  });

  it('says which columns it has used, and how many values it has dropped', () => {
    const format = formatFor('name=b,phones=');
    parseOpenDataRecord({ ref: 1, b: 'B', tel: '1', note: '' }, format);
    parseOpenDataRecord({ ref: 2, b: 'C', tel: '2', note: 'NULL', 'e-mail': 'c@example.org' }, format);
    expect(format.notes?.()).toEqual([
      'columns: id=ref (guessed), name=b; not used: tel (2 values), note (0 values), e-mail (1 value)',
    ]);
    expect(format.absentColumns?.()).toEqual(
      expect.arrayContaining(['phones', 'city', 'categories', 'opening_hours', 'rating', 'featured_photo']),
    );
  });

  it('lists the first of many columns that it does not use', () => {
    const format = formatFor();
    const others = Object.fromEntries(Array.from({ length: 53 }, (_, at) => [`x-${at}`, 'y']));
    parseOpenDataRecord({ id: 1, name: 'A', ...others }, format);
    expect(format.notes?.()[0]).toMatch(/, x-49 \(1 value\), and 3 more$/);
  });

  it('has no columns in the members of a feature itself', () => {
    const format = formatFor('', 'geojson');
    parseOpenDataRecord({ type: 'Feature', id: 1, properties: { name: 'A' }, geometry: null }, format);
    parseOpenDataRecord({ type: 'Feature', id: 2, properties: null, geometry: null }, format);
    expect(format.notes?.()).toEqual(['columns: name=name (guessed)']);
    expect(format.absentColumns?.()).toContain('categories');
    expect(row({ id: 1, name: 'A', type: 'Feature' })).toMatchObject({ categories: [{ id: 'feature' }] });
  });

  it('finds the columns of a place as the API returns it', () => {
    const format = formatFor();
    parseOpenDataRecord({ id: 1, name: 'A', 'location.lat': 1, 'location.lng': 2, 'address.city': 'B' }, format);
    expect(format.notes?.()).toEqual([
      'columns: id=id (guessed), name=name (guessed), lat=location.lat (guessed), lng=location.lng (guessed), ' +
        'address.city=address.city (guessed)',
    ]);
  });

  it('has texts with telephone numbers, web addresses and streets of the country', () => {
    const fields = { id: '1', name: 'A', phone: '030 / 123456 (Büro), fax 030 123457', web: 'info@example.com' };
    expect(read({ ...fields, street: 'Hauptstr. 5', country: 'DE' })).toEqual({
      row: expect.objectContaining({ phones: ['030123456'], url_service: null, street: 'Hauptstr.', number: '5' }),
      faults: [
        { member: 'phones[0]', value: '030 123457', reason: 'is a fax number' },
        { member: 'urlService', value: 'info@example.com', reason: 'is no web address' },
      ],
    });
    expect(row({ id: '1', name: 'A', street: 'Rua 7', country: 'BR' })).toMatchObject({
      street: 'Rua 7',
      number: null,
    });
  });

  it('loses only the invalid values of a place, and categories without letters', () => {
    const fields = { id: '1', name: 'A', phones: { a: 1 }, city: true, category: '***; Food', hours: 'tbd' };
    expect(read(fields)).toEqual({
      row: expect.objectContaining({ city: null, categories: [{ id: 'food', name: 'Food' }], opening_hours: 'tbd' }),
      faults: [
        { member: 'city', value: true, reason: 'must be a string' },
        { member: 'category', value: '***', reason: 'has neither letters nor digits' },
        expect.objectContaining({ member: 'openingHours', isKept: true }),
      ],
    });
    expect(read({ id: '1', name: ['A'] })).toEqual({ rejected: 'name: ["A"] must be a string' });
  });
});
