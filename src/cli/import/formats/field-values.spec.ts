import { processorTime } from '../../../../test/support/processor-time.js';
import {
  countryOf,
  displayName,
  fromJson,
  type InvalidRecordError,
  isNa,
  isNullMarker,
  listOf,
  objectOf,
  OptionalMembers,
  readTextList,
  slug,
  stateOf,
  textOf,
  textsOf,
  withoutFraction,
  withoutNa,
  withoutNullMarkers,
} from './field-values.js';

describe('state', () => {
  it.each([
    ['NSW', 'AU', 'NSW'],
    ['New South Wales', 'AU', 'NSW'],
    ['US-NY', 'US', 'NY'],
    ['ny', 'US', 'NY'],
    ['sao paulo', 'BR', 'SP'],
    ['13', 'JP', 'Tôkyô'],
    ['?', 'NA', '?'],
    ['Puducherry', 'IN', 'PY'],
    ['NZ-Auckland', 'NZ', 'AUK'],
    ['Anywhere', 'US', 'Anywhere'],
    ['New York', undefined, 'New York'],
    [undefined, 'US', undefined],
    ['US-XX', 'US', 'XX'],
    ['São Paulo', 'BR', 'SP'],
    ['New York', 'CA', 'New York'],
    ['DE-BE', 'AT', 'DE-BE'],
  ])('of %j in %j', (region, country, state) => {
    expect(stateOf(region, country)).toBe(state);
  });

  it('finds a missing country in the region code', () => {
    const countries = [countryOf(undefined, 'US-NY'), countryOf('fi'), countryOf(undefined, 'NY')];
    expect(countries).toEqual(['US', 'FI', undefined]);
    expect(
      ['GB-ENG', 'FR-75', 'US-NEWY', 'us-NY', 'AUS-NY', 'US-'].map((region) => countryOf(undefined, region)),
    ).toEqual(['GB', 'FR', undefined, undefined, undefined, undefined]);
    expect([countryOf('br', 'US-NY'), countryOf('Brasil'), countryOf('bra'), countryOf(undefined)]).toEqual([
      'BR',
      'Brasil',
      'bra',
      undefined,
    ]);
  });
});

describe('a number for a text', () => {
  it('is rejected if it is rounded', () => {
    expect([textOf(9007199254740991, 'id'), textOf(-1.5, 'id')]).toEqual(['9007199254740991', '-1.5']);
    for (const rounded of ['9007199254740993', '12345678901234567890123', '-9007199254740993']) {
      expect(() => textOf(Number(rounded), 'id')).toThrow(
        `id: ${Number(rounded)} must be a text: numbers beyond 9007199254740991 are rounded`,
      );
    }
  });
});

describe('a member', () => {
  const fault = (read: () => unknown): unknown => {
    try {
      return read();
    } catch (error) {
      return (error as InvalidRecordError).fault;
    }
  };

  it.each([undefined, null])('that is %j is absent', (value) => {
    expect([objectOf(value, 'a'), listOf(value, 'a'), textOf(value, 'a'), textsOf(value, 'a')]).toEqual([
      undefined,
      [],
      undefined,
      [],
    ]);
  });

  it('is an object', () => {
    expect(objectOf({ b: 1 }, 'a')).toEqual({ b: 1 });
    for (const value of ['', 5, []])
      expect(fault(() => objectOf(value, 'a'))).toEqual({ member: 'a', value, reason: 'must be an object' });
  });

  it('is a list', () => {
    expect(listOf([1], 'a')).toEqual([1]);
    expect(fault(() => listOf('b', 'a'))).toEqual({ member: 'a', value: 'b', reason: 'must be a list' });
  });

  it('is a text', () => {
    expect([textOf(' b ', 'a'), textOf(' ', 'a')]).toEqual(['b', undefined]);
    expect(fault(() => textOf(true, 'a'))).toEqual({ member: 'a', value: true, reason: 'must be a string' });
  });

  it('is a list of texts', () => {
    expect(textsOf(['b', ' ', 5], 'a')).toEqual(['b', '5']);
    expect(fault(() => textsOf(['b', {}], 'a'))).toEqual({ member: 'a[1]', value: {}, reason: 'must be a string' });
  });

  it('that is optional is left out and reported', () => {
    const optional = new OptionalMembers();
    expect([optional.read(() => textOf('b', 'a')), optional.read(() => textOf({}, 'a'))]).toEqual(['b', undefined]);
    // A member may be read twice.
    optional.read(() => textOf({}, 'a'));
    optional.read(() => textOf({}, 'b'));
    optional.report('c', 1, 'is odd');
    optional.report('d', 2, 'is odd', { isKept: true });
    expect(optional.faults).toEqual([
      { member: 'a', value: {}, reason: 'must be a string' },
      { member: 'b', value: {}, reason: 'must be a string' },
      { member: 'c', value: 1, reason: 'is odd' },
      { member: 'd', value: 2, reason: 'is odd', isKept: true },
    ]);
    const bug = (): never => {
      throw new TypeError('a fault of the program');
    };
    expect(() => optional.read<string>(bug)).toThrow('a fault of the program');
  });
});

describe('a value in a table', () => {
  it.each([
    '',
    ' ',
    '-',
    '\\N',
    ' NULL ',
    ...'NaN <NA> #N/A None undefined -1.#IND -- – — ? null Null (null) <null> [NULL] nil <nil> nan NAN'.split(' '),
    ...'-nan -NaN NaT none #NA #NULL! N/A n/a 1.#QNAN 1.#IND -1.#QNAN'.split(' '),
  ])('is absent: %j', (text) => {
    expect(isNullMarker(text)).toBe(true);
    expect(withoutNullMarkers({ a: text, b: 'NA', c: 5 })).toEqual({ a: null, b: 'NA', c: 5 });
  });

  it('may be NA only in some columns', () => {
    expect(withoutNa({ name: 'NA', phone: ' NA ', fax: 'NAB', n: 1 }, ['name'])).toEqual({
      name: 'NA',
      phone: null,
      fax: 'NAB',
      n: 1,
    });
    expect([isNa(' NA '), isNa('na'), isNa(null)]).toEqual([true, false, false]);
  });

  it.each([
    ['14015550100.0', '14015550100'],
    ['5.00', '5'],
    ['5.10', '5.10'],
    ['5.01', '5.01'],
    ['a5.0', 'a5.0'],
    ['5.0a', '5.0a'],
    [undefined, undefined],
  ])('is no number: %j', (text, without) => {
    expect(withoutFraction(text)).toBe(without);
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    [' [1]', [1]],
    ['{a}', '{a}'],
    ['5', '5'],
    ['x{}', 'x{}'],
    ['x [1]', 'x [1]'],
    [5, 5],
  ])('may be JSON: %j', (value, parsed) => {
    expect(fromJson(value)).toEqual(parsed);
  });

  it.each([
    ['computer_hardware_company', 'Computer hardware company'],
    ['_a__b \n c_', 'A b c'],
    ['atm', 'ATM'],
    ['hvac_contractor', 'HVAC contractor'],
    ['', ''],
  ])('that is a key has a name: %j', (key, name) => {
    expect(displayName(key)).toBe(name);
  });
});

describe('the identifier of a name', () => {
  it.each([
    ['Dining & Drinking', 'dining-drinking'],
    [' Cafés; Ｂars ', 'cafes-bars'],
    ['Café', 'cafe'],
    ['Καφέ', 'καφε'],
    ['מִסְעָדָה', 'מסעדה'],
    ['مَطْعَم', 'مطعم'],
    ['İstanbul', 'istanbul'],
    ['☕️ 1️⃣ Café ℹ️', '1-cafe-i'],
    ['Super\u00admarkt', 'supermarkt'],
    ['***', ''],
  ])('folds marks as searches do: %j', (name, identifier) => {
    expect(slug(name)).toBe(identifier);
  });

  it.each([
    ['कला', 'किला'],
    ['ペット', 'ベッド'],
    ['バス', 'パス'],
    ['มา', 'ม้า'],
    ['한식', '한시'],
  ])('keeps the vowels and tones of other scripts: %s, %s', (...names) => {
    expect(names.map(slug)).toEqual(names);
    expect(names.map((name) => slug(name.normalize('NFD')))).toEqual(names);
  });
});

describe('a list in CSV', () => {
  it.each([
    ['[a, b]', undefined, ['a', 'b']],
    ['["a, b","c"]', undefined, ['a, b', 'c']],
    [`['a', "it's"]`, undefined, ['a', "it's"]],
    ['{"a","b\\"c"}', undefined, ['a', 'b"c']],
    ["[Retail > Men's Store, Retail]", 2, ["Retail > Men's Store", 'Retail']],
    ['[A > B, C, D > E]', 2, ['A > B, C', 'D > E']],
    [`['4bf5' '4d4b']`, 2, ['4bf5', '4d4b']],
    [`['A > B, C'\n 'D > E']`, 2, ['A > B, C', 'D > E']],
    [`["Bob's > Bar" 'D > E']`, 2, ["Bob's > Bar", 'D > E']],
    [`['A']`, 1, ['A']],
    ['A > B', undefined, ['A > B']],
    ['[]', undefined, []],
    ['', undefined, []],
    [null, undefined, []],
    [['a', ' b '], undefined, ['a', 'b']],
    ['["a ""b""", NULL, -]', undefined, ['a "b"']],
    ['["A > B", C]', 1, ['A > B', 'C']],
    ['[A > B, C]', 2, ['A > B', 'C']],
    ['[C, A > B]', 1, ['C', 'A > B']],
    ['[a\n, b]', undefined, ['a', 'b']],
    ['a [b]', undefined, ['a [b]']],
    ['["a" ,"b"]', 1, ['a', 'b']],
    ['[" a "]', undefined, ['a']],
    ['[""]', undefined, []],
    ['["\\\\"]', undefined, ['\\']],
    ["['\\'a\\'' , 'b']", undefined, ["'a'", 'b']],
    ['[ "a" "b" ]', undefined, ['a', 'b']],
    ["[it's, 'b']", undefined, ["it's", 'b']],
  ])('%j', (text, count, entries) => {
    expect(readTextList(text, 'labels', count)).toEqual(entries);
  });

  it.each(['["a","b"', '{"a","b"]', '[a] b', '[a {b}', '{a [b]', '{a} b'])('has brackets at both ends: %j', (text) => {
    expect(() => readTextList(text, 'labels')).toThrow('must be a list, [a, b] or {a,b}');
  });

  it('of 1 MB is read in linear time', () => {
    const time = processorTime(() => {
      expect(readTextList(`[${'a>b,'.repeat(250_000)}c]`, 'labels', 1)).toHaveLength(250_000);
    });
    expect(time).toBeLessThan(5000);
  });
});
