import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { CacheKeys } from './cache-key.js';

type Variables = ConstructorParameters<typeof CacheKeys>[0];

const plain: Variables = { PUBLIC_URL: undefined, TRUST_PROXY: false, ACCESS_TOKEN_IN_QUERY: false };

function keyOf(headers: IncomingHttpHeaders = {}, { url = '/v2/places', variables = plain, peer = '10.0.0.1' } = {}) {
  const all: IncomingHttpHeaders = { host: 'a.example.org', ...headers };
  const rawHeaders = Object.entries(all).flatMap(([name, value]) => [name, String(value)]);
  const request = { headers: all, rawHeaders, url, socket: { remoteAddress: peer } };
  return new CacheKeys(variables).give(request as unknown as IncomingMessage);
}

describe('the key of an answer', () => {
  it.each<[string, IncomingHttpHeaders]>([
    ['host', { host: 'b.example.org' }],
    ['origin', { origin: 'https://app.example.org' }],
    ['format', { accept: 'application/xml' }],
    ['encoding', { 'accept-encoding': 'br' }],
    ['strictness', { prefer: 'handling=strict' }],
  ])('differs by %s', (_, headers) => {
    expect(keyOf(headers)).not.toBe(keyOf());
  });

  it('differs by address, and is the same for every token, user agent and id', () => {
    expect(keyOf({}, { url: '/v2/places?q=a' })).not.toBe(keyOf());
    expect(keyOf({ authorization: 'Bearer x', 'user-agent': 'y', 'x-request-id': 'z' })).toBe(keyOf());
  });

  it('heeds what a proxy says only where that is believed', () => {
    const said = { 'x-forwarded-host': 'c.example.org', 'x-forwarded-proto': 'https' };
    expect(keyOf(said)).toBe(keyOf());
    const behind = { variables: { ...plain, TRUST_PROXY: 'uniquelocal' } };
    expect(keyOf(said, behind)).not.toBe(keyOf({}, behind));
    expect(keyOf(said, { ...behind, peer: '192.0.2.1' })).not.toBe(keyOf(said, behind));
    const named = { variables: { ...plain, TRUST_PROXY: 'uniquelocal', PUBLIC_URL: 'https://p.example.org' } };
    expect(keyOf(said, named)).toBe(keyOf({}, named));
  });

  it('is none for what is not to be kept', () => {
    expect(keyOf({ Host: 'twice.example.org' })).toBeUndefined();
    expect(keyOf({}, { url: `/v2/places?q=${'a'.repeat(5000)}` })).toBeUndefined();
    expect(keyOf({}, { variables: { ...plain, ACCESS_TOKEN_IN_QUERY: true } })).toBeUndefined();
  });
});
