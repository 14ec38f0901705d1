import { processorTime } from '../../test/support/processor-time.js';
import { type Format, negotiate, prefersHtml } from './format.js';

describe('negotiate', () => {
  it.each<[string | undefined, Format, boolean]>([
    [undefined, 'json', true],
    ['', 'json', true],
    ['*', 'json', true],
    ['*; q=.2', 'json', true],
    ['text', 'json', true],
    ['*/*', 'json', true],
    ['application/*', 'json', true],
    ['text/*', 'xml', true],
    ['application/json', 'json', true],
    ['application/xml', 'xml', true],
    ['text/xml', 'xml', true],
    ['Application/XML', 'xml', true],
    ['application/xml;q=0.9,application/json;q=0.8', 'xml', true],
    ['application/xml;q=0.8,application/json;q=0.9', 'json', true],
    ['*/*;q=0.1,text/xml;q=0.2', 'xml', true],
    ['application/json;q=0,*/*', 'xml', true],
    ['application/json; charset=utf-8', 'json', true],
    ['application/xml; charset="utf-8"; q=0.5, application/json; q=0.4', 'xml', true],
    ['application/xml; version=1.0; q=0.4, application/json; q=0.5', 'json', true],
    ['text/html, *; q=.2, */*; q=.2', 'json', true],
    ['text/html, *; q=.2', 'json', true],
    ['application/xml, *;q=.2', 'xml', true],
    ['application/xml, ', 'xml', true],
    ['application/xml;', 'xml', true],
    ['application/xml;q=0.8888, application/json;q=0.777', 'xml', true],
    ['application/xml;profile="a,b;q=0", application/json;q=0.4', 'xml', true],
    // Malformed ones, whatever else they say.
    ['application/json;q=high', 'json', true],
    ['application/xml; q=high', 'json', true],
    ['application/xml; q=0,8', 'json', true],
    ['application/json;q=-1', 'json', true],
    ['application/json;q=', 'json', true],
    ['application/xml, text', 'json', true],
    ['text/html; charset="utf-8', 'json', true],
    ['text/html/xml', 'json', true],
    ['text/html"a"', 'json', true],
    ['text/html;q="1"', 'json', true],
    [',', 'json', true],
    ['text/html', 'json', false],
    ['application/json;q=0', 'json', false],
    ['*/*;q=0', 'json', false],
    ['application/xhtml+xml', 'json', false],
    ['text/html;x="a,*/*"', 'json', false],
  ])('Accept: %s is %s, acceptable %s', (accept, format, acceptable) => {
    expect(negotiate([], accept)).toEqual({ format, acceptable });
  });

  it.each(['"', '\\"', '"\\', ',', ';', ' ', '; q= ', '*/*,'])('parses 100 KB of %j in linear time', (part) => {
    const time = processorTime(() => {
      negotiate([], `"${part.repeat(100_000 / part.length)}`);
      negotiate([], part.repeat(100_000 / part.length));
    });
    expect(time).toBeLessThan(1000);
  });

  it('parses a weight of 100 KB in linear time', () => {
    const time = processorTime(() => {
      expect(negotiate([], `*;q=${'1'.repeat(100_000)}x`)).toEqual({ format: 'json', acceptable: true });
    });
    expect(time).toBeLessThan(500);
  });

  it.each(['json', 'xml'] as const)('wt=%s wins over any Accept', (wt) => {
    for (const accept of [undefined, 'application/json', 'application/xml', 'text/html', '*/*;q=0']) {
      expect(negotiate([['wt', wt]], accept)).toEqual({ format: wt, acceptable: true });
    }
  });

  it.each(['', 'XML', 'yaml'])('an invalid wt=%p is acceptable here, because it is a 400 and not a 406', (wt) => {
    expect(negotiate([['wt', wt]], 'application/xml')).toEqual({ format: 'xml', acceptable: true });
    expect(negotiate([['wt', wt]], 'text/html')).toEqual({ format: 'json', acceptable: true });
  });

  it('uses the first of several wt', () => {
    const pairs = [
      ['a', 'xml'],
      ['wt', 'xml'],
      ['wt', 'json'],
    ] as const;
    expect(negotiate(pairs, undefined).format).toBe('xml');
  });
});
describe('prefersHtml', () => {
  it.each([
    // Chromium, Firefox, Safari.
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8', true],
    ['text/html, application/xhtml+xml, image/jxr, */*', true],
    ['text/html', true],
    ['Text/HTML;charset=utf-8', true],
    ['application/json;q=0.5, text/html', true],
    ['application/json, text/html', false],
    ['text/html;q=0.5, application/xml', false],
    ['text/html;q=0', false],
    ['text/*', false],
    ['*/*', false],
    ['', false],
    [undefined, false],
    // HttpURLConnection of Java, by version.
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', false],
    ['text/html, image/gif, image/jpeg, */*; q=0.2', false],
    ['text/html, high;q=high', false],
  ])('%j: %s', (accept, expected) => {
    expect(prefersHtml([], accept)).toBe(expected);
  });

  it('is false with wt, even an invalid one', () => {
    expect(prefersHtml([['wt', 'json']], 'text/html')).toBe(false);
    expect(prefersHtml([['wt', 'html']], 'text/html')).toBe(false);
  });
});
