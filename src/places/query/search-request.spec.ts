import { parseSearchTerm, wordsOfKind } from './search-request.js';

describe('q', () => {
  it.each(['', ' ', '\n\t', '*', '*:*'])('is absent when empty: "%s"', (text) => {
    expect(parseSearchTerm(text)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    'pizza',
    ...['São Paulo', 'warning: pizza'],
    ...'weather:fine Name:bar distance:5km location.distance:5 relevance:high'.split(' '),
    'id:1 OR id:2',
    '-id:1',
    ...['NOT id:1', 'address.city:São Paulo'],
    ...'name: "pizza )('.split(' '),
    '('.repeat(256),
  ])('is words: %s', (text) => {
    expect(parseSearchTerm(text)).toEqual({ ok: true, value: { type: 'words', text } });
  });

  it('is words without surrounding space', () => {
    expect(parseSearchTerm(' a  b ')).toEqual({ ok: true, value: { type: 'words', text: 'a  b' } });
  });

  it('is words without invisible characters', () => {
    expect(parseSearchTerm('\ufeffpi\u00adzza\u200e')).toEqual({ ok: true, value: { type: 'words', text: 'pizza' } });
    expect(parseSearchTerm('\u202a\u202c')).toEqual({ ok: true, value: undefined });
  });

  it.each(['Bar <Zwölf>', 'Galerie <Rotor>', 'x<y and z>w', '<3 cafe'])('is all its words: %s', (text) => {
    expect(parseSearchTerm(text)).toEqual({ ok: true, value: { type: 'words', text } });
  });

  it.each(['서울 식당', '서울: 식당'])('is words in composed form: %s', (text) => {
    expect(parseSearchTerm(text.normalize('NFD'))).toEqual({ ok: true, value: { type: 'words', text } });
  });

  it.each([
    ['id:1', { type: 'equals', value: '1' }],
    ['address.city:"São Paulo"', { type: 'equals', value: 'São Paulo' }],
    ['name:merc*', { type: 'prefix' }],
    ['id:(1 OR 2)', { type: 'or' }],
    ['urlService:[* TO *]', { type: 'presence' }],
  ])('is one clause of the filter language: %s', (text, filter) => {
    expect(parseSearchTerm(text)).toMatchObject({ ok: true, value: { type: 'filter', filter } });
  });

  it('that its field does not admit is a fault', () => {
    expect(parseSearchTerm('statistics.rating:good')).toMatchObject({
      ok: false,
      faults: [{ value: 'statistics.rating:good' }],
    });
  });

  it('has at most 256 characters, counted as code points', () => {
    expect(parseSearchTerm('😀'.repeat(256)).ok).toBe(true);
    expect(parseSearchTerm('a'.repeat(257))).toEqual({
      ok: false,
      faults: [{ value: 'a'.repeat(257), reason: 'the search term has at most 256 characters' }],
    });
  });
});
describe('the words of a kind', () => {
  type Kind = Parameters<typeof wordsOfKind>[0];
  const variants = { inflections: true, synonyms: [{ from: 0, end: 1 }] } as unknown as Kind['variants'];
  const eitherOf = ['library', 'museum'];
  const kind = (parts: object) => ({ textWithoutQualifiers: 'quiet library', ...parts }) as Kind;

  it.each([
    ['one kind', kind({}), undefined, [{ type: 'words', text: 'quiet library' }]],
    ['one kind with variants', kind({ variants }), undefined, [{ type: 'words', text: 'quiet library', variants }]],
    [
      'several kinds',
      kind({ eitherOf, variants }),
      { type: 'words' as const, text: 'quiet' },
      ['quiet library', 'quiet museum'].map((text) => ({
        type: 'words',
        text,
        variants: { inflections: true, synonyms: [] },
      })),
    ],
    [
      'several kinds, and no other word',
      kind({ eitherOf }),
      undefined,
      ['library', 'museum'].map((text) => ({ type: 'words', text })),
    ],
  ])('of %s', (_, named, term, words) => {
    expect(wordsOfKind(named, term)).toEqual(words);
  });
});
