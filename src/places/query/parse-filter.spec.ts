import { parseFilters, parseFilter } from './parse-filter.js';
import { parse } from './grammar/filter-parser.js';

describe('several filters', () => {
  it('are parsed one by one', () => {
    expect(parseFilters(['id:1', 'id:2 OR id:3'])).toMatchObject({
      ok: true,
      value: [{ type: 'equals' }, { type: 'or' }],
    });
  });

  it('are ignored if they are empty or match every place', () => {
    expect(parseFilters(['', ' \t', '*:*', ' *:* '])).toEqual({ ok: true, value: [] });
    expect(parseFilters(['*:*', 'id:1'])).toMatchObject({ ok: true, value: [{ type: 'equals' }] });
    expect(parseFilters(['*:* AND id:1']).ok).toBe(false);
  });

  it('report the faults of all filters', () => {
    expect(parseFilters(['id:', 'id:1', 'foo:1 OR bar:2'])).toMatchObject({
      ok: false,
      faults: [{ value: 'id:' }, { value: 'foo:1 OR bar:2' }, { value: 'foo:1 OR bar:2' }],
    });
  });

  it('get suggestions for the first eight unknown fields only', () => {
    const parsed = parseFilters(Array.from({ length: 12 }, () => 'adress.city:Santos'));
    const suggestions = parsed.ok ? [] : parsed.faults.map(({ suggestion }) => suggestion);
    expect(suggestions).toEqual(Array.from({ length: 12 }, (_, at) => (at < 8 ? 'address.city' : undefined)));
  });
});
describe('values', () => {
  it.each([
    ['name:서울', { type: 'words', text: '서울' }],
    ['name:"서울 가스"', { type: 'words', text: '서울 가스', phrase: true }],
    ['name:?', { type: 'words', text: '?' }],
    ['name:서울*', { type: 'prefix', text: '서울' }],
    ['address.city:서울', { type: 'equals', value: '서울' }],
    ['address.city:ガス*', { type: 'prefix', text: 'ガス' }],
  ])('are composed: %s', (filter, expected) => {
    expect(parseFilters([filter.normalize('NFD')])).toMatchObject({ ok: true, value: [expected] });
  });

  it('of ids are not changed', () => {
    const value = '서울'.normalize('NFD');
    expect(parseFilters([`id:${value}`])).toMatchObject({ value: [{ type: 'equals', value }] });
  });

  it('of prefixes are limited in their composed form', () => {
    const prefix = (length: number) => `name:${'\u{1d160}'.repeat(length)}*`;
    expect(parseFilters([prefix(85)]).ok).toBe(true);
    expect(parseFilters([prefix(86)])).toMatchObject({ faults: [{ reason: 'a prefix has at most 256 characters' }] });
  });
});
describe('limits', () => {
  const list = (count: number): string => `id:(${Array.from({ length: count }, (_, at) => at).join(' OR ')})`;
  const nested = (depth: number): string => `${'('.repeat(depth)}id:1${')'.repeat(depth)}`;

  it('allow 4,096 code points', () => {
    const longest = `address.street:${'😀'.repeat(4096 - 'address.street:'.length)}`;
    expect(parseFilters([longest]).ok).toBe(true);
    expect(parseFilters([`${longest}x`])).toEqual({
      ok: false,
      faults: [{ value: `${longest}x`, reason: 'a filter has at most 4096 characters' }],
    });
  });

  it('allow 64 clauses in all filters, each value of a list being one', () => {
    expect(parseFilters([list(62), 'id:1 AND -id:2']).ok).toBe(true);
    expect(parseFilters([list(62), 'id:1 AND -id:2', 'id:3'])).toEqual({
      ok: false,
      faults: [
        { value: 'id:3', reason: 'the filters of a request have at most 64 clauses; each value of a list is one' },
      ],
    });
    expect(parseFilters([list(65)]).ok).toBe(false);
  });

  it('allow 256 words of text fields in all filters', () => {
    const words = (count: number): string => `name:"${Array.from({ length: count }, (_, at) => `w${at}`).join(' ')}"`;
    const four = Array.from({ length: 4 }, (_, at) => (at % 2 === 0 ? words(64) : `-(${words(64)} AND id:1)`));
    expect(parseFilters([...four, 'address.city:"New York"']).ok).toBe(true);
    expect(parseFilters([...four, 'name:w*'])).toMatchObject({ ok: false, faults: [{ value: 'name:w*' }] });
    expect(parseFilters([...four, 'name:wo*'])).toEqual({
      ok: false,
      faults: [
        {
          value: 'name:wo*',
          reason: 'the values of text fields in all filters of a request have at most 256 words together',
        },
      ],
    });
  });

  it.each([
    ['parentheses', nested],
    ['NOT', (depth: number) => `${'NOT '.repeat(depth)}id:1`],
    ['-', (depth: number) => `${'-'.repeat(depth)}id:1`],
    ['lists', (depth: number) => `id:${'('.repeat(depth)}1${')'.repeat(depth)}`],
    ['both', (depth: number) => `${'-('.repeat(depth / 2)}${depth % 2 ? '-' : ''}id:1${')'.repeat(depth / 2)}`],
  ])('allow 16 levels of %s', (_, text) => {
    expect(parseFilters([text(16)]).ok).toBe(true);
    expect(parseFilters([text(17)])).toEqual({
      ok: false,
      faults: [{ value: text(17), reason: 'parentheses and NOT nest at most 16 levels deep' }],
    });
  });

  it('count depth, not parentheses', () => {
    expect(parseFilters([Array.from({ length: 32 }, () => '(id:1)').join(' AND ')]).ok).toBe(true);
  });

  it.each([
    ...['a ', '漢', 'ひ', '😀', '★', '🇧🇷'].map((text) => [text, 1] as const),
    // Two scripts without a space.
    ...['aア', 'กa', '１ア', 'Ⓐア', 'กア'].map((text) => [text, 2] as const),
  ])('allow 64 words in a value: %s is %d', (text, words) => {
    const most = text.repeat(64 / words);
    expect(parseFilters([`name:"${most}"`]).ok).toBe(true);
    for (const value of [`"${most}${text}"`, ...(text === 'a ' ? [] : [`${most}${text}`, `${most}${text}*`])]) {
      expect(parseFilters([`name:${value}`])).toMatchObject({ faults: [{ reason: 'a value has at most 64 words' }] });
    }
  });
});
describe('the worst texts', () => {
  const worst: Record<string, string> = {
    'nothing but opening parentheses': '('.repeat(4096),
    'nothing but minus': '-'.repeat(4096),
    'nothing but NOT': 'NOT '.repeat(1024),
    'nothing but spaces': ' '.repeat(4096),
    'nothing but quotes': '"'.repeat(4096),
    'nothing but backslashes': '\\'.repeat(4096),
    'nothing but colons': ':'.repeat(4096),
    'a value that never ends': `name:"${'\\"'.repeat(2000)}`,
    'a list that never ends': `id:${'('.repeat(4000)}`,
    'spaces before a fault': `${'('.repeat(16)}id:1${` ${' '.repeat(200)})`.repeat(15)}${' '.repeat(900)}x`,
    'words after a value': `address.city:a${' b'.repeat(2000)}`,
    'clauses without end': 'id:1 OR '.repeat(512),
    'brackets without end': 'id:[1 TO '.repeat(400),
  };

  it.each(Object.entries(worst))('are rejected without an exception: %s', (_, text) => {
    const parsed = parseFilters([text]);
    expect(text.length).toBeLessThanOrEqual(4096);
    expect(parsed.ok).toBe(text.trim() === '');
  });
});

/** What is wrong with a filter, line by line, and the repaired filter if one is suggested. */
function fault(filter: string): { lines: string[]; suggestion: string | undefined } {
  const parsed = parseFilter(filter);
  if (parsed.ok || parsed.faults[0] === undefined) throw new Error(`${filter} is no fault`);
  expect(parsed.faults).toHaveLength(1);
  expect(parsed.faults[0].value).toBe(filter);
  return { lines: parsed.faults[0].reason.split('\n'), suggestion: parsed.faults[0].suggestion };
}
describe('a fault of form', () => {
  it.each([
    // or, and
    ['id:1 OR', 'expected a field, "(" or NOT, found the end of the filter', 7],
    ['id:1 AND', 'expected a field, "(" or NOT, found the end of the filter', 8],
    ['id:1 OR AND id:2', 'expected a field, "(" or NOT, found "AND"', 8],
    ['id:1 id:2', 'expected AND, OR or the end of the filter, found "id"', 5],
    ['id:1)', 'expected AND, OR or the end of the filter, found ")"', 4],
    // not
    ['NOT', 'expected a field, "(" or NOT, found the end of the filter', 3],
    ['id:1 NOT id:2', 'expected AND, OR or the end of the filter, found "NOT"', 5],
    // primary
    ['', 'expected a field, "(" or NOT, found the end of the filter', 0],
    ['()', 'expected a field, "(" or NOT, found ")"', 1],
    ['(id:1 id:2', 'expected ")", AND or OR, found "id"', 6],
    ['"pizza"', 'expected a field, "(" or NOT, found a quote', 0],
    ['*:*', 'expected a field, "(" or NOT, found "*"', 0],
    // clause
    ['pizza', 'expected ":", found the end of the filter', 5],
    ['id', 'expected ":", found the end of the filter', 2],
    ['id=1', 'expected ":", found the end of the filter', 4],
    // value
    ['id:', 'expected a value, found the end of the filter', 3],
    ['id:)', 'expected a value, found ")"', 3],
    // value: word, prefix
    ['name:a*b', 'expected AND, OR or the end of the filter, found "b"', 7],
    ['name:*', 'expected a value, found "*"', 5],
    ['name:*ende', 'expected a value, found "*"', 5],
    ['name:a"b"', 'expected AND, OR or the end of the filter, found a quote', 6],
    ['name:a\\', 'expected a character after the backslash, found the end of the filter', 7],
    // value: range
    ['id:[1', 'expected TO, found the end of the filter', 5],
    ['id:[1 2]', 'expected TO, found "2"', 6],
    ['id:[1 TO]', 'expected a number or *, found "]"', 8],
    ['id:[TO 2]', 'expected TO, found "2"', 7],
    ['id:[1 TO 2)', 'expected "]" or "}", found ")"', 10],
    ['id:[1,2]', 'expected TO, found "]"', 7],
    // value: list
    ['id:()', 'expected a value, found ")"', 4],
    ['id:(1 OR )', 'expected a value, found ")"', 9],
    ['id:(1 AND 2)', 'expected ")" or OR, found "AND"', 6],
  ])('is said where it is: %s', (filter, reason, column) => {
    expect(fault(filter).lines).toEqual([reason, filter, `${' '.repeat(column)}^`]);
  });

  it('points by characters, not by units of UTF-16', () => {
    expect(fault('name:😀😀 x').lines).toEqual([
      'expected AND, OR or the end of the filter, found "x"',
      'name:😀😀 x',
      '        ^',
    ]);
  });

  it('fits on one line', () => {
    expect(fault('id:1\n\tid:2').lines).toEqual([
      'expected AND, OR or the end of the filter, found "id"',
      'id:1  id:2',
      '      ^',
    ]);
  });

  it('shows of a long filter what is near', () => {
    const filter = `name:"${'a'.repeat(80)}" x ${'b'.repeat(80)}`;
    expect(fault(filter).lines).toEqual([
      'expected AND, OR or the end of the filter, found "x"',
      `…${'a'.repeat(48)}" x ${'b'.repeat(48)}…`,
      `${' '.repeat(51)}^`,
    ]);
  });

  it('names what was found in part when it is long', () => {
    expect(fault(`id:1 ${'b'.repeat(80)}`).lines[0]).toBe(
      `expected AND, OR or the end of the filter, found "${'b'.repeat(40)}"`,
    );
  });
});
describe('the filter that was probably meant', () => {
  it.each([
    ['address.city:São Paulo', 'address.city:"São Paulo"'],
    ['address.city:São Paulo AND id:1', 'address.city:"São Paulo" AND id:1'],
    ['id:1 AND address.city:São Paulo', 'id:1 AND address.city:"São Paulo"'],
    ['(id:1 OR address.city:Rio de Janeiro)', '(id:1 OR address.city:"Rio de Janeiro")'],
    ['name:Bar do Zé: o melhor', 'name:"Bar do Zé: o melhor"'],
  ])('has quotes around a value: %s', (filter, meant) => {
    expect(fault(filter).suggestion).toBe(meant);
  });

  it.each([
    ...['', 'pizza', 'id:', 'id:1)', 'id:()', 'name:a\\', '((id:1', 'name:"a', 'address.city:(Rio AND Santos)'],
    ...['address.city:Santos name:Pizza', 'address.city:Santos -name:Pizza', 'id:1 and id:2', 'address.city:*'],
    ...['address.city:Santos AND', 'address.city:NOT Santos', 'address.city:Rio && Santos'],
  ])('is not guessed at: %s', (filter) => {
    expect(fault(filter).suggestion).toBeUndefined();
  });
});
describe('the parser', () => {
  /** How often it looks at a character of a text, whether it likes the text or not. */
  function looks(text: string): number {
    let count = 0;
    const counted =
      (read: (at: number) => unknown) =>
      (at: number): unknown => {
        count += 1;
        return read(at);
      };
    const watched = {
      length: text.length,
      charAt: counted((at) => text.charAt(at)),
      charCodeAt: counted((at) => text.charCodeAt(at)),
      codePointAt: counted((at) => text.codePointAt(at)),
      substr: (from: number, length: number) => text.slice(from, from + length),
      substring: text.substring.bind(text),
    };
    const exceeded = (): never => {
      throw new Error('limit');
    };
    try {
      parse(watched as unknown as string, { maxDepth: Infinity, maxClauses: Infinity, exceeded });
    } catch (error) {
      if (error instanceof TypeError) throw error;
    }
    return count;
  }

  it.each([
    ['parentheses', (size: number) => `${'('.repeat(size)}id:1${')'.repeat(size)}`],
    ['unclosed parentheses', (size: number) => `${'('.repeat(size)}id:1`],
    ['unclosed lists', (size: number) => `id:${'('.repeat(size)}1`],
    ['NOT', (size: number) => `${'NOT '.repeat(size)}id:1`],
    ['clauses', (size: number) => `${'id:1 OR id:2 AND '.repeat(size)}id:3`],
    ['spaces between parentheses', (size: number) => `((((id:1${`${' '.repeat(size)})`.repeat(4)}${' '.repeat(size)}x`],
    ['a long word', (size: number) => `id:${'a\\b'.repeat(size)}`],
    ['an unclosed quote', (size: number) => `id:"${'a\\b'.repeat(size)}`],
    ['an unclosed range', (size: number) => `id:[${' '.repeat(size)}1${' '.repeat(size)}TO${' '.repeat(size)}`],
    ['a list', (size: number) => `id:(${'1 OR '.repeat(size)}`],
  ])('does work that grows as the text does: %s', (_, text) => {
    const [small, large] = [text(100), text(200)];
    expect(looks(large)).toBeLessThan(2.1 * looks(small));
    expect(looks(large)).toBeLessThan(25 * large.length);
  });
});
