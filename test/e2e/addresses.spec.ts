import { Directory } from '../support/directory.js';
import { aPlace, aReview, aUser } from '../support/factories.js';
import { sendRaw } from '../support/raw.js';
import { registeredRoutes } from '../support/routes.js';

/** Every address that answers GET, without a token where it is public. */
const addresses = [
  '/v2/users/maria',
  '/v2/users/maria/following',
  '/v2/users/maria/followers',
  '/v2/users/maria/following/joão',
  '/v2/users/maria/places/checkins',
  '/v2/users/maria/places/reviews',
  '/v2/places',
  '/v2/search',
  '/v2/places/fields',
  '/v2/places/masp',
  '/v2/places/masp/checkins',
  '/v2/places/masp/reviews',
  '/v2/reviews/r1',
  '/v2/categories',
  '/v2/categories/4',
  '/docs/problems',
  '/docs/problems/token_missing',
  '/docs',
  '/docs/oauth2-redirect',
  '/docs/assets/start.js',
  '/explore',
  '/explore/assets/start.js',
  '/openapi.json',
  '/schema/places.xsd',
  '/schema/problem.xsd',
  '/health/live',
  '/health/ready',
];

describe('addresses and methods', () => {
  let directory: Directory;
  let token: string;
  let trusted: string;

  beforeAll(async () => {
    directory = await Directory.start();
    await directory.add({
      users: [aUser({ id: 'maria', email: 'maria@example.com' }), aUser({ id: 'joão' })],
      follows: [{ followerId: 'maria', followingId: 'joão', created: new Date() }],
      places: [aPlace({ id: 'masp' })],
      reviews: [aReview({ id: 'r1', userId: 'maria', placeId: 'masp' })],
    });
    token = await directory.token({ user: 'maria' });
    trusted = await directory.token('trusted');
  });

  afterAll(() => directory.stop());

  it('are all covered here', () => {
    const served = registeredRoutes(directory.app).filter(({ method }) => method === 'GET');
    const covered = (path: string) =>
      addresses.some((address) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address));
    // These change with each look, or want parameters, a session or a token of their own; all have their own tests.
    const others = [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/metrics',
      '/v2/oauth/authorize',
      '/v2/places/suggest',
      '/v2/users/:email/verify',
    ];
    expect(
      served
        .map(({ path }) => path)
        .filter((path) => !covered(path))
        .sort(),
    ).toEqual(others);
  });

  describe.each(addresses)('%s', (address) => {
    it('takes a trailing slash, and HEAD, which is GET without its body', async () => {
      const get = await directory.get(address, token);
      expect(get.status).toBe(200);
      expect(get.text).not.toBe('');
      const slash = await directory.get(`${address}/`, token);
      expect(slash.status).toBe(200);
      const head = await directory.request(address, { method: 'HEAD', headers: { Authorization: `Bearer ${token}` } });
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'etag', 'cache-control', 'vary', 'link']) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      'refuses %s before it asks for a token',
      async (method) => {
        const { status, headers, body } = await directory.request(address, { method });
        expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
        expect(body.errors).toEqual([
          { parameter: 'method', value: method, reason: 'is not allowed here', allowed: ['GET', 'HEAD'] },
        ]);
      },
    );
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('the token endpoint takes POST only, not %s', async (method) => {
    const { status, headers } = await directory.request('/v2/oauth/token', { method });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    '/',
    '/v2',
    '/v2/',
    '/v1/places',
    '/v2/users',
    '/v2/users/',
    '/v2/users/maria/nothing',
    '/v2//places',
    '/v2/users/maria//following',
    '/v2/reviews',
    '/favicon.ico',
    '/v2/places/masp/checkins/1',
  ])('there is nothing at %s, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, body } = await directory.request(path, { method });
      expect([status, body.code]).toEqual([404, 'route_not_found']);
    }
  });

  it.each([
    '/v2/users/%',
    '/v2/users/%zz/following',
    '/v2/users/%ff',
    '/v2/nothing/%E0%A4',
    '/%',
    '/v2/users/maria/%C0%80',
    '/v2/places/%ED%A0%80',
  ])('broken percent-encoding is 400 anywhere: %s', async (path) => {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await directory.request(path, { method });
      expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'malformed_request', 'path']);
    }
  });

  it.each([
    ['/v2/users/a%00b', 'userId'],
    ['/v2/users/%00/followers', 'userId'],
    ['/v2/users/maria/following/%00', 'followingId'],
    ['/v2/users/%00/places/checkins', 'userId'],
    ['/v2/places/%00', 'placeId'],
    ['/v2/places/%00/reviews', 'placeId'],
    ['/v2/reviews/%00', 'reviewId'],
    ['/v2/categories/%00', 'categoryId'],
  ])('NUL is 400 naming the segment: %s', async (path, parameter) => {
    const { status, body } = await directory.get(path, token);
    expect([status, body.errors[0].parameter]).toEqual([400, parameter]);
    expect((await directory.get(path)).status).toBe(401);
  });

  it('NUL is 400 where there is no route either', async () => {
    expect((await directory.get('/nothing/%00', token)).status).toBe(400);
  });

  it('a GET may say application/json of the body that it does not have', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await directory.get('/v2/users/maria', token, headers)).status).toBe(200);
  });

  it('UTF-8 that is not percent-encoded is 400, and the problem says so', async () => {
    const { status, body } = await sendRaw(directory.url, 'GET /v2/users/joão HTTP/1.1\r\nHost: x\r\n\r\n');
    expect([status, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({ detail: 'The address holds a character that must be percent-encoded.' }),
    ]);
  });

  it('characters that an address must not hold never break out of a link', async () => {
    const head = `GET /v2/users/maria/following?start=1&z=<a>|"b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}`;
    const { status, headers } = await sendRaw(directory.url, `${head}\r\nConnection: close\r\n\r\n`);
    expect(status).toBe(200);
    expect(headers.link).toContain(
      '<http://x/v2/users/maria/following?start=0&z=%3Ca%3E%7C%22b%22&rows=10>; rel="prev"',
    );
  });

  it('an address may come with scheme and host, as through a proxy', async () => {
    const head = `GET http://elsewhere/v2/users/maria/following?start=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    const { status, body } = await sendRaw(directory.url, head);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      userResults: { header: { previous: 'http://x/v2/users/maria/following?start=0&rows=10' } },
    });
  });

  it.each(['', 'a>; rel="next", <http://evil', 'evil.example/x?y#z', 'a, b', 'a\r\nHost: b'])(
    'what is no host does not come into links: %j',
    async (host) => {
      const { status, body, headers } = await sendRaw(
        directory.url,
        `GET /v2/users/maria/following HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
      expect(status).toBe(400);
      expect(headers.link).toBeUndefined();
      expect(body).not.toContain('evil');
      expect(body).toContain('malformed_request');
    },
  );

  it('HTTP/1.1 asks for Host, HTTP/1.0 does not', async () => {
    const one = await sendRaw(directory.url, 'GET /v2/users/x HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([one.status, JSON.parse(one.body)]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
    const old = await sendRaw(directory.url, 'GET /v2/users/x HTTP/1.0\r\n\r\n');
    expect([old.status, JSON.parse(old.body)]).toEqual([401, expect.objectContaining({ code: 'token_missing' })]);
  });

  describe('of unusual length', () => {
    const long = 'a'.repeat(100_000);

    it('are served up to 100 KB', async () => {
      expect((await directory.get(`/v2/users/maria?z=${long}`, token)).status).toBe(200);
      expect((await directory.get(`/v2/users/${long}`, token)).status).toBe(404);
      expect((await directory.get(`/v2/users/${long}@example.com/verify`, trusted)).status).toBe(400);
    });

    it('come back in the header block, but not in a Link header that clients choke on', async () => {
      const { status, headers, body } = await directory.get(`/v2/users/maria/followers?start=1&z=${long}`, token);
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
        detail: 'The request line and headers may have 131072 bytes.',
        instance: `urn:request:${headers['x-request-id'] ?? ''}`,
        code: 'header_too_large',
        errors: [{ reason: 'The request line and headers may have 131072 bytes.' }],
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
