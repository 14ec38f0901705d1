import { namesTag } from './if-none-match.js';

describe('If-None-Match', () => {
  it.each(['W/"a"', '"a"', '*', '"b", W/"a"', 'W/"b","a" , "c"'])('%s names the tag', (condition) => {
    expect(namesTag(condition, 'W/"a"')).toBe(true);
    expect(namesTag(condition, '"a"')).toBe(true);
  });

  it.each(['', '"b"', 'a', 'w/"a"', '"a', '"b", *', 'W/W/"a"'])('%j does not', (condition) => {
    expect(namesTag(condition, 'W/"a"')).toBe(false);
  });

  it('names none where there is none, but for any', () => {
    expect([namesTag('"a"', undefined), namesTag('', undefined), namesTag('*', undefined)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
