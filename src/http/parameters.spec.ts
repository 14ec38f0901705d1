import { type Request, type Response } from 'express';
import {
  enumParameter,
  listParameter,
  paging,
  PARAMETERS,
  type ParameterSet,
  readParameters,
  readSegment,
  repeatedTextParameter,
  type RouteParameters,
  rows,
  start,
  storeParameters,
  textParameter,
} from './parameters.js';
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

  const notKnown = 'is unknown, and Prefer asks for strict handling';
  it.each([
    ['rows=1&rows=2&rows=3', { parameter: 'rows', value: '1, 2, 3', reason: 'is given 3 times', allowed: ['once'] }],
    [
      'word=%ZZ',
      { parameter: 'word', value: '%ZZ', reason: 'is not percent-encoded UTF-8', allowed: ['UTF-8, percent-encoded'] },
    ],
    [
      'many=a&many=%00',
      {
        parameter: 'many',
        value: '\0',
        reason: 'contains a character that cannot be stored (NUL)',
        allowed: ['text without NUL'],
      },
    ],
    [
      'wt=yaml',
      {
        parameter: 'wt',
        value: 'yaml',
        reason: 'is not a known format (json, xml, geojson, mvt)',
        allowed: ['json', 'xml'],
      },
    ],
    [
      'wt=geojson',
      { parameter: 'wt', value: 'geojson', reason: 'is not a format of this resource', allowed: ['json', 'xml'] },
    ],
  ])('finds the fault of %s', (query, fault) => {
    expect(read(query).faults).toEqual([fault]);
  });

  it('lists unknown names, as faults too', () => {
    const { ignored, unknown, values } = read('x=1&x=2&word=odd&constructor=');
    expect(values).toMatchObject({ word: 'odd' });
    expect(ignored).toEqual(['x', 'constructor', 'odd.path']);
    const allowed = ['rows', 'start', 'word', 'many', 'wt'];
    expect(unknown).toEqual([
      { parameter: 'x', value: '1', reason: notKnown, allowed },
      { parameter: 'constructor', value: '', reason: notKnown, allowed },
      { parameter: 'word', value: 'odd.path', reason: notKnown, allowed: [] },
    ]);
  });

  it('takes empty texts of some parameters for absent', () => {
    expect(read('word=&many=&many=b&many=').values).toMatchObject({ word: undefined, many: ['b'] });
    expect(read('rows=').faults).toHaveLength(1);
  });

  it('parses a parameter that is repeated many thousand times in linear time', () => {
    const { pairs } = parseQuery(`?${'many=a&'.repeat(50_000)}`);
    const time = processorTime(() => {
      expect(readParameters({ pairs, broken: [] }, set, []).values.many).toHaveLength(50_000);
    });
    expect(time).toBeLessThan(500);
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

describe('other parameters', () => {
  it('have documented schemas', () => {
    expect(rows().documentation.schema).toEqual({ type: 'integer', minimum: 1, maximum: 50, default: 10 });
    expect(start(7).documentation.schema).toEqual({ type: 'integer', minimum: 0, maximum: 7, default: 0 });
  });

  it('are one of several words', () => {
    const order = enumParameter('The order.', ['asc', 'desc'], 'asc');
    expect(order).toMatchObject({ defaultValue: 'asc', repeatable: false, emptyIsAbsent: false });
    expect(order.documentation.schema).toEqual({ type: 'string', enum: ['asc', 'desc'], default: 'asc' });
    expect(order.read(['desc'])).toEqual({ ok: true, value: 'desc' });
    const fault = { reason: 'is not one of the allowed values', allowed: ['asc', 'desc'] };
    expect(order.read(['up'])).toEqual({ ok: false, faults: [fault] });
  });

  it('are lists, repeated or with commas', () => {
    const list = listParameter(about, undefined, (items) => ({ ok: true, value: items.split(',') }));
    expect(list).toMatchObject({ repeatable: true, emptyIsAbsent: true });
    expect(list.read(['a,b', 'c'])).toEqual({ ok: true, value: ['a', 'b', 'c'] });
  });
});

describe('storeParameters', () => {
  const digit = textParameter<number, undefined>(about, undefined, (text) =>
    /^\d$/.test(text) ? { ok: true, value: Number(text) } : { ok: false, faults: [{ reason: 'is no digit' }] },
  );
  const declared: RouteParameters = {
    parameters: { word },
    segments: { digit },
    combine: (values) => ({
      value: values,
      faults: 'word' in values && values.word === 'odd' ? [{ reason: 'is odd' }] : [],
      validUntil: 9,
    }),
  };

  function store(
    query: string,
    { prefer = '', params = { digit: '7' }, acceptsTokenInQuery = false, isDeclared = true } = {},
  ) {
    const handler = () => undefined;
    if (isDeclared) Reflect.defineMetadata(PARAMETERS, declared, handler);
    const context = { query: parseQuery(`/?${query}`), acceptsTokenInQuery, formats: undefined };
    const headers = new Map<string, unknown>();
    const request = { context, params, get: (name: string) => (name === 'prefer' ? prefer : undefined) };
    const response = { setHeader: headers.set.bind(headers) };
    const run = () => {
      storeParameters(handler, request as unknown as Request, response as unknown as Response);
    };
    return { run, context, headers };
  }

  const faultsOf = (...given: Parameters<typeof store>) => {
    try {
      store(...given).run();
      return [];
    } catch (error) {
      return (error as { extras: { errors: unknown[] } }).extras.errors;
    }
  };

  it('stores the combined values of parameters and segments', () => {
    const { run, context, headers } = store('word=x');
    run();
    expect(context).toMatchObject({ parameters: { word: 'x', digit: 7 }, validUntil: 9 });
    expect(headers.size).toBe(0);
  });

  it('takes no parameters without a declaration', () => {
    const { run, context, headers } = store('word=x', { isDeclared: false });
    run();
    expect([context, [...headers]]).toMatchObject([{ parameters: {} }, [['X-Ignored-Parameters', 'word']]]);
  });

  it('reports all faults together', () => {
    expect(faultsOf('word=odd&wt=yaml', { params: { digit: 'x', id: 'a\0' } as never })).toMatchObject([
      {
        parameter: 'id',
        value: 'a\u{FFFD}',
        reason: 'contains a character that no identifier can contain (NUL)',
        allowed: ['text without NUL'],
      },
      { parameter: 'digit', value: 'x', reason: 'is no digit' },
      { parameter: 'wt' },
      { reason: 'is odd' },
    ]);
    expect(faultsOf('', { params: { digit: '\0' } })).toHaveLength(1);
  });

  it('allows the parameter of the token if the token may be there', () => {
    const { run, headers } = store('access_token=t', { acceptsTokenInQuery: true });
    run();
    expect(headers.size).toBe(0);
  });

  it.each([
    ['a=1&b%20c=2', 'a,b%20c'],
    [`a=1&${'x'.repeat(394)}=1`, `a,${'x'.repeat(394)}`],
    [`a=1&${'x'.repeat(395)}=1&b=1`, 'a,b,...'],
    [[1, 2, 3].map((n) => `${'x'.repeat(98)}${n}`).concat('y'.repeat(96)).join('&'), [1, 2, 3].map((n) => `${'x'.repeat(98)}${n}`).concat('y'.repeat(96)).join(',')], // prettier-ignore
    [[1, 2, 3].map((n) => `${'x'.repeat(98)}${n}`).concat('y'.repeat(97)).join('&'), [1, 2, 3].map((n) => `${'x'.repeat(98)}${n}`).concat('...').join(',')], // prettier-ignore
  ])('lists ignored names: %.20s', (query, header) => {
    const { run, headers } = store(query);
    run();
    expect(headers.get('X-Ignored-Parameters')).toBe(header);
  });

  it.each([
    ['handling=strict', true],
    ['respond-async, Handling = "STRICT"', true],
    ['wait=5;handling=strict', true],
    ['handling=strict, handling=lenient', true],
    ['handling=lenient, handling=strict', false],
    ['xhandling=strict', false],
    ['handling=stricter', false],
    ['', false],
  ])('rejects unknown names with Prefer: %s is %p', (prefer, isStrict) => {
    expect(faultsOf('x=1', { prefer })).toHaveLength(isStrict ? 1 : 0);
    const { run, headers } = store('', { prefer });
    run();
    expect(headers.get('Preference-Applied')).toBe(isStrict ? 'handling=strict' : undefined);
  });

  it('reads a segment of the route only', () => {
    expect(readSegment({ params: { id: '7' } } as unknown as Request, 'id')).toBe('7');
    expect(() => readSegment({ params: {} } as Request, 'id')).toThrow('The route has no segment id');
  });
});
