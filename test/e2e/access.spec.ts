import { AccessDeclarations } from '../../src/auth/access.js';
import { ClientStore } from '../../src/auth/client-store.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { accessMatrix, accessTokens } from '../cases/access-matrix.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { registeredRoutes } from '../support/routes.js';
import { useDirectory } from '../support/use-directory.js';

const bearer = 'Bearer realm="place-directory"';
const challenge = (error: string, description: string) =>
  `${bearer}, error="${error}", error_description="${description}"`;

/** Status, challenge and code (of a problem, or of OAuth) for each word of the matrix. */
const words: Record<string, [status: number, challenge: string, code: string]> = {
  ask: [401, bearer, 'token_missing'],
  bad: [401, challenge('invalid_token', 'The access token is unknown, expired or revoked.'), 'token_invalid'],
  user: [403, challenge('insufficient_scope', 'This path needs a user token.'), 'token_kind'],
  trust: [
    403,
    challenge('insufficient_scope', 'This path needs a token of a trusted client with the scope trust.'),
    'token_kind',
  ],
  read: [
    403,
    `${challenge('insufficient_scope', 'This path needs a token with the scope read.')}, scope="read"`,
    'insufficient_scope',
  ],
  basic: [401, 'Basic realm="place-directory"', 'invalid_client'],
};

const isPublic = (cells: readonly string[]) => cells[0] !== 'ask';

describe('the access matrix', () => {
  const tokens: Record<string, string> = {};

  const of = { userId: 'maria', placeId: 'masp' };
  const app = { clientId: 'test-app', scope: ['read'], lifetime: 3600 };
  const trusted = { clientId: 'test-trusted', scope: ['read', 'trust'], lifetime: 3600 };
  const registration = { secret: 'x', grants: [], redirectUris: [], trusted: false, public: false };
  const { directory } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'ana' })],
    follows: [{ followerId: 'maria', followingId: 'ana', created: new Date() }],
    places: [aPlace({ id: 'masp' })],
    checkins: [aCheckin(of)],
    reviews: [aReview({ ...of, id: 'good' })],
  });

  beforeAll(async () => {
    tokens.appl = await directory.token();
    tokens.user = await directory.token({ user: 'maria' });
    tokens.trus = await directory.token('trusted');
    const store = directory.app.get(TokenStore);
    const clients = directory.app.get(ClientStore);
    tokens['trus+user'] = await store.issue({ ...trusted, userId: 'maria' });
    tokens['-trust'] = await store.issue({ ...trusted, scope: ['read'] });
    tokens.pretend = await store.issue({ ...app, scope: ['read', 'trust'] });
    tokens['trust-only'] = await store.issue({ ...trusted, scope: ['trust'] });
    tokens.malf = 'no "token"';
    tokens.expi = await store.issue({ ...app, lifetime: -1 });
    tokens.revo = await store.issue(app);
    await store.revoke(tokens.revo);
    await clients.register({ ...registration, id: 'gone', name: 'Gone' });
    tokens.disa = await store.issue({ ...app, clientId: 'gone' });
    await clients.disable('gone');
  });

  const call = (method: string, address: string, headers: Record<string, string> = {}) =>
    directory.request(address, { method, headers });

  it('has exactly the registered routes', () => {
    const routes = registeredRoutes(directory.app);
    const reached = accessMatrix.map(({ method, address }) => {
      // Like the router, takes the first route that matches.
      const found = routes.find((route) => route.method === method && route.takes(address.replace(/\?.*/, '')));
      return found ? `${found.method} ${found.path}` : `no route for ${method} ${address}`;
    });
    expect([...new Set(reached)].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('is declared by every controller method', () => {
    const declared = directory.app.get(AccessDeclarations).routes();
    expect(declared.filter(({ access }) => access === undefined)).toEqual([]);
    expect(declared.length).toBeGreaterThan(10);
  });

  it('has a cell for every token', () => {
    expect(accessTokens.filter((column) => column !== 'none').sort()).toEqual(Object.keys(tokens).sort());
    expect(accessMatrix.map(({ cells }) => cells.length)).toEqual(accessMatrix.map(() => accessTokens.length));
  });

  it.each(accessMatrix)('holds for $method $address', async ({ method, address, cells }) => {
    const answers: unknown[] = [];
    for (const column of accessTokens) {
      const token = tokens[column];
      const answer = await call(method, address, token === undefined ? {} : { Authorization: `Bearer ${token}` });
      const challenge = answer.headers.get('www-authenticate');
      const code = challenge === null ? undefined : (answer.body?.code ?? answer.body?.error);
      answers.push([column, answer.status, challenge, code]);
      if (challenge !== null) expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(answers).toEqual(
      accessTokens.map((column, at) => [column, ...(words[cells[at] ?? ''] ?? [Number(cells[at]), null, undefined])]),
    );
  });

  const guarded = accessMatrix.filter(({ cells }) => !isPublic(cells));

  it.each(guarded)('treats other Authorization headers as no token: $address', async ({ method, address }) => {
    for (const Authorization of ['', 'Bearer', 'Bearer ', 'Basic dGVzdDp0ZXN0', 'Bearertoken']) {
      const { status, headers } = await call(method, address, { Authorization });
      expect([Authorization, status, headers.get('www-authenticate')]).toEqual([Authorization, 401, bearer]);
    }
  });

  it.each(['unknown', 'x'.repeat(5000), 'é"\\', 'two words', '='])('rejects a malformed token: %s', async (text) => {
    const [status, challenge, code] = words.bad ?? [];
    const { headers, ...answer } = await call('GET', '/v2/users/maria', { Authorization: `Bearer ${text}` });
    expect([answer.status, headers.get('www-authenticate'), answer.body.code]).toEqual([status, challenge, code]);
  });

  it('accepts the scheme in any case, and spaces around the token', async () => {
    for (const authorization of [`bearer ${tokens.user}`, `BEARER   ${tokens.user}  `]) {
      expect((await call('GET', '/v2/users/me', { authorization })).status).toBe(200);
    }
  });

  it('checks token, kind, parameters and existence in this order', async () => {
    const path = '/v2/users/nobody/following/nobody?rows=0&wt=yaml';
    expect((await directory.get(path)).status).toBe(401);
    expect((await directory.get(path, tokens.appl)).status).toBe(403);
    expect((await directory.get(path, tokens.user)).status).toBe(400);
    expect((await directory.get('/v2/users/nobody/following/nobody', tokens.user)).status).toBe(404);
  });
});
