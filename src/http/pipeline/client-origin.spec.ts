import { type IncomingMessage } from 'node:http';
import { clientOrigin } from './client-origin.js';

function originOf(headers: Record<string, string>, isTrusted = true): string | undefined {
  const request = { headers: { host: 'internal:3000', ...headers }, socket: { remoteAddress: '10.0.0.1' } };
  return clientOrigin(request as unknown as IncomingMessage, () => isTrusted);
}

const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.org' };

describe('the origin that a client used', () => {
  it.each([
    ['no proxy headers', {}, 'http://internal:3000'],
    ['both headers', forwarded, 'https://api.example.org'],
    ['the first value of each proxy', { 'x-forwarded-host': 'api.example.org, inner' }, 'http://api.example.org'],
    ['an empty header, as if it were absent', { 'x-forwarded-host': ' ' }, 'http://internal:3000'],
    ['an empty first host', { 'x-forwarded-host': ', inner' }, undefined],
    ['an empty first scheme', { 'x-forwarded-proto': ', https' }, undefined],
    ['another scheme', { 'x-forwarded-proto': 'ftp' }, undefined],
  ])('behind a trusted proxy, with %s', (_, headers, origin) => {
    expect(originOf(headers)).toBe(origin);
  });

  it('comes from the request itself if the peer is not trusted', () => {
    expect(originOf(forwarded, false)).toBe('http://internal:3000');
  });
});
