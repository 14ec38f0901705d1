import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { CacheKeys } from './cache-stages.js';

type Variables = ConstructorParameters<typeof CacheKeys>[0];

const plain: Variables = { PUBLIC_URL: undefined, TRUST_PROXY: false, OLD_CLIENTS: [] };

function keysOf(headers: IncomingHttpHeaders = {}, { url = '/v2/places', variables = plain, peer = '10.0.0.1' } = {}) {
  const all: IncomingHttpHeaders = { host: 'a.example.org', ...headers };
  const rawHeaders = Object.entries(all).flatMap(([name, value]) => [name, String(value)]);
  const request = { headers: all, rawHeaders, url, socket: { remoteAddress: peer } };
  return new CacheKeys(variables).of(request as unknown as IncomingMessage);
}

function keyOf(...given: Parameters<typeof keysOf>): string | undefined {
  return keysOf(...given)?.byLanguage;
}

/** The key of a response that may be cached. */
function keyFor(...given: Parameters<typeof keyOf>): string {
  const key = keyOf(...given);
  if (key === undefined) throw new Error('There is no key');
  return key;
}

describe('the cache key', () => {
  it.each<[string, IncomingHttpHeaders]>([
    ['host', { host: 'b.example.org' }],
    ['origin', { origin: 'https://app.example.org' }],
    ['format', { accept: 'application/xml' }],
    ['encoding', { 'accept-encoding': 'br' }],
    ['language', { 'accept-language': 'pt' }],
    ['strictness', { prefer: 'handling=strict' }],
  ])('differs by %s', (_, headers) => {
    expect(keyFor(headers)).not.toBe(keyFor());
  });

  it('differs by URL, and is the same for every token, user agent and request id', () => {
    expect(keyFor({}, { url: '/v2/places?q=a' })).not.toBe(keyFor());
    expect(keyFor({ authorization: 'Bearer x', 'user-agent': 'y', 'x-request-id': 'z' })).toBe(keyFor());
  });

  it('holds the languages, not how the header lists them', () => {
    const key = keyFor({ 'accept-language': 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7' });
    expect(keyFor({ 'accept-language': 'en-US;q=0.1, pt-BR' })).toBe(key);
    expect(keyFor({ 'accept-language': 'en-US, pt-BR;q=0.1' })).not.toBe(key);
    expect(keyFor({ 'accept-language': '*, ???' })).toBe(keyFor());
  });

  it('has no languages for responses that are the same in all', () => {
    const inAllLanguages = keysOf()?.inAllLanguages;
    expect(keysOf({ 'accept-language': 'pt' })?.inAllLanguages).toBe(inAllLanguages);
    expect(inAllLanguages).not.toBe(keyFor());
  });

  it.each([
    ['/v2/places?lang=pt', true],
    ['/v2/places?q=a&lang=pt&rows=1', true],
    ['/v2/places?lang=', false],
    ['/v2/places?q=a?lang=pt', false],
    ['/v2/places?xlang=pt', false],
  ])('holds none if the URL has a language: %s', (url, hasLanguage) => {
    expect(keyFor({ 'accept-language': 'en' }, { url }) === keyFor({}, { url })).toBe(hasLanguage);
  });

  it('depends on proxy headers only if TRUST_PROXY trusts the peer and PUBLIC_URL is unset', () => {
    const forwarded = { 'x-forwarded-host': 'c.example.org', 'x-forwarded-proto': 'https' };
    expect(keyFor(forwarded)).toBe(keyFor());
    const trusted = { variables: { ...plain, TRUST_PROXY: 'uniquelocal' } };
    expect(keyFor(forwarded, trusted)).not.toBe(keyFor({}, trusted));
    expect(keyFor(forwarded, { ...trusted, peer: '192.0.2.1' })).not.toBe(keyFor(forwarded, trusted));
    const withPublicUrl = { variables: { ...plain, TRUST_PROXY: 'uniquelocal', PUBLIC_URL: 'https://p.example.org' } };
    expect(keyFor(forwarded, withPublicUrl)).toBe(keyFor({}, withPublicUrl));
  });

  it('has at most 4,096 characters', () => {
    const length = 4096 - String(keyOf({}, { url: '' })).length;
    expect(keyOf({}, { url: 'a'.repeat(length) })).toHaveLength(4096);
    expect(keyOf({}, { url: 'a'.repeat(length + 1) })).toBeUndefined();
  });

  it('is undefined if the response must not be cached', () => {
    expect(keyOf({ Host: 'twice.example.org' })).toBeUndefined();
    expect(keyOf({}, { url: `/v2/places?q=${'a'.repeat(5000)}` })).toBeUndefined();
    expect(keyOf({}, { variables: { ...plain, OLD_CLIENTS: ['token-in-query'] } })).toBeUndefined();
  });
});
