import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { customTable } from './custom-table.js';
import { type OpenDataPlace } from './define.js';
import { OptionalMembers } from './field-values.js';
import { parseOpenDataRecord } from './open-data-places.js';
import { readColumns } from './table-columns.js';

const formatOf = (columns = '', id?: string) => customTable(readColumns(columns, id), { csv: true });

/** What a format says of its columns after these records. */
function notesAfter(records: readonly object[], columns?: string, id?: string): string[] {
  const format = formatOf(columns, id);
  for (const record of records) parseOpenDataRecord(record, format);
  return format.notes?.() ?? [];
}

describe('the option for columns', () => {
  const folder = useTemporaryFolder();

  it.each([
    ['', undefined, {}, undefined],
    [' id = ref , name= a=b ', undefined, { name: 'a=b' }, ['ref']],
    [
      'location.lat=y,street=s,address.city=c',
      undefined,
      { lat: 'y', 'address.street': 's', 'address.city': 'c' },
      undefined,
    ],
    ['id=', undefined, {}, []],
    ['name=', ' a ,,b ', { name: '' }, ['a', 'b']],
  ])('is read: %j with %j', (option, given, columns, id) => {
    expect(readColumns(option, given)).toEqual({ columns, id });
  });

  it('may name a file with a pair a line', () => {
    const path = join(folder, 'columns');
    writeFileSync(path, '\uFEFFid=ref\r\n# id=other\r \t\nname=title, long\n');
    expect(readColumns(path)).toEqual({ columns: { name: 'title, long' }, id: ['ref'] });
    writeFileSync(path, 'id=ref\n a# b=c \n');
    expect(() => readColumns(path)).toThrow('--columns: "a# b=c" must be MEMBER=COLUMN');
  });

  it.each(['xlocation.lat=y', 'x.location.lat=y'])('is rejected: %j', (option) => {
    expect(() => readColumns(option)).toThrow(`--columns: "${option}" must be MEMBER=COLUMN`);
  });
});

describe('the columns of a table', () => {
  const place = { ref: '1', title: 'A' };

  it.each<[string, object[], string | undefined, string[]]>([
    [
      'guessed, given and none',
      [{ ...place, city: 'x', street: 's', x: 1, y: 2 }],
      'city=street,street=',
      [
        'columns: id=ref (guessed), name=title (guessed), lat=y (guessed), lng=x (guessed), address.city=street; not used: city (1 value)',
      ],
    ],
    [
      'not used, with the number of their values',
      [
        { ...place, a: 1, b: null, c: '', d: { e: 'x', f: ['y'] } },
        { ...place, a: 'x', b: '-', c: 0, d: { e: '' } },
      ],
      undefined,
      [
        'columns: id=ref (guessed), name=title (guessed); not used: a (2 values), b (0 values), c (1 value), d.e (1 value), d.f (1 value)',
      ],
    ],
    [
      'a geometry',
      [{ ...place, geom: null }],
      undefined,
      ['columns: id=ref (guessed), name=title (guessed), location=geom (guessed)'],
    ],
    [
      'a geometry beside degrees',
      [{ ...place, geom: null, lat: 1, lng: 2 }],
      undefined,
      [
        'columns: id=ref (guessed), name=title (guessed), lat=lat (guessed), lng=lng (guessed); not used: geom (0 values)',
      ],
    ],
    [
      'of several records',
      [{ ...place }, { ...place, geom: null, zip: '1' }, { ...place, at: 'x', zip: null, postcode: '1' }],
      'location=at',
      [
        'columns: id=ref (guessed), name=title (guessed), location=at, address.zipcode=zip (guessed); not used: geom (0 values), postcode (1 value)',
      ],
    ],
    [
      'given for another member than its name says',
      [{ ...place, name: 'x' }],
      'city=name',
      ['columns: id=ref (guessed), name=title (guessed), address.city=name'],
    ],
    ['none', [], undefined, []],
  ])('are told: %s', (_, records, columns, notes) => {
    expect(notesAfter(records, columns)).toEqual(notes);
  });

  it('are told apart from those that make the identifier', () => {
    expect(notesAfter([{ ...place, a: 1, b: 2 }], '', 'a,title')).toEqual([
      'columns: id=a+title, name=title (guessed); not used: ref (1 value), b (1 value)',
    ]);
  });

  it.each<[object, string[]]>([
    [{ title: 'A', street: 's' }, ['phones', 'url_service', 'country', 'state', 'city', 'district', 'zipcode', 'categories', 'opening_hours', 'names', 'brand', 'rating', 'featured_photo']], // prettier-ignore
    [{ title: 'A', subcategory: 's', number: 1, phone: 1 }, ['url_service', 'country', 'state', 'city', 'district', 'street', 'zipcode', 'opening_hours', 'names', 'brand', 'rating', 'featured_photo']], // prettier-ignore
  ])('leave members unchanged that %j lacks', (record, absent) => {
    const format = formatOf();
    parseOpenDataRecord(record, format);
    expect(format.absentColumns?.()).toEqual(absent);
    expect(format.optionalColumns).toEqual(['district', 'opening_hours', 'names', 'brand', 'rating', 'featured_photo']);
  });

  it.each<[string, object, string | undefined]>([
    ['city=a.b', { a: { b: 'x' } }, 'x'],
    ['city=a.b', { 'a.b': 'y', a: { b: 'x' } }, 'y'],
    ['city=a.b', { a: null }, undefined],
    ['city=a.b.c', { a: { b: 'x' } }, undefined],
    ['city=', { city: 'x', '': 'y' }, undefined],
    ['city=a.length', { a: 'x' }, undefined],
    ['city=c', { c: 'x', properties: null }, 'x'],
    ['city=length', { a: 'x' }, undefined],
  ])('may be nested: %s of %j', (columns, fields, city) => {
    const { address } = formatOf(columns).parse({ ...place, ...fields }, new OptionalMembers()) as OpenDataPlace;
    expect(address.city).toBe(city);
  });

  it('are those of the properties of a feature', () => {
    const read = (record: object) => parseOpenDataRecord(record, formatOf());
    expect(read({ type: 'Feature', id: 1, name: 'no column', properties: null })).toEqual({ skipped: 'has no name' });
    expect(read({ type: 'Feature', id: 1, name: 'A' })).toMatchObject({ row: { name: 'A' } });
    expect(read({ type: 'Feature', properties: 5 })).toEqual({ rejected: 'properties: 5 must be an object' });
    expect(() => formatOf('lat=,lng=').checkFirstRecord?.(place)).not.toThrow();
  });
});

describe('the categories of a table', () => {
  it('have names for category maps', () => {
    const format = formatOf();
    const record = { ref: 1, title: 'A', category: ' Food > Cafés ;; Bar | ! > x ', subcategory: 'Pub' };
    const optional = new OptionalMembers();
    const { categories } = format.parse(record, optional) as OpenDataPlace;
    expect(categories).toEqual([
      {
        ...{ id: 'food', name: 'Food', subcategory: { id: 'food.cafes', name: 'Cafés' } },
        ...{ names: ['Food > Cafés', 'Cafés'], parentNames: ['Food'] },
      },
      {
        ...{ id: 'bar', name: 'Bar', subcategory: { id: 'bar.pub', name: 'Pub' } },
        ...{ names: ['Bar', 'Pub'], parentNames: ['Bar'] },
      },
    ]);
    expect(optional.faults).toEqual([{ member: 'category', value: '! > x', reason: 'has neither letters nor digits' }]);
    const plain = format.parse({ ref: 1, title: 'A', category: 'Food > !' }, optional) as OpenDataPlace;
    expect(plain.categories).toEqual([{ id: 'food', name: 'Food', names: ['Food > !'], parentNames: ['Food'] }]);
  });
});
