import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { openInputFile } from '../input-file.js';
import { type Line } from '../line-reader.js';
import { formatOf, formats } from './formats.js';
import { parseOpenDataRecord, type CategoryMap, openDataReader, readCategoryMap } from './open-data-places.js';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';

const fieldNames = (
  'id type geometry coordinates properties tags names primary common taxonomy hierarchy ' +
  'addresses freeform region country phones websites operating_status center lat lon bounds ' +
  'fsq_place_id name latitude longitude fsq_category_ids fsq_category_labels tel geom amenity'
).split(' ');

/** JSON with the field names that formats read, and values of any type. */
const records = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, 5, ...'Polygon|Point|node|node/1|open|[a, b]|Feature|US-NY|3 A St'.split('|')),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...fieldNames), tie('value'), { maxKeys: 12 }),
})).object;
describe('open data', () => {
  it.each(Object.entries(formats))('of %s gives a row or a reason for any JSON', (_, format) => {
    fc.assert(
      fc.property(records, (record) => {
        const result = parseOpenDataRecord(record, format);
        const idOrReason = 'row' in result ? result.row.id : 'rejected' in result ? result.rejected : result.skipped;
        expect(idOrReason).toMatch(/./);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('openDataReader', () => {
  const folder = useTemporaryFolder();

  const linesOf = async (content: string, format = formatOf('csv', { columns: {} })): Promise<Line[]> => {
    const path = join(folder, 'places');
    writeFileSync(path, content);
    const lines = openDataReader(format, {}).lines(
      openInputFile(path, Readable.from([])),
      new AbortController().signal,
    );
    return (await Readable.from(lines).toArray()) as Line[];
  };

  it('checks the first record that is an object, and no other', async () => {
    expect((await linesOf('name\nA\n')).map(({ bytes }) => bytes.toString())).toEqual(['{"name":"A"}']);
    await expect(linesOf('a,b\n1\n2,3\n')).rejects.toThrow('it has no column for name');
    expect(await linesOf('{"name":"A"}\n{"x":1}\n')).toHaveLength(2);
    expect(await linesOf('{\n{"x":1}\n', formats.osm)).toHaveLength(2);
  });

  it('parses lines, also with the separator of text sequences', () => {
    const reader = openDataReader(formats.whosonfirst, {});
    for (const text of ['{"wof:id":7,"wof:name":"A"}', '\x1e{"wof:id":7,"wof:name":"A"}']) {
      const bytes = Buffer.from(text);
      expect([reader.parse(bytes), reader.idOf(bytes)]).toMatchObject([
        { row: { id: 'whosonfirst-7' } },
        'whosonfirst-7',
      ]);
    }
    const others = ['5', 'x', '{}'].map((text) => Buffer.from(text));
    expect(others.map((bytes) => [reader.parse(bytes), reader.idOf(bytes)])).toEqual([
      [{ rejected: 'must be an object' }, undefined],
      [{ rejected: expect.stringMatching(/^is not JSON/) }, undefined],
      [{ rejected: 'wof:id: null must be the number of the record' }, undefined],
    ]);
    expect([reader.absentColumns?.(), reader.notes?.()]).toEqual([[], []]);
    const table = openDataReader(formatOf('csv', { columns: {} }), {});
    table.parse(Buffer.from('{"id":1,"name":"A"}'));
    expect([table.absentColumns?.(), table.notes?.()]).toEqual([
      expect.arrayContaining(['phones']),
      ['columns: id=id (guessed), name=name (guessed)'],
    ]);
  });

  it('throws faults of the program', () => {
    const bug = (): never => {
      throw new TypeError('a fault of the program');
    };
    const reader = openDataReader({ ...formats.osm, parse: bug, idOf: bug }, {});
    expect(() => reader.parse(Buffer.from('{}'))).toThrow('a fault of the program');
    expect(() => reader.idOf(Buffer.from('{}'))).toThrow('a fault of the program');
  });

  it('reads texts by the country of the address, else by that of the position', () => {
    const place = { 'wof:id': 1, 'wof:name': 'A', 'sg:address': 'Hauptstr. 5' };
    const row = (more: object) => parseOpenDataRecord({ ...place, ...more }, formats.whosonfirst);
    const read = { row: { street: 'Hauptstr.', number: '5' } };
    expect(row({ 'wof:country': 'DE' })).toMatchObject(read);
    expect(row({ 'geom:latitude': 52.5, 'geom:longitude': 13.4 })).toMatchObject(read);
    expect(row({})).toMatchObject({ row: { street: 'Hauptstr. 5', number: null } });
    expect(row({ 'wof:country': 'DE', 'sg:postcode': '5' })).toMatchObject({ row: { street: 'Hauptstr. 5' } });
    expect(row({ 'sg:phone': 'x', 'sg:website': 'x' })).toEqual({
      row: expect.objectContaining({ phones: [], url_service: null }),
      faults: [expect.objectContaining({ member: 'phones[0]' }), expect.objectContaining({ member: 'urlService' })],
    });
    expect(row({ type: 'Feature', crs: 'EPSG:3857' })).toEqual({
      rejected: 'crs: "EPSG:3857" must be WGS 84 (EPSG:4326)',
    });
    expect(row({ crs: 'EPSG:3857' })).toMatchObject({ row: {} });
  });

  it('rejects what is no object, and removes closed places', () => {
    const parse = (text: string) => openDataReader(formats.foursquare, {}).parse(Buffer.from(text));
    expect(['[1]', 'null'].map(parse)).toEqual([
      { rejected: 'has 1 column, unlike the header' },
      { rejected: 'must be an object' },
    ]);
    expect(openDataReader(formats.osm, {}).parse(Buffer.from('[1]'))).toEqual({ rejected: 'must be an object' });
    const closed = '{"fsq_place_id":"1","date_closed":"2020-01-01","latitude":"1","longitude":"x"}';
    expect(parse(closed)).toEqual({
      skipped: 'is closed',
      row: { id: 'foursquare-1', closed: true, lat: null, lng: null },
    });
    const long = JSON.stringify({ fsq_place_id: 'x'.repeat(1000), date_closed: '2020-01-01' });
    expect(parse(long)).toEqual({ rejected: expect.stringMatching(/^id: /) });
    expect(parse('{"fsq_place_id":"1"}')).toEqual({ skipped: 'has no name' });
  });
});

const category = {
  id: 'osm-amenity',
  name: 'Amenity',
  subcategory: { id: 'osm-amenity-cafe', name: 'Cafe' },
  names: ['amenity=cafe', 'cafe', 'food and  drink > café>bar '],
  parentNames: ['amenity'],
};
describe('readCategoryMap', () => {
  const folder = useTemporaryFolder();

  const mapOf = (text: string | Buffer): CategoryMap => {
    const path = join(folder, 'map');
    writeFileSync(path, text);
    return readCategoryMap(path);
  };

  const header = 'source,category,subcategory\n';
  const noHeader = 'it must be CSV with the header source,category,subcategory';
  const { subcategory } = category;
  const mapped = { id: 'comida', name: 'Comida', subcategory: { id: 'comida.cafes', name: 'Cafés' } };

  it.each([
    ['an unlisted category to itself', '', [{ id: 'osm-amenity', name: 'Amenity', subcategory }]],
    ['the subcategory', 'Amenity=Cafe,Comida,Cafés\r\n', [mapped]],
    ['the category, keeping the subcategory', 'amenity,Serviços,', [{ id: 'servicos', name: 'Serviços', subcategory }]],
    ['by the most specific entry', 'amenity,Serviços,\ncafe,Comida,Cafés', [mapped]],
    ['to no category', 'cafe,,', []],
    ['all of a category to no category', 'amenity,,', []],
    ['names in any case', 'CAFE,Comida,Cafés', [mapped]],
    ['levels with any spaces', 'Food   and Drink>Café  >  Bar,Comida,Cafés', [mapped]],
    ['only this one', 'foodanddrink>café>bar,Comida,Cafés', [{ id: 'osm-amenity', name: 'Amenity', subcategory }]],
  ])('maps %s', (_, text, categories) => {
    expect(mapOf(`\uFEFF${header}${text}`).apply(category)).toEqual(categories);
  });

  it('reads quoted names of columns', () => {
    expect(mapOf('"source","category","subcategory"\n"cafe","Comida","Cafés"').apply(category)).toEqual([mapped]);
  });

  it('names further categories that it keeps, and leaves out others', () => {
    const further = { ...category, isFurther: true };
    expect(mapOf(header).apply(further)).toHaveLength(1);
    expect(mapOf(`${header}cafe,Comida,Cafés`).apply(further)).toEqual([mapped]);
    expect(mapOf(`${header}amenity,Serviços,`).apply(further)).toEqual([
      { id: 'servicos', name: 'Serviços', subcategory },
    ]);
    expect(mapOf(`${header}bar,Bares,`).apply(further)).toEqual([]);
  });

  it.each([
    ['', noHeader],
    ['\n', noHeader],
    ['from,to\n', noHeader],
    ['source,to\n', noHeader],
    ['from,category\n', noHeader],
    ['"source"x,category\n', noHeader],
    ['cafe,Comida,Cafés\n', noHeader],
    ['{"source":"cafe","category":"Comida"}', noHeader],
    ['[\n  {\n    "source": "cafe", "category": "Comida"\n  }\n]\n', noHeader],
    [`${header}cafe,,B`, '"cafe": subcategory "B" must have a category'],
    ['source,category,subcategory\ncafe,!!!,\n', '"cafe": "!!!" must have a letter or a digit'],
    [`${header}cafe`, 'Invalid Record Length'],
  ])('rejects %j', (text, reason) => {
    expect(() => mapOf(text)).toThrow(reason);
  });

  it.each([
    ['latin1', 'source,category,subcategory\ncafe,Comida,Cafés\n'],
    ['utf16le', '\uFEFFsource,category,subcategory\ncafe,Comida,Cafés\n'],
  ] as const)('rejects a file in %s, whose names would be corrupted', (encoding, text) => {
    expect(() => mapOf(Buffer.from(text, encoding))).toThrow(
      `The category map ${join(folder, 'map')} cannot be read: it is not UTF-8`,
    );
  });
});
