import { acceptedLanguages, chosenLanguages } from './reader-languages.js';

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
    // Of two scripts.
    ['zh-CN, zh-TW;q=0.5, zh-Hans, zh', ['zh-cn', 'zh-tw']],
    ['und, UND-BR, pt', ['pt']],
  ])('of %j are %j', (header, tags) => {
    expect(tagsOf(header)).toEqual(tags);
  });

  it('are among the first ten', () => {
    const tags = Array.from({ length: 9 }, (_, at) => `pt-A${at}`).join(',');
    expect(tagsOf(`${tags},en,fr`)).toEqual(['pt-a0', 'en']);
  });

  it('are read by few Intl.Locale, and each once', () => {
    const locale = jest.spyOn(Intl, 'Locale');
    const tags = Array.from({ length: 500 }, (_, at) => `en-x-${at}`).join(',');
    tagsOf(tags);
    expect(locale).toHaveBeenCalledTimes(10);
    for (const tag of ['xx-1996-1996', 'xx-1996-1996,*']) tagsOf(tag);
    expect(locale).toHaveBeenCalledTimes(11);
    locale.mockRestore();
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
    expect(chosenLanguages(tag)[0]?.lookup).toEqual(lookup);
  });
});

describe('the languages of lang', () => {
  it.each([
    ['pt_BR', ['pt-br']],
    ['und', []],
    ['und-BR', []],
    ['unde', []],
    ['english', []],
  ])('of %s are %j', (text, tags) => {
    expect(chosenLanguages(text).map(({ tag }) => tag)).toEqual(tags);
  });
});
