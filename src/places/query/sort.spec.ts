import { FIELDS } from './fields.js';
import { parseSort, type SortKey } from './sort.js';

const allowed = FIELDS.filter(({ sortable }) => sortable).map(({ name }) => name);
const notOrder = { reason: 'only asc or desc may follow "name"', allowed: ['asc', 'desc'] };

function keys(text: string): string[] {
  const parsed = parseSort(text, { hasCentre: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value.map(({ field, order }: SortKey) => `${field.name} ${order}`);
}

describe('sort', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['relevance', ['relevance desc']],
    ['relevance asc', ['relevance asc']],
    ['name', ['name asc']],
    ['name desc', ['name desc']],
    ['distance', ['location.distance asc']],
    ['location.distance desc', ['location.distance desc']],
    ['statistics.rating desc,statistics.pageviews desc', ['statistics.rating desc', 'statistics.pageviews desc']],
    [' name   asc ,  id ', ['name asc', 'id asc']],
  ])('"%s"', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it.each([
    ...[
      ['-name', 'name desc'],
      ['+name', 'name asc'],
      ['name:desc', 'name desc'],
      ['statistics.rating:ASC', 'statistics.rating asc'],
    ].map(([text = '', suggestion]): [string, object] => [
      text,
      { reason: `unknown sort key "${text}"; asc or desc follows the field after a space`, allowed, suggestion },
    ]),
    ['foo', { reason: 'unknown sort key "foo"; /v2/places/fields lists the fields', allowed }],
    [
      'ratin desc',
      {
        reason: 'unknown sort key "ratin"; /v2/places/fields lists the fields',
        allowed,
        suggestion: 'statistics.rating',
      },
    ],
    ['phones', { reason: '"phones" is not sortable', allowed }],
    ['name down', notOrder],
    ['name DESC', notOrder],
    ['name asc desc', notOrder],
    ['name,', { reason: 'a sort key is empty' }],
    ['distance,id,location.distance', { reason: '"location.distance" is given twice; allowed once' }],
  ])('is a fault: "%s"', (text, fault) => {
    expect(parseSort(text, { hasCentre: true })).toEqual({ ok: false, faults: [{ value: text, ...fault }] });
  });

  it('by distance needs a centre', () => {
    expect(parseSort('name,distance', { hasCentre: false })).toEqual({
      ok: false,
      faults: [
        { value: 'name,distance', reason: '"distance" needs a point to measure from: location.lat and location.lng' },
      ],
    });
  });

  it('has at most eight keys', () => {
    expect(parseSort('ratin,'.repeat(2000), { hasCentre: true })).toEqual({
      ok: false,
      faults: [{ value: 'ratin,'.repeat(2000), reason: 'a sort order has at most 8 keys' }],
    });
    const eight = allowed.slice(0, 8);
    expect(parseSort(eight.join(','), { hasCentre: true })).toMatchObject({ value: { length: 8 } });
  });

  it('reports all faults at once', () => {
    expect(parseSort('foo,name up,id,id', { hasCentre: true })).toMatchObject({ faults: { length: 3 } });
  });
});
