import { aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

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
    '/v2/oauth/authorize',
    '/V2/OAuth/Authorize/?x=1',
    '/v2/oauth/authorize/below',
    '/v2/oauth/account',
    '/v2/oauth/sign-out',
  ])('are not supported by the sign-in pages (RFC 9700, section 2.6): %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const asked = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      const { status, headers } = await directory.request(path, { method, headers: asked });
      // A preflight that is answered as one is 204.
      expect(status).not.toBe(204);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('vary by Origin, also if the request has none', async () => {
    const { headers } = await get('/v2/users/maria');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('vary')).toContain('Origin');
  });
});

describe('CORS_CREDENTIALS', () => {
  const { directory } = useDirectory({ env: { CORS_ORIGINS: origin, CORS_CREDENTIALS: 'true' } });

  it('allows credentials from listed origins, except for the sign-in pages', async () => {
    const allowed = async (path: string, from: string) =>
      (await directory.request(path, { headers: { Origin: from } })).headers.get('access-control-allow-credentials');
    expect(await allowed('/v2/places', origin)).toBe('true');
    expect(await allowed('/v2/places', 'https://other.example.org')).toBeNull();
    expect(await allowed('/v2/oauth/authorize', origin)).toBeNull();
  });
});
