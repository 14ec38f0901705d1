import { matchesEtag } from './if-none-match.js';

describe('If-None-Match', () => {
  it.each(['W/"a"', '"a"', '*', '"b", W/"a"', 'W/"b","a" , "c"'])('%s names the tag', (condition) => {
    expect(matchesEtag(condition, 'W/"a"')).toBe(true);
    expect(matchesEtag(condition, '"a"')).toBe(true);
  });

  it.each(['', '"b"', 'a', 'w/"a"', '"a', '"b", *', 'W/W/"a"'])('%j does not', (condition) => {
    expect(matchesEtag(condition, 'W/"a"')).toBe(false);
  });

  it('names none where there is none, but for any', () => {
    expect([matchesEtag('"a"', undefined), matchesEtag('', undefined), matchesEtag('*', undefined)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
