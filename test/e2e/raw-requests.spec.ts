import { aUser } from '../support/factories.js';
import { sendRaw } from '../support/raw.js';
import { useDirectory } from '../support/use-directory.js';

/** Requests that HTTP clients do not send. */
describe('request targets and hosts:', () => {
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'joão' })],
    follows: [{ followerId: 'maria', followingId: 'joão', created: new Date() }],
    tokens: ['maria', 'trusted'],
  });

  /** Sends a GET with Maria's token. The target and the headers are sent unchanged. */
  const sendGet = (target: string, headers = 'Host: x') =>
    sendRaw(
      directory.url,
      `GET ${target} HTTP/1.1\r\n${headers}\r\nAuthorization: Bearer ${tokens.maria}\r\nConnection: close\r\n\r\n`,
    );

  it('UTF-8 that is not percent-encoded is 400', async () => {
    const { status, body } = await sendGet('/v2/users/joão');
    expect([status, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({ detail: 'The URL contains a character that must be percent-encoded.' }),
    ]);
  });

  it('characters that a URL must not contain are encoded in links', async () => {
    const { status, headers } = await sendGet('/v2/users/maria/following?start=1&z=<a>|"b"');
    expect(status).toBe(200);
    expect(headers.link).toContain(
      '<http://x/v2/users/maria/following?start=0&z=%3Ca%3E%7C%22b%22&rows=10>; rel="prev"',
    );
  });

  it('`#` is part of the path or query, and encoded in links', async () => {
    const path = '/v2/users/maria/following';
    expect((await sendGet(`${path}#y`)).status).toBe(404);
    const { status, headers } = await sendGet(`${path}?start=1&z=a#b`);
    expect(status).toBe(200);
    expect(headers.link).toContain(`<http://x${path}?start=0&z=a%23b&rows=10>; rel="prev"`);
  });

  it('a request target may have a scheme and a host, as sent to a proxy', async () => {
    const { status, body } = await sendGet('http://elsewhere/v2/users/maria/following?start=1');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      userResults: { header: { previous: 'http://x/v2/users/maria/following?start=0&rows=10' } },
    });
  });

  it.each([
    '',
    'x:99999',
    '999.1.1.1',
    '[:::]',
    'a>; rel="next", <http://evil',
    'evil.example/x?y#z',
    'a, b',
    'a\r\nHost: b',
  ])('an invalid host is 400, and does not appear in links: %j', async (host) => {
    const { status, body, headers } = await sendGet('/v2/users/maria/following', `Host: ${host}`);
    expect(status).toBe(400);
    expect(headers.link).toBeUndefined();
    expect(body).not.toContain('evil');
    expect(body).toContain('malformed_request');
  });

  it('HTTP/1.1 requires Host, HTTP/1.0 does not', async () => {
    const one = await sendRaw(directory.url, 'GET /v2/users/x HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([one.status, JSON.parse(one.body)]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
    const old = await sendRaw(directory.url, 'GET /v2/users/x HTTP/1.0\r\n\r\n');
    expect([old.status, JSON.parse(old.body)]).toEqual([401, expect.objectContaining({ code: 'token_missing' })]);
  });

  it('an unknown expectation is ignored', async () => {
    const { status, headers, body } = await sendGet('/v2/users/maria', 'Host: x\r\nExpect: miracles');
    expect([status, JSON.parse(body)]).toEqual([200, { user: expect.objectContaining({ id: 'maria' }) }]);
    expect(headers['x-request-id']).toMatch(/./);
  });

  describe('of unusual length', () => {
    const long = 'a'.repeat(100_000);

    it('are served up to 100 KB', async () => {
      expect((await directory.get(`/v2/users/maria?z=${long}`, tokens.maria)).status).toBe(200);
      expect((await directory.get(`/v2/users/${long}`, tokens.maria)).status).toBe(404);
      expect((await directory.get(`/v2/users/${long}@example.com/verify`, tokens.trusted)).status).toBe(400);
    });

    it('appear in the body, but not in a Link header, which would be too long for clients', async () => {
      const { status, headers, body } = await directory.get(
        `/v2/users/maria/followers?start=1&z=${long}`,
        tokens.maria,
      );
      expect([status, headers.get('link')]).toEqual([200, null]);
      expect(body.userResults.header.previous).toContain(long);
    });

    it('are a problem above the limit, not a dropped connection', async () => {
      const { status, headers, body } = await sendGet(`/v2/users/${long}${long}`);
      expect([status, headers['content-type']]).toEqual([431, 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(body)).toEqual({
        type: `${directory.url.replace('127.0.0.1', 'localhost')}/docs/problems/header_too_large`,
        title: 'The request line and headers are too large',
        status: 431,
        detail: 'The request line and headers together may have at most 131072 bytes.',
        instance: `urn:request:${headers['x-request-id'] ?? ''}`,
        code: 'header_too_large',
        errors: [{ reason: 'The request line and headers together may have at most 131072 bytes.' }],
      });
    });

    it.each([
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'G\0T / HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
    ])('malformed HTTP is a problem too: %j', async (message) => {
      const { status, body } = await sendRaw(directory.url, message);
      expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
    });
  });
});
