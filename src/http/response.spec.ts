import { matchesEtag } from './response.js';

describe('matchesEtag', () => {
  it.each(['W/"a"', '"a"', '*', '"b", W/"a"', 'W/"b","a" , "c"'])('%s matches', (condition) => {
    expect(matchesEtag(condition, 'W/"a"')).toBe(true);
    expect(matchesEtag(condition, '"a"')).toBe(true);
  });

  it.each(['', '"b"', 'a', 'w/"a"', '"a', '"b", *', 'W/W/"a"'])('%j does not match', (condition) => {
    expect(matchesEtag(condition, 'W/"a"')).toBe(false);
  });

  it('matches a response without ETag only with *', () => {
    expect([matchesEtag('"a"', undefined), matchesEtag('', undefined), matchesEtag('*', undefined)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
