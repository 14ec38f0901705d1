import { type ServerResponse } from 'node:http';
import { appendLink, isWebAddress, Links, rootPath, shownAddress } from './links.js';

describe('isWebAddress', () => {
  it.each([
    'https://img.example.org/a.jpg',
    'HTTP://example.org',
    'http://[::1]:8080/x?y#z',
    // Old data has addresses without a scheme.
    'www.example.org/menu',
    '//img.example.org/a.jpg',
    '/pictures/a.jpg',
    'a.jpg',
  ])('accepts %j', (text) => {
    expect([isWebAddress(text), shownAddress(text)]).toEqual([true, text]);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    ...'data:text/html,<script>alert(1)</script> data:image/png;base64,AAAA file:///etc/passwd'.split(' '),
    ...'blob:https://example.org/1 vbscript:x ftp://example.org/a mailto:a@example.org'.split(' '),
    'view-source:https://example.org',
  ])('rejects %j', (text) => {
    expect([isWebAddress(text), shownAddress(text)]).toEqual([false, undefined]);
  });
});

describe('shownAddress', () => {
  it.each([null, undefined])('has nothing to show for %p', (text) => {
    expect(shownAddress(text)).toBeUndefined();
  });
});

describe('Links', () => {
  const links = new Links('https://a.example/base');

  it.each([
    [links.user('a/b'), 'self', '/v2/users/a%2Fb'],
    [links.place('a b'), 'self', '/v2/places/a%20b'],
    [links.review('1'), 'self', '/v2/reviews/1'],
    [links.category('1'), 'self', '/v2/categories/1'],
    [links.placeOfActivity('1'), '/linkrels/search/getByPlaceId', '/v2/places/1'],
    [links.placesWhere(['a:b c', 'd:e&f']), 'search', '/v2/places?fq=a%3Ab%20c&fq=d%3Ae%26f'],
  ])('has %j', (link, rel, path) => {
    expect(link).toEqual({ rel, uri: `https://a.example/base${path}` });
  });

  it.each([
    ['/a.jpg', 'https://a.example/base/a.jpg'],
    ['//b.example/a.jpg', '//b.example/a.jpg'],
    ['https://b.example/a.jpg', 'https://b.example/a.jpg'],
    ['a.jpg', 'a.jpg'],
  ])('makes the path of a picture absolute: %s', (address, expected) => {
    expect(links.picture(address)).toBe(expected);
  });
});

describe('the Link header', () => {
  const responseWith = (existing?: string) => {
    const headers = new Map<string, unknown>(existing === undefined ? [] : [['Link', existing]]);
    const response = { getHeader: (name: string) => headers.get(name), setHeader: headers.set.bind(headers) };
    return { headers, response: response as unknown as ServerResponse };
  };

  it.each([
    [undefined, '<a>', 3, '<a>'],
    [undefined, '<a>', 2, undefined],
    ['<a>', '<b>', 8, '<a>, <b>'],
    ['<a>', '<b>', 7, '<a>'],
  ])('%j and %j with room for %d bytes is %j', (existing, added, limit, expected) => {
    const { headers, response } = responseWith(existing);
    appendLink(response, added, limit);
    expect(headers.get('Link')).toBe(expected);
  });

  it.each([
    [1200, 1200],
    [1201, undefined],
  ])('has room for 1,200 bytes: %d', (length, expected) => {
    const { headers, response } = responseWith();
    appendLink(response, 'x'.repeat(length));
    expect((headers.get('Link') as string | undefined)?.length).toBe(expected);
  });
});

describe('rootPath', () => {
  it.each([
    ['https://a.example', ''],
    ['https://a.example/', ''],
    ['https://a.example/base', '/base'],
    ['https://a.example/base/v1/', '/base/v1'],
  ])('of %s is %j', (baseUrl, path) => {
    expect(rootPath(baseUrl)).toBe(path);
  });
});
