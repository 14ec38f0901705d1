import { webRequest } from '../support/authorization.js';
import { aUser, aPlace, aReview } from '../support/factories.js';
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

describe('BASE_PATH', () => {
  const { directory, get } = useDirectory({
    env: { BASE_PATH: '/some/api' },
    places: [aPlace({ id: 'one', name: 'Shop' }), aPlace({ id: 'two', name: 'Shop' })],
  });
  const base = () => `${directory.url}/some/api`;

  it.each(['/some/api', ''])('serves requests behind the path %p, with links that have it', async (prefix) => {
    const { status, headers, body } = await get(`${prefix}/v2/places?rows=1&sort=id`);
    expect(status).toBe(200);
    expect(body.results.header.next).toBe(`${base()}/v2/places?rows=1&sort=id&start=1`);
    expect(headers.get('link')).toContain(`<${base()}/v2/places?rows=1&sort=id&start=0>; rel="first"`);
    expect(body.results.places[0].link.uri).toBe(`${base()}/v2/places/one`);
  });

  it('serves both forms with the cache, and answers problems with its links', async () => {
    for (const path of ['/some/api/v2/places/two', '/v2/places/two', '/some/api/v2/places/two'])
      expect((await get(path)).body.place.link.uri).toBe(`${base()}/v2/places/two`);
    const { status, body } = await get('/some/api/nothing');
    expect([status, body.type]).toEqual([404, `${base()}/docs/problems/route_not_found`]);
  });

  it('does not take a longer segment for the path', async () => {
    expect((await get('/some/apis/v2/places')).status).toBe(404);
  });

  it('is in the OpenAPI document, the metadata and the pages', async () => {
    const openapi = await get('/some/api/openapi.json');
    expect(openapi.body.servers).toEqual([{ url: base() }]);
    const metadata = await get('/some/api/.well-known/oauth-authorization-server');
    expect(metadata.body).toMatchObject({ issuer: base(), token_endpoint: `${base()}/v2/oauth/token` });
    for (const page of ['docs', 'explore', 'docs/problems']) {
      const { status, text } = await get(`/some/api/${page}`);
      expect(status).toBe(200);
      const addresses = [...text.matchAll(/(?:href|src|action)="([^"#]+)"/g)].map(([, address = '']) => address);
      const outside = addresses.filter((address) => address.startsWith('/') && !address.startsWith('/some/api/'));
      expect(addresses).not.toEqual([]);
      expect(outside).toEqual([]);
      expect(addresses.filter((address) => address.startsWith(directory.url) && !address.startsWith(base()))).toEqual(
        [],
      );
    }
  });

  it('is in the path of cookies and forms', async () => {
    const redirectUris = [webRequest.redirect_uri];
    await directory.addClients({ web: {} }, { secret: 'secret', grants: ['authorization_code'], redirectUris });
    const query = new URLSearchParams(webRequest).toString();
    const { status, text, headers } = await directory.get(`/some/api/v2/oauth/authorize?${query}`);
    expect(status).toBe(200);
    expect(text).toContain('action="/some/api/v2/oauth/authorize"');
    expect(headers.get('set-cookie')).toContain('Path=/some/api/v2/oauth');
  });
});

const origin = 'https://app.example.org';

describe('cross-origin requests', () => {
  const { directory, tokens, get } = useDirectory({
    env: { CORS_ORIGINS: `${origin}, http://localhost:5173` },
    users: [aUser({ id: 'maria' })],
    tokens: ['application'],
  });

  const preflight = (from: string) =>
    directory.request('/v2/users/maria', {
      method: 'OPTIONS',
      headers: {
        ...{ Origin: from, 'Access-Control-Request-Method': 'GET' },
        'Access-Control-Request-Headers': 'authorization,x-request-id',
      },
    });

  it.each([origin, 'http://localhost:5173'])('get a response to their preflight without a token: %s', async (from) => {
    const { status, headers } = await preflight(from);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(from);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-allow-headers')).toBe('authorization,x-request-id');
    expect(headers.get('access-control-allow-methods')).toBe('GET,HEAD,POST');
    expect(headers.get('access-control-max-age')).toBe('600');
  });

  it.each([
    ['/v2/users/maria', 405, 'GET, HEAD'],
    ['/v2/oauth/token', 405, 'POST'],
    ['/nothing', 404, null],
  ])('get 405 or 404 for an OPTIONS that is no preflight: %s', async (path, expected, allow) => {
    for (const from of [origin, undefined]) {
      const asked = { method: 'OPTIONS', headers: from === undefined ? {} : { Origin: from } };
      const { status, headers } = await directory.request(path, asked);
      expect([status, headers.get('allow')]).toEqual([expected, allow]);
      expect(headers.get('access-control-allow-origin')).toBe(from ?? null);
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(headers.get('access-control-allow-methods')).toBeNull();
    }
  });

  it.each(['https://evil.example.org', 'http://app.example.org', 'https://app.example.org:8443', 'null'])(
    'are not allowed from an origin that is not listed exactly: %s',
    async (from) => {
      expect((await preflight(from)).headers.get('access-control-allow-origin')).toBeNull();
      const { headers } = await get('/v2/users/maria', { Origin: from });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it.each([
    ['200', '/v2/users/maria', true, 200],
    ['400', '/v2/users/maria?wt=x', true, 400],
    ['400 for the path', '/v2/users/%ff', true, 400],
    ['401', '/v2/users/maria', false, 401],
    ['403', '/v2/users/me', true, 403],
    ['404', '/nothing', false, 404],
  ])('can read every response: %s', async (_, path, withToken, expected) => {
    const { status, headers } = await directory.get(path, withToken ? tokens.application : undefined, {
      Origin: origin,
    });
    expect(status).toBe(expected);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toMatch(/Accept.*Origin/);
    for (const name of ['Link', 'ETag', 'WWW-Authenticate', 'X-Request-Id', 'X-Ignored-Parameters', 'Retry-After']) {
      expect(headers.get('access-control-expose-headers')?.split(',')).toContain(name);
    }
  });

  it.each([
    ['/v2/oauth/authorize', [400, 415, 405]],
    ['/V2/OAuth/Authorize/?x=1', [400, 415, 405]],
    ['/v2/oauth/authorize/below', [404, 415, 404]],
    ['/v2/oauth/account', [200, 415, 405]],
    ['/v2/oauth/sign-out', [200, 415, 405]],
  ])('are not supported by the sign-in pages (RFC 9700, section 2.6): %s', async (path, expected) => {
    const statuses: number[] = [];
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const asked = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      const { status, headers } = await directory.request(path, { method, headers: asked });
      statuses.push(status);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    // A preflight that is answered as one is 204.
    expect(statuses).toEqual(expected);
  });

  it('vary by Origin, also if the request has none', async () => {
    const { headers } = await get('/v2/users/maria');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('vary')).toContain('Origin');
  });
});

describe('OLD_CLIENTS=cors-credentials', () => {
  const { directory } = useDirectory({ env: { CORS_ORIGINS: origin, OLD_CLIENTS: 'cors-credentials' } });

  it('allows credentials from listed origins, except for the sign-in pages', async () => {
    const allowed = async (path: string, from: string) =>
      (await directory.request(path, { headers: { Origin: from } })).headers.get('access-control-allow-credentials');
    expect(await allowed('/v2/places', origin)).toBe('true');
    expect(await allowed('/v2/places', 'https://other.example.org')).toBeNull();
    expect(await allowed('/v2/oauth/authorize', origin)).toBeNull();
  });
});

/** Addresses that other programs, or imports of earlier versions, have stored. */
describe('a stored address that is not http or https', () => {
  const script = 'javascript:alert(1)';
  const { directory, tokens } = useDirectory({
    users: [
      aUser({
        id: 'eve',
        photoSmall: script,
        photoMedium: 'data:image/png;base64,AA',
        photoLarge: 'https://a.example/l.jpg',
      }),
      aUser({ id: 'none', photoSmall: script, photoMedium: script, photoLarge: script, photoOriginal: script }),
    ],
    follows: [{ followerId: 'none', followingId: 'eve', created: new Date() }],
    places: [aPlace({ id: 'trap', urlService: script, featured: { photo: { medium: 'file:///etc/passwd' } } })],
    reviews: [aReview({ id: 'r', userId: 'eve', placeId: 'trap' })],
    tokens: ['application'],
  });

  it.each([
    ...'/v2/users/eve /v2/users/none /v2/users/eve/followers /v2/users/none/following'.split(' '),
    ...'/v2/users/eve/places/reviews /v2/reviews/r /v2/places/trap /v2/places?fl=*'.split(' '),
    '/v2/places/trap/reviews',
  ])('is not shown by %s', async (path) => {
    for (const wt of ['json', 'xml']) {
      const { status, text } = await directory.get(
        `${path}${path.includes('?') ? '&' : '?'}wt=${wt}`,
        tokens.application,
      );
      expect(status).toBe(200);
      expect(text).not.toMatch(/javascript:|data:|file:/);
    }
  });

  it('leaves the others', async () => {
    const { body } = await directory.get('/v2/users/eve', tokens.application);
    expect(body.user.photos).toEqual({ large: 'https://a.example/l.jpg', original: expect.stringContaining('https:') });
    const { body: review } = await directory.get('/v2/reviews/r', tokens.application);
    expect(review.review.creation.author.photo).toBe('https://a.example/l.jpg');
  });
});
