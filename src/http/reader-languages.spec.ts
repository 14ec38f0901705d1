import { acceptedLanguages, readerLanguage } from './reader-languages.js';

const tagsOf = (header: string | undefined): string[] => acceptedLanguages(header).map(({ tag }) => tag);

describe('the languages of Accept-Language', () => {
  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    ['pt-BR', ['pt-br']],
    ['en;q=0.5, pt', ['pt', 'en']],
    // What browsers send: the language without its region is a fallback already.
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', ['pt-br', 'en-us']],
    ['PT, pt', ['pt']],
    // Any language: names are shown as they are.
    ['*', []],
    ['fr, *;q=0.5, pt;q=0.1', ['fr', 'pt']],
    ['pt;q=0, en', ['en']],
    ['pt;q=0', []],
    ['pt;q=high', []],
    ['nonsense language, 1, <b>, pt_BR, -, ;, ,, \u00e9', []],
    ['i-klingon, x-private, en', ['en']],
    ['a, bb, cc, dd, ee, ff, gg', ['bb', 'cc', 'dd', 'ee', 'ff']],
  ])('of %j are %j', (header, tags) => {
    expect(tagsOf(header)).toEqual(tags);
  });

  it('have no tag of more than eight subtags', () => {
    expect(tagsOf(`en${'-a'.repeat(8)}, fr${'-a'.repeat(7)}, pt`)).toEqual(['fr-a-a-a-a-a-a-a', 'pt']);
  });
});

describe('what a language falls back to', () => {
  it.each([
    ['pt', ['pt', 'pt-latn']],
    ['pt-BR', ['pt-br', 'pt-latn', 'pt']],
    ['zh-TW', ['zh-tw', 'zh-hant', 'zh']],
    ['zh-Hant-HK', ['zh-hant-hk', 'zh-hant', 'zh']],
    // Not a tag that Intl takes: a variant may not be repeated.
    ['de-1996-1996', ['de-1996-1996', 'de-1996', 'de']],
  ])('%s: %j', (tag, lookup) => {
    expect(readerLanguage(tag).lookup).toEqual(lookup);
  });
});
