import { ClientStore } from '../../src/auth/client.store.js';
import { AccessAudit } from '../../src/auth/access.audit.js';
import { TokenStore } from '../../src/auth/token.store.js';
import { Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { registeredRoutes } from '../support/routes.js';

type Kind = 'application' | 'user' | 'trusted';

const anyToken: Kind[] = ['application', 'user'];

/** Interface, section 4 and 5; design, section 3. A route that is missing here fails the test below. */
const accepted: Record<string, Kind[] | 'public'> = {
  'GET /v2/users/:userId': anyToken,
  'GET /v2/users/:userId/following': anyToken,
  'GET /v2/users/:userId/followers': anyToken,
  'GET /v2/users/:userId/following/:followingId': ['user'],
  'GET /v2/users/:userId/places/checkins': anyToken,
  'GET /v2/users/:userId/places/reviews': anyToken,
  'GET /v2/users/:email/verify': ['trusted'],
  'GET /v2/places': anyToken,
  'GET /v2/search': anyToken,
  'GET /v2/places/fields': anyToken,
  'GET /v2/places/suggest': anyToken,
  'GET /v2/places/:placeId': anyToken,
  'GET /v2/places/:placeId/checkins': anyToken,
  'GET /v2/places/:placeId/reviews': anyToken,
  'GET /v2/reviews/:reviewId': anyToken,
  'GET /v2/categories': anyToken,
  'GET /v2/categories/:categoryId': anyToken,
  'GET /v2/oauth/authorize': 'public',
  'POST /v2/oauth/authorize': 'public',
  'POST /v2/oauth/token': 'public',
  'POST /v2/oauth/revoke': 'public',
  'POST /v2/oauth/introspect': 'public',
  'GET /.well-known/oauth-authorization-server': 'public',
  'GET /.well-known/oauth-protected-resource': 'public',
  'GET /docs/problems': 'public',
  'GET /docs': 'public',
  'GET /docs/oauth2-redirect': 'public',
  'GET /docs/assets/:file': 'public',
  'GET /openapi.json': 'public',
  'GET /schema/places.xsd': 'public',
  'GET /schema/problem.xsd': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
};

/** A path to which nothing belongs but a user, so that whoever gets in is told 404 or 200, and never 401 or 403. */
const fill = (path: string) =>
  path
    .replace(':email', 'x@example.com')
    .replaceAll(/:\w+/g, 'maria')
    .replace(/suggest$/, 'suggest?q=x');

const meRoutes = Object.keys(accepted).filter((route) => route.includes(':userId') || route.includes(':followingId'));
const meAddresses = meRoutes.flatMap((route) =>
  [':userId', ':followingId'].filter((name) => route.includes(name)).map((name) => route.replace(name, 'me')),
);

describe('the access to every route', () => {
  let directory: Directory;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    directory = await Directory.start();
    await directory.add({ users: [aUser({ id: 'maria' })] });
    const store = directory.app.get(TokenStore);
    const clients = directory.app.get(ClientStore);
    const registration = { secret: 'x', grants: [], redirectUris: [], trusted: false, public: false };
    tokens.application = await directory.token();
    tokens.user = await directory.token({ user: 'maria' });
    tokens.trusted = await directory.token('trusted');
    const scope = ['read'];
    const hour = new Date(Date.now() + 3_600_000);
    const trustedUser = { clientId: 'test-trusted', userId: 'maria', scope: ['read', 'trust'], expires: hour };
    tokens['user of a trusted client'] = await store.issue(trustedUser);
    tokens['trusted client without the scope trust'] = await store.issue({
      clientId: 'test-trusted',
      scope,
      expires: hour,
    });
    tokens['scope trust without a trusted client'] = await store.issue({
      ...{ clientId: 'test-app', scope: ['read', 'trust'], expires: hour },
    });
    const trustOnly = { clientId: 'test-trusted', scope: ['trust'], expires: hour };
    tokens['trusted with the scope trust alone'] = await store.issue(trustOnly);
    tokens.expired = await store.issue({ clientId: 'test-app', scope, expires: new Date(Date.now() - 1000) });
    tokens.revoked = await store.issue({ clientId: 'test-app', scope, expires: hour });
    await store.revoke(tokens.revoked);
    await clients.register({ ...registration, id: 'gone', name: 'Gone' });
    tokens['of a disabled client'] = await store.issue({ clientId: 'gone', scope, expires: hour });
    await clients.disable('gone');
  });

  afterAll(() => directory.stop());

  const routes = () => registeredRoutes(directory.app);

  it('is written down here for each route that is registered, and for no other', () => {
    expect(
      routes()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(Object.keys(accepted).sort());
  });

  it('is declared by every method of every controller', () => {
    const declared = directory.app.get(AccessAudit).routes();
    expect(declared.filter(({ access }) => access === undefined)).toEqual([]);
    expect(declared.length).toBeGreaterThan(10);
  });

  describe.each(Object.entries(accepted))('%s', (route, kinds) => {
    const [method = '', path = ''] = route.split(' ');
    const call = (headers: Record<string, string>) => directory.request(fill(path), { method, headers });
    const bearer = (name: string) => call({ Authorization: `Bearer ${tokens[name] ?? name}` });

    if (kinds === 'public') {
      it('is open to everybody', async () => {
        for (const answer of [await call({}), await bearer('expired'), await bearer('application')]) {
          // A client that does not authenticate is asked to, but not for an access token.
          expect(answer.headers.get('www-authenticate') ?? '').not.toContain('Bearer');
          expect(answer.status).not.toBe(403);
        }
      });
      return;
    }

    it.each([
      ['no Authorization', {}],
      ['another scheme', { Authorization: 'Basic dGVzdDp0ZXN0' }],
      ['a scheme alone', { Authorization: 'Bearer' }],
      ['nothing', { Authorization: '' }],
    ])('asks for a token, without an error code, given %s', async (_, headers) => {
      const { status, body, headers: sent } = await call(headers);
      expect([status, body.code]).toEqual([401, 'token_missing']);
      expect(sent.get('www-authenticate')).toBe('Bearer realm="place-directory"');
      expect(sent.get('cache-control')).toBe('no-store');
    });

    it.each(['unknown', 'expired', 'revoked', 'of a disabled client', 'x'.repeat(5000), 'é"\\'])(
      'refuses a token that is not valid: %s',
      async (name) => {
        const { status, body, headers } = await bearer(name);
        expect([status, body.code]).toEqual([401, 'token_invalid']);
        expect(headers.get('www-authenticate')).toBe(
          'Bearer realm="place-directory", error="invalid_token", ' +
            'error_description="The access token is unknown, expired or revoked."',
        );
      },
    );

    it.each([
      ['application', ['application']],
      ['user', ['user']],
      ['trusted', ['application', 'trusted']],
      ['user of a trusted client', ['user', 'trusted']],
      ['trusted client without the scope trust', ['application']],
      ['scope trust without a trusted client', ['application']],
    ] as [string, Kind[]][])('lets in who may come in: %s', async (name, are) => {
      const { status, body, headers } = await bearer(name);
      if (are.some((kind) => kinds.includes(kind))) {
        expect([200, 404]).toContain(status);
      } else {
        expect([status, body.code]).toEqual([403, 'token_kind']);
        expect(headers.get('www-authenticate')).toMatch(
          /^Bearer realm="place-directory", error="insufficient_scope", error_description="This address needs .+\."$/,
        );
      }
    });

    it('asks for the scope read of whoever does not act as a trusted client', async () => {
      const { status, body, headers } = await bearer('trusted with the scope trust alone');
      if (kinds.includes('trusted')) {
        expect([200, 404]).toContain(status);
        return;
      }
      expect([status, body.code]).toEqual([403, kinds.includes('application') ? 'insufficient_scope' : 'token_kind']);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="place-directory", error="insufficient_scope", /);
    });

    it('takes the scheme in any case, and spaces around the token', async () => {
      const token = kinds.includes('trusted') ? tokens.trusted : tokens.user;
      for (const authorization of [`bearer ${token}`, `BEARER   ${token}  `]) {
        expect([200, 404]).toContain((await call({ authorization })).status);
      }
    });
  });

  it.each(meAddresses)('asks for a user token where me stands: %s', async (route) => {
    const path = fill(route.slice('GET '.length));
    expect((await directory.get(path, tokens.user)).status).not.toBe(403);
    expect((await directory.get(path, tokens['user of a trusted client'])).status).not.toBe(403);
    for (const name of ['application', 'trusted']) {
      const { status, body } = await directory.get(path, tokens[name]);
      expect([status, body.detail]).toEqual([403, 'This address needs a user token.']);
    }
  });

  it('checks token, kind, parameters and existence in this order', async () => {
    const path = '/v2/users/nobody/following/nobody?rows=0&wt=yaml';
    expect((await directory.get(path)).status).toBe(401);
    expect((await directory.get(path, tokens.application)).status).toBe(403);
    expect((await directory.get(path, tokens.user)).status).toBe(400);
    expect((await directory.get('/v2/users/nobody/following/nobody', tokens.user)).status).toBe(404);
  });
});
