import { z } from 'zod';
import { describeFields, fields, pick, selectionOf } from './field-selection.js';

describe('pick', () => {
  it('does not change the record', () => {
    const record = Object.freeze({ id: 1, photos: Object.freeze({ small: 's', large: 'l' }) });
    expect(pick(record, selectionOf(['photos.small']))).toEqual({ photos: { small: 's' } });
  });

  it('returns an empty record if no member is selected', () => {
    expect(pick({ list: [{}, 1] }, selectionOf(['list.a', 'b']))).toEqual({});
  });
});

describe('a part', () => {
  const record = { id: 1, name: 'a', photos: { small: 's', large: 'l' }, list: [{ a: 1, b: 2 }, { b: 3 }, null, 4] };

  it.each<[string[], object]>([
    [['id'], { id: 1 }],
    [['photos', 'photos.small'], { photos: record.photos }],
    [['photos.small', 'photos.large'], { photos: record.photos }],
    [['photos.large', 'name'], { name: 'a', photos: { large: 'l' } }],
    [['list.a'], { list: [{ a: 1 }] }],
    [['name.x', 'photos.x', 'list.x'], {}],
  ])('of %j', (paths, expected) => {
    expect(pick(record as never, selectionOf(paths))).toEqual(expected);
  });

  it('is the whole record without a selection', () => {
    expect(pick(record as never)).toBe(record);
  });
});

describe('fields', () => {
  const schema = z.object({
    id: z.string(),
    name: z.string().optional(),
    photos: z.array(z.object({ small: z.string() })).optional(),
  });
  const paths = ['id', 'name', 'photos', 'photos.small'];

  it.each<[string[], string[] | undefined, string[]]>([
    [['name, photos.small'], ['id', 'name', 'photos.small'], []],
    [['name', 'photos'], ['id', 'name', 'photos'], []],
    [
      ['x,name', 'y,'],
      ['id', 'name'],
      ['x', 'y'],
    ],
    [['x'], ['id'], ['x']],
    [['name,*,x'], undefined, ['x']],
    [[' , '], undefined, []],
  ])('reads %j', (texts, selected, ignored) => {
    const value = selected && selectionOf(selected);
    expect(fields(schema).read(texts)).toEqual({ ok: true, value, ignored, known: ['*', ...paths] });
  });

  it.each([
    [['name'], ''],
    [['id', 'name'], ' The id is always included.'],
  ])('documents %j', (names, always) => {
    expect(describeFields(names, 'all')).toEqual({
      description:
        `The fields to return, repeated or separated by commas; \`*\` is all. A parent includes all fields below it.${always} ` +
        'Unknown names are ignored, and listed in `X-Ignored-Parameters`.',
      schema: { type: 'array', items: { type: 'string', enum: ['*', ...names] } },
    });
  });
});
