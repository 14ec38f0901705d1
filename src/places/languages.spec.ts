import { countries, languagesOf } from './languages.js';

describe('languagesOf', () => {
  it.each([
    [[], ['en']],
    [['DK'], ['en', 'da']],
    [['dk'], ['en', 'da']],
    [
      ['NZ', 'BR', 'DK'],
      ['en', 'mi', 'pt', 'da'],
    ],
    [['BE'], ['en', 'nl', 'fr', 'de']],
    [['NO'], ['en', 'nb', 'nn']],
    // Of a region, and of this country more than of another.
    [['ES'], ['en', 'es', 'ca', 'gl']],
    [['IT'], ['en', 'it']],
    // Each once.
    [
      ['PT', 'BR', 'AO'],
      ['en', 'pt'],
    ],
    // No country has these codes: one is a member of all objects.
    [['ZZ', 'Danmark', 'constructor', ''], ['en']],
  ])('of %j are %j', (countries, languages) => {
    expect(languagesOf(countries)).toEqual(languages);
  });
});

describe('the languages of countries', () => {
  it('are tags that Intl knows', () => {
    const tags = languagesOf(countries);
    expect(tags.filter((tag) => Intl.getCanonicalLocales(tag)[0] !== tag)).toEqual([]);
    expect(countries.length).toBeGreaterThan(240);
  });
});
