import { findRedirectUri } from './client-store.js';

const web = 'https://app.example.com/callback?from=places';
describe('findRedirectUri', () => {
  it('finds a registered URI, character by character', () => {
    expect(findRedirectUri(web, ['https://other.example.com/', web])).toBe(web);
  });

  it.each([
    'https://app.example.com/callback',
    `${web}&x=1`,
    `${web}/`,
    `${web}#`,
    ` ${web}`,
    `${web}\n`,
    'https://app.example.com/callback/?from=places',
    'https://app.example.com/Callback?from=places',
    'https://APP.example.com/callback?from=places',
    'https://app.example.com:443/callback?from=places',
    'https://app.example.com:8443/callback?from=places',
    'http://app.example.com/callback?from=places',
    'https://app.example.com.evil.example/callback?from=places',
    'https://app.example.com@evil.example/callback?from=places',
    'https://evil.example\\@app.example.com/callback?from=places',
    'https://user@app.example.com/callback?from=places',
    'https://app.example.com/x/../callback?from=places',
    'https://app.example.com/%63allback?from=places',
    '//app.example.com/callback?from=places',
    '/callback?from=places',
    'javascript:alert(1)',
    '*',
  ])('rejects %s', (requested) => {
    expect(findRedirectUri(requested, [web])).toBeUndefined();
  });

  it('takes the only registered URI if none is requested', () => {
    expect(findRedirectUri(undefined, [web])).toBe(web);
    expect(findRedirectUri(undefined, [web, 'https://other.example.com/'])).toBeUndefined();
    expect(findRedirectUri(undefined, [])).toBeUndefined();
  });

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb'],
    ['http://127.0.0.1:3000/cb?a=b', 'http://127.0.0.1:51004/cb?a=b'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1/cb'],
    ['http://[::1]/cb', 'http://[::1]:51004/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:51004'],
  ])('accepts any port of a loopback URI: %s, %s', (registered, requested) => {
    expect(findRedirectUri(requested, [registered])).toBe(requested);
  });

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb/'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/other'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004@evil.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.example:80/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.2:51004/cb'],
    ['http://127.0.0.1/cb', 'http://localhost:51004/cb'],
    ['http://127.0.0.1/cb', 'http://[::1]:51004/cb'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:51004/cb'],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:51004/cb'],
    ['http://localhost/cb', 'http://localhost:51004/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:51004.evil.example'],
  ])('rejects another difference of a loopback URI: %s, %s', (registered, requested) => {
    expect(findRedirectUri(requested, [registered])).toBeUndefined();
  });
});
