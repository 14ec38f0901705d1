import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { formats } from './formats.js';
import { parseOpenDataRecord, type CategoryMap, readCategoryMap } from './open-data-places.js';
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
