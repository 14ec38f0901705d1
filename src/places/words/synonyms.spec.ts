import { streetEndings } from './synonyms.js';

describe('streetEndings', () => {
  it.each([
    ['Sonnenstr.', ['sonnenstrasse', 'sonnenstraat']],
    ['sonnenstraße', ['sonnenstr']],
    ['Kalverstraat', ['kalverstr']],
    ['str.', []],
    ['abstr', []],
    ['street', []],
  ])('is the other spelling of a street: %s', (word, texts) => {
    const expected = texts.length === 0 ? [] : [{ from: 1, end: 2, texts, isSpelling: true }];
    expect(streetEndings(['12', word])).toEqual(expected);
  });
});
