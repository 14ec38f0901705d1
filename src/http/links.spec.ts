import { isWebAddress, shownAddress } from './links.js';

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
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'vbscript:x',
    'ftp://example.org/a',
    'mailto:a@example.org',
    'view-source:https://example.org',
  ])('rejects %j', (text) => {
    expect([isWebAddress(text), shownAddress(text)]).toEqual([false, undefined]);
  });
});
