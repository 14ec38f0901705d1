import { type IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { requestContext, requestedOrigin, limitLists, maxListLength } from './request-context.js';

function originOf(headers: Record<string, string>, isTrusted = true): string | undefined {
  const request = { headers: { host: 'internal:3000', ...headers }, socket: { remoteAddress: '10.0.0.1' } };
  return requestedOrigin(request as unknown as IncomingMessage, () => isTrusted);
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
describe('a request with headers of a proxy', () => {
  const warningsAfter = (TRUST_PROXY: boolean | number, ...requests: Record<string, string>[]) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const stage = requestContext({ PUBLIC_URL: undefined, BASE_PATH: '', EXPLORE: false, TRUST_PROXY }, () => false);
    for (const headers of requests) {
      const request = { headers: { host: 'internal', ...headers }, url: '/', socket: {} } as unknown as IncomingMessage;
      stage(request, new ServerResponse(request), () => undefined);
    }
    const warnings = warn.mock.calls.map(([message]) => String(message));
    warn.mockRestore();
    return warnings;
  };

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])(
    'is reported once if TRUST_PROXY is off: %s',
    (name) => {
      const requests = [{}, { [name]: 'secret' }, { [name]: 'secret' }];
      const [warning, ...others] = warningsAfter(false, ...requests);
      expect([warning, others]).toEqual([expect.stringContaining('TRUST_PROXY is off'), []]);
      expect(warning).not.toContain('secret');
      expect([warningsAfter(1, ...requests), warningsAfter(false, {})]).toEqual([[], []]);
    },
  );
});
describe('limitLists', () => {
  const limited = (name: string, list: string) => {
    const headers = { [name]: list };
    limitLists(headers);
    return headers[name];
  };

  it.each(['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'prefer'])(
    'cuts %s after a whole element',
    (name) => {
      const list = `one;q=1, two, ${'three,'.repeat(20_000)}`;
      const cut = limited(name, list) ?? '';
      expect(cut.length).toBeGreaterThan(maxListLength - 'three,'.length);
      expect(cut.length).toBeLessThanOrEqual(maxListLength);
      expect(cut).toMatch(/^one;q=1, two, three,(three,)*three$/);
    },
  );

  it('drops a single element of this length', () => {
    expect(limited('accept', `*/*;q=${'1'.repeat(120_000)}`)).toBeUndefined();
  });

  it.each([
    ['many ranges', `bytes=${'0-1,'.repeat(1000)}2-3`],
    ['a single range', `bytes=${'0'.repeat(maxListLength)}-1`],
  ])('ignores %s that are too long', (_, range) => {
    expect(limited('range', range)).toBeUndefined();
  });

  it.each([
    ['a list that begins with anything', `*,${'"a",'.repeat(1000)}"b"`],
    ['a single element', `"${'a'.repeat(maxListLength)}"`],
    ['commas', ','.repeat(maxListLength + 1)],
  ])('lets if-match fail if it is too long: %s', (_, list) => {
    expect(limited('if-match', list)).toBe('""');
  });

  it.each([
    ['range', 'bytes=0-99,200-299'],
    ['if-match', '"a", W/"b"'],
    ['accept-language', 'pt-BR,pt;q=0.9,en;q=0.8'],
    ['if-none-match', `"${'a'.repeat(maxListLength - 2)}"`],
    ['cookie', 'a=b;'.repeat(2000)],
  ])('leaves other values: %s', (name, value) => {
    expect(limited(name, value)).toBe(value);
  });
});
