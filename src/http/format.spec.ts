import { type Format, negotiate } from './format.js';

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
    ['text/html', 'json', false],
    ['application/json;q=0', 'json', false],
    ['*/*;q=0', 'json', false],
    ['application/xhtml+xml', 'json', false],
  ])('Accept: %s is %s, acceptable %s', (accept, format, acceptable) => {
    expect(negotiate([], accept)).toEqual({ format, acceptable });
  });

  it.each(['json', 'xml'] as const)('wt=%s wins over any Accept', (wt) => {
    for (const accept of [undefined, 'application/json', 'application/xml', 'text/html', '*/*;q=0']) {
      expect(negotiate([['wt', wt]], accept)).toEqual({ format: wt, acceptable: true });
    }
  });

  it.each(['', 'XML', 'yaml'])('wt=%p is a fault of its own, not of Accept', (wt) => {
    expect(negotiate([['wt', wt]], 'application/xml')).toEqual({ format: 'xml', acceptable: true });
    expect(negotiate([['wt', wt]], 'text/html')).toEqual({ format: 'json', acceptable: true });
  });

  it('takes the first wt of several', () => {
    const pairs = [
      ['a', 'xml'],
      ['wt', 'xml'],
      ['wt', 'json'],
    ] as const;
    expect(negotiate(pairs, undefined).format).toBe('xml');
  });
});
