import { parseFilters } from './parse-filters.js';

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
