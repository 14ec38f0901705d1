import { acceptedLanguages } from '../http/reader-languages.js';
import { nameIn, namesWithOriginal } from './names.js';

const museum = {
  name: 'Museum',
  names: [
    { text: 'Museu nacional', language: 'pt', type: 'official' },
    { text: 'Museu', language: 'pt' },
    { text: 'Museu de cá', language: 'pt' },
    { text: 'Museu de lá', language: 'pt-PT' },
    { text: '博物館', language: 'zh-Hant' },
    { text: 'Bówùguǎn', language: 'zh-Latn' },
    { text: 'The Museum', language: 'en-GB' },
    { text: 'The Old Museum' },
  ],
};

describe('nameIn', () => {
  it.each([
    ['', 'Museum'],
    ['*', 'Museum'],
    ['de', 'Museum'],
    ['pt', 'Museu'],
    ['pt-BR', 'Museu'],
    ['pt-PT', 'Museu de lá'],
    ['en', 'The Museum'],
    ['zh-TW', '博物館'],
    // In another script.
    ['zh-CN', 'Museum'],
    ['ja, en;q=0.5', 'The Museum'],
    ['en;q=0.5, pt', 'Museu'],
    ['pt;q=0, ja', 'Museum'],
    ['zh-CN, zh-TW;q=0.5', '博物館'],
    ['und', 'Museum'],
  ])('in %j is %s', (header, name) => {
    expect(nameIn(museum, acceptedLanguages(header))).toBe(name);
  });

  it('is none in a language that is not known', () => {
    expect(nameIn({ name: 'Museum', names: [{ text: '?', language: 'und' }] }, acceptedLanguages('en'))).toBe('Museum');
  });

  it('is the name of a place without further names', () => {
    expect(nameIn({ name: 'Museum' }, acceptedLanguages('pt'))).toBe('Museum');
  });

  it.each([
    ['DE', 'Freiheit'],
    ['Deutschland', 'Freiheit'],
    ['FR', 'Freedom'],
    [undefined, 'Freedom'],
    ['nowhere', 'Freedom'],
  ])(
    'in %s is the name rather than one in a less preferred language, if the first is official: %s',
    (country, name) => {
      const names = [{ text: 'Freedom', language: 'en' }];
      const place = { name: 'Freiheit', names, address: { country } };
      expect(nameIn(place, acceptedLanguages('de-DE,de;q=0.9,en;q=0.8'))).toBe(name);
    },
  );
});

describe('namesWithOriginal', () => {
  const names = [{ text: 'Museu', language: 'pt' }];
  it.each([
    ['Museum', names, names],
    ['Museu', names, [{ text: 'Museum' }, ...names]],
    ['Museu', [{ text: 'Museum', language: 'en' }, ...names], [{ text: 'Museum', language: 'en' }, ...names]],
    ['Museum', undefined, undefined],
  ])('%s has the name of the data: %j', (shown, given, expected) => {
    expect(namesWithOriginal(shown, { name: 'Museum', names: given })).toEqual(expected);
  });
});
