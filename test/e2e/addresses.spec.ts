import { accessMatrix, accessTokens } from '../cases/access-matrix.js';
import { aPlace, aReview, aUser } from '../support/factories.js';
import { registeredRoutes } from '../support/routes.js';
import { useDirectory } from '../support/use-directory.js';

/** Addresses whose response changes each time, or that need a session, another token or a map; they have their own tests. */
const excluded = [
  '/',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/explore/map.pmtiles',
  '/explore/map/:z/:x/:y.mvt',
  '/metrics',
  ...['/v2/oauth/account', '/v2/oauth/authorize', '/v2/oauth/sign-out'],
];

/** Every address that responds with 200 to a GET with a user token. */
const addresses = [
  ...accessMatrix
    .filter(({ method, cells }) => method === 'GET' && cells[accessTokens.indexOf('user')] === '200')
    .map(({ address }) => address)
    .filter((address) => !/\?|\/me\b/.test(address) && !excluded.includes(address)),
  '/v2/users/maria/following/joão',
];

describe('addresses and methods', () => {
  const { directory, tokens } = useDirectory({
    users: ['maria', 'ana', 'joão'].map((id) => aUser({ id })),
    follows: ['ana', 'joão'].map((followingId) => ({ followerId: 'maria', followingId, created: new Date() })),
    places: [aPlace({ id: 'masp' })],
    reviews: [aReview({ id: 'good', userId: 'maria', placeId: 'masp' })],
    tokens: ['maria'],
  });

  /** Expects the headers of GET in the response to HEAD. */
  async function expectSameHeaders(address: string, encoding: string, status: number): Promise<void> {
    const headers = { Authorization: `Bearer ${tokens.maria}`, 'Accept-Encoding': encoding, 'X-Request-Id': 'alike' };
    const [get, head] = [
      await directory.request(address, { headers }),
      await directory.request(address, { method: 'HEAD', headers }),
    ];
    expect([get.status, head.status, head.text]).toEqual([status, status, '']);
    const names = ['content-type', 'etag', 'cache-control', 'vary', 'link', 'content-length', 'content-encoding'];
    for (const name of names) expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  }

  it('are all covered here', () => {
    const served = registeredRoutes(directory.app).filter(({ method }) => method === 'GET');
    const covered = (path: string) =>
      addresses.some((address) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address));
    expect(
      served
        .map(({ path }) => path)
        .filter((path) => !covered(path))
        .sort(),
    ).toEqual([...excluded, '/v2/places/suggest', '/v2/users/:email/verify']);
  });

  describe.each(addresses)('%s', (address) => {
    it('accepts a trailing slash, and HEAD', async () => {
      expect((await directory.get(address, tokens.maria)).text).not.toBe('');
      const slash = await directory.get(`${address}/`, tokens.maria);
      expect(slash.status).toBe(200);
      await expectSameHeaders(address, 'identity', 200);
      await expectSameHeaders(address, 'deflate;q=1, gzip;q=0.5', 200);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      'rejects %s before it checks the token',
      async (method) => {
        const { status, headers, body } = await directory.request(address, { method });
        expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
        expect(body.errors).toEqual([
          { parameter: 'method', value: method, reason: 'is not allowed here', allowed: ['GET', 'HEAD'] },
        ]);
      },
    );
  });

  it.each(['identity', 'gzip', 'br'])('HEAD has the headers of GET for a long problem, in %s', async (encoding) => {
    const faults = Array.from({ length: 40 }, (_, at) => `p${at}=%zz`).join('&');
    await expectSameHeaders(`/v2/users/maria?${faults}`, encoding, 400);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])(
    'the token endpoint accepts POST only, not %s',
    async (method) => {
      const { status, headers } = await directory.request('/v2/oauth/token', { method });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    },
  );

  it.each([
    '/v2',
    '/v1/places',
    '/v2/users',
    '/v2/users/maria/nothing',
    '/v2//places',
    '/v2/users/maria//following',
    '/favicon.ico',
    '/v2/places/masp/checkins/1',
  ])('%s is 404 with any method', async (path) => {
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
  ])('NUL is 400 that names the segment: %s', async (path, parameter) => {
    const { status, body } = await directory.get(path, tokens.maria);
    expect([status, body.errors[0].parameter]).toEqual([400, parameter]);
    expect((await directory.get(path)).status).toBe(401);
  });

  it('NUL is 400 where there is no route either', async () => {
    expect((await directory.get('/nothing/%00', tokens.maria)).status).toBe(400);
  });

  it('a GET without a body may have a Content-Type', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await directory.get('/v2/users/maria', tokens.maria, headers)).status).toBe(200);
  });
});
