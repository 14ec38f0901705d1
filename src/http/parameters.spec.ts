import { paging, rows, textParameter, repeatedTextParameter, type ParameterSet, readParameters } from './parameters.js';
import { parseQuery } from './request-target.js';
import { processorTime } from '../../test/support/processor-time.js';

const about = { description: 'What it is for.', schema: { type: 'string' } };

const word = textParameter<string, undefined>(about, undefined, (value) =>
  value === 'bad'
    ? { ok: false, faults: [{ reason: 'is bad' }] }
    : { ok: true, value, ignored: value === 'odd' ? ['odd.path'] : [] },
);

const many = repeatedTextParameter<string[]>(about, [], (values) =>
  values.includes('bad')
    ? { ok: false, faults: [{ reason: 'is bad', value: 'bad' }, { reason: 'is worse' }] }
    : { ok: true, value: [...values] },
);

const set = { ...paging, word, many };

const read = (query: string, parameters: ParameterSet = set) =>
  readParameters(parseQuery(`/?${query}`), parameters, ['wt']);
describe('readParameters', () => {
  it('returns the default of an absent parameter', () => {
    const values = { rows: 10, start: 0, word: undefined, many: [] };
    expect(read('')).toEqual({ values, faults: [], ignored: [], unknown: [] });
  });

  it('parses a parameter that is repeated many thousand times in linear time', () => {
    const { pairs } = parseQuery(`?${'many=a&'.repeat(50_000)}`);
    const time = processorTime(() => {
      expect(readParameters({ pairs, broken: [] }, set, []).values.many).toHaveLength(50_000);
    });
    expect(time).toBeLessThan(500);
  });

  it('parses valid values', () => {
    expect(read('rows=5&start=7&word=x&many=a&many=b&wt=xml')).toEqual({
      values: { rows: 5, start: 7, word: 'x', many: ['a', 'b'] },
      faults: [],
      ignored: [],
      unknown: [],
    });
  });

  it('leaves invalid values out, and finds all faults', () => {
    const { values, faults } = read('rows=0&word=bad&many=ok&many=bad');
    expect(values).toEqual({ start: 0 });
    expect(faults).toEqual([
      { parameter: 'rows', value: '0', reason: 'is out of range', allowed: ['an integer, 1 to 50'] },
      { parameter: 'word', value: 'bad', reason: 'is bad' },
      { parameter: 'many', value: 'bad', reason: 'is bad' },
      { parameter: 'many', value: 'ok', reason: 'is worse' },
    ]);
  });

  it('rejects NUL in names and values, and does not parse them', () => {
    const fault = (parameter: string, value: string) => expect.objectContaining({ parameter, value }) as unknown;
    const { values, faults } = read('word=a%00&other=%00&%00=b');
    expect(faults).toEqual([fault('word', 'a\0'), fault('other', '\0'), fault('\0', '\0')]);
    expect(values).not.toHaveProperty('word');
  });
});
describe('integer()', () => {
  const size = rows(100, 7);

  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('is read from %s', (written, value) => {
    expect(size.read([written])).toEqual({ ok: true, value });
  });

  it.each(['101', '0', '-6', '9'.repeat(400)])('is out of range as %s', (written) => {
    const allowed = ['an integer, 1 to 100'];
    expect(size.read([written])).toEqual({ ok: false, faults: [{ reason: 'is out of range', allowed }] });
  });

  it.each(['', ' ', ' 1', '1 ', '+1', '1.0', '1e1', '0x10', '1_0', '١', '½', '1\n', '--1', 'NaN', 'Infinity'])(
    'is invalid: %p',
    (written) => {
      expect(size.read([written])).toMatchObject({
        ok: false,
        faults: [{ reason: 'is not an integer in plain decimal digits' }],
      });
    },
  );
});
