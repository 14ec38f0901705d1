import { aUser } from '../support/factories.js';
import { sendRaw } from '../support/raw.js';
import { useDirectory } from '../support/use-directory.js';

/** What no HTTP client sends by itself. */
describe('addresses and hosts as they come over the wire:', () => {
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'joão' })],
    follows: [{ followerId: 'maria', followingId: 'joão', created: new Date() }],
    tokens: ['maria', 'trusted'],
  });

  it('UTF-8 that is not percent-encoded is 400, and the problem says so', async () => {
    const { status, body } = await sendRaw(directory.url, 'GET /v2/users/joão HTTP/1.1\r\nHost: x\r\n\r\n');
    expect([status, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({ detail: 'The URL contains a character that must be percent-encoded.' }),
    ]);
  });

  it('characters that an address must not hold never break out of a link', async () => {
    const head = `GET /v2/users/maria/following?start=1&z=<a>|"b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.maria}`;
    const { status, headers } = await sendRaw(directory.url, `${head}\r\nConnection: close\r\n\r\n`);
    expect(status).toBe(200);
    expect(headers.link).toContain(
      '<http://x/v2/users/maria/following?start=0&z=%3Ca%3E%7C%22b%22&rows=10>; rel="prev"',
    );
  });

  it('a `#` begins no fragment, of which links would lose what comes after', async () => {
    const end = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.maria}\r\nConnection: close\r\n\r\n`;
    const path = '/v2/users/maria/following';
    expect((await sendRaw(directory.url, `GET ${path}#y ${end}`)).status).toBe(404);
    const { status, headers } = await sendRaw(directory.url, `GET ${path}?start=1&z=a#b ${end}`);
    expect(status).toBe(200);
    expect(headers.link).toContain(`<http://x${path}?start=0&z=a%23b&rows=10>; rel="prev"`);
  });

  it('an address may come with scheme and host, as through a proxy', async () => {
    const head = `GET http://elsewhere/v2/users/maria/following?start=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.maria}\r\nConnection: close\r\n\r\n`;
    const { status, body } = await sendRaw(directory.url, head);
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
  ])('what is no host does not come into links: %j', async (host) => {
    const { status, body, headers } = await sendRaw(
      directory.url,
      `GET /v2/users/maria/following HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${tokens.maria}\r\nConnection: close\r\n\r\n`,
    );
    expect(status).toBe(400);
    expect(headers.link).toBeUndefined();
    expect(body).not.toContain('evil');
    expect(body).toContain('malformed_request');
  });

  it('HTTP/1.1 asks for Host, HTTP/1.0 does not', async () => {
    const one = await sendRaw(directory.url, 'GET /v2/users/x HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([one.status, JSON.parse(one.body)]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
    const old = await sendRaw(directory.url, 'GET /v2/users/x HTTP/1.0\r\n\r\n');
    expect([old.status, JSON.parse(old.body)]).toEqual([401, expect.objectContaining({ code: 'token_missing' })]);
  });

  it('an expectation that nobody knows is ignored, and the request answered as any', async () => {
    const head = `GET /v2/users/maria HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.maria}\r\nExpect: miracles\r\n`;
    const { status, headers, body } = await sendRaw(directory.url, `${head}Connection: close\r\n\r\n`);
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

    it('come back in the header block, but not in a Link header that clients choke on', async () => {
      const { status, headers, body } = await directory.get(
        `/v2/users/maria/followers?start=1&z=${long}`,
        tokens.maria,
      );
      expect([status, headers.get('link')]).toEqual([200, null]);
      expect(body.userResults.header.previous).toContain(long);
    });

    it('are a problem above the limit, not a dropped connection', async () => {
      const { status, headers, body } = await sendRaw(
        directory.url,
        `GET /v2/users/${long}${long} HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
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
    ])('what is no HTTP is a problem too: %j', async (message) => {
      const { status, body } = await sendRaw(directory.url, message);
      expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
    });
  });
});
