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
    ['a host that the client sent', { 'x-forwarded-host': 'evil.example, api.example.org' }, 'http://api.example.org'],
    ['a scheme that the client sent', { 'x-forwarded-proto': 'https, http' }, 'http://internal:3000'],
    ['an empty header, as if it were absent', { 'x-forwarded-host': ' ' }, 'http://internal:3000'],
    ['an empty last host', { 'x-forwarded-host': 'evil.example, ' }, undefined],
    ['an empty last scheme', { 'x-forwarded-proto': 'https,' }, undefined],
    ['another scheme', { 'x-forwarded-proto': 'ftp' }, undefined],
  ])('behind a trusted proxy, with %s', (_, headers, origin) => {
    expect(originOf(headers)).toBe(origin);
  });

  it('comes from the request itself if the peer is not trusted', () => {
    expect(originOf(forwarded, false)).toBe('http://internal:3000');
  });
});
