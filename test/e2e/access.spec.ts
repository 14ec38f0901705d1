import { AccessAudit } from '../../src/auth/access/access-audit.js';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { TokenStore } from '../../src/auth/tokens/token-store.js';
import { Directory } from '../support/directory.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { registeredRoutes } from '../support/routes.js';

/**
 * What every address answers to every token (interface, sections 4 and 5; design, sections 3 and 4). A number is a status
 * without a challenge; the words are below. There is what the addresses name, but for a user `none` and what ends in `x`.
 *
 * The columns: no token; a malformed, an expired, a revoked one, and one of a disabled client; an application token and a
 * user token; the trusted client's own token, and its token of a user; then what only looks like one: a trusted client's
 * without the scope `trust`, the scope `trust` of a client that is not trusted, and `trust` without `read`.
 */
const matrix = `
                                         none  malf  expi  revo  disa  appl  user  trus  trus+user  -trust  pretend  trust-only
GET /v2/users/maria                      ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/none                       ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/users/me                         ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/following            ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/following               ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/followers            ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/followers               ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/following/ana        ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/ana/following/maria        ask   bad   bad   bad   bad   user  404   user  404        user    user     user
GET /v2/users/me/following/ana           ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/ana/following/me           ask   bad   bad   bad   bad   user  404   user  404        user    user     user
GET /v2/users/maria/places/checkins      ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/places/checkins         ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/places/reviews       ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/places/reviews          ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria@example.com/verify   ask   bad   bad   bad   bad   trust trust 200   200        trust   trust    200
GET /v2/users/none@example.com/verify    ask   bad   bad   bad   bad   trust trust 404   404        trust   trust    404
GET /v2/places                           ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/search                           ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/fields                    ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/suggest?q=museu           ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/masp                      ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/x                         ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/places/masp/checkins             ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/masp/reviews              ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/reviews/good                     ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/reviews/x                        ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/categories                       ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/categories/4                     ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/categories/x                     ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/oauth/authorize                  400   400   400   400   400   400   400   400   400        400     400      400
POST /v2/oauth/authorize                 415   415   415   415   415   415   415   415   415        415     415      415
POST /v2/oauth/token                     basic basic basic basic basic basic basic basic basic      basic   basic    basic
POST /v2/oauth/revoke                    basic basic basic basic basic basic basic basic basic      basic   basic    basic
POST /v2/oauth/introspect                basic basic basic basic basic basic basic basic basic      basic   basic    basic
GET /.well-known/oauth-authorization-server
                                         200   200   200   200   200   200   200   200   200        200     200      200
GET /.well-known/oauth-protected-resource
                                         200   200   200   200   200   200   200   200   200        200     200      200
GET /docs                                200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/oauth2-redirect                200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/assets/swagger-ui.css          200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/assets/x                       404   404   404   404   404   404   404   404   404        404     404      404
GET /explore                             200   200   200   200   200   200   200   200   200        200     200      200
GET /explore/assets/start.js             200   200   200   200   200   200   200   200   200        200     200      200
GET /explore/assets/x                    404   404   404   404   404   404   404   404   404        404     404      404
GET /docs/problems                       200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/problems/token_missing         200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/problems/x                     404   404   404   404   404   404   404   404   404        404     404      404
GET /openapi.json                        200   200   200   200   200   200   200   200   200        200     200      200
GET /schema/places.xsd                   200   200   200   200   200   200   200   200   200        200     200      200
GET /schema/problem.xsd                  200   200   200   200   200   200   200   200   200        200     200      200
GET /health/live                         200   200   200   200   200   200   200   200   200        200     200      200
GET /health/ready                        200   200   200   200   200   200   200   200   200        200     200      200
GET /metrics                             200   200   200   200   200   200   200   200   200        200     200      200
`;

const bearer = 'Bearer realm="place-directory"';
const refusal = (error: string, description: string) =>
  `${bearer}, error="${error}", error_description="${description}"`;

/** Status, challenge and code (of a problem, or of OAuth) for each word of the matrix. */
const words: Record<string, [status: number, challenge: string, code: string]> = {
  ask: [401, bearer, 'token_missing'],
  bad: [401, refusal('invalid_token', 'The access token is unknown, expired or revoked.'), 'token_invalid'],
  user: [403, refusal('insufficient_scope', 'This address needs a user token.'), 'token_kind'],
  trust: [
    403,
    refusal('insufficient_scope', 'This address needs a token of a trusted client with the scope trust.'),
    'token_kind',
  ],
  read: [
    403,
    `${refusal('insufficient_scope', 'This address needs a token with the scope read.')}, scope="read"`,
    'insufficient_scope',
  ],
  basic: [401, 'Basic realm="place-directory"', 'invalid_client'],
};

const [columns = [], ...rows] = matrix
  .replaceAll(/^(\S+ \S+)\n/gm, '$1 ')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(/ +/).filter((cell, at) => cell !== '' || at > 0));

const table = rows.map(([method = '', address = '', ...cells]) => ({ method, address, cells }));
const isOpen = (cells: string[]) => cells[0] !== 'ask';

describe('the access to every route', () => {
  let directory: Directory;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    directory = await Directory.start();
    const of = { userId: 'maria', placeId: 'masp' };
    await directory.add({
      users: [aUser({ id: 'maria' }), aUser({ id: 'ana' })],
      follows: [{ followerId: 'maria', followingId: 'ana', created: new Date() }],
      places: [aPlace({ id: 'masp' })],
      checkins: [aCheckin(of)],
      reviews: [aReview({ ...of, id: 'good' })],
    });
    const store = directory.app.get(TokenStore);
    const clients = directory.app.get(ClientStore);
    const hour = new Date(Date.now() + 3_600_000);
    const app = { clientId: 'test-app', scope: ['read'], expires: hour };
    const trusted = { clientId: 'test-trusted', scope: ['read', 'trust'], expires: hour };
    tokens.appl = await directory.token();
    tokens.user = await directory.token({ user: 'maria' });
    tokens.trus = await directory.token('trusted');
    tokens['trus+user'] = await store.issue({ ...trusted, userId: 'maria' });
    tokens['-trust'] = await store.issue({ ...trusted, scope: ['read'] });
    tokens.pretend = await store.issue({ ...app, scope: ['read', 'trust'] });
    tokens['trust-only'] = await store.issue({ ...trusted, scope: ['trust'] });
    tokens.malf = 'no "token"';
    tokens.expi = await store.issue({ ...app, expires: new Date(Date.now() - 1000) });
    tokens.revo = await store.issue(app);
    await store.revoke(tokens.revo);
    const registration = { secret: 'x', grants: [], redirectUris: [], trusted: false, public: false };
    await clients.register({ ...registration, id: 'gone', name: 'Gone' });
    tokens.disa = await store.issue({ ...app, clientId: 'gone' });
    await clients.disable('gone');
  });

  afterAll(() => directory.stop());

  const call = (method: string, address: string, headers: Record<string, string> = {}) =>
    directory.request(address, { method, headers });

  it('is written down here for each route that is registered, and for no other', () => {
    const routes = registeredRoutes(directory.app);
    const reached = table.map(({ method, address }) => {
      // As the router does it: the first that fits.
      const found = routes.find((route) => route.method === method && route.takes(address.replace(/\?.*/, '')));
      return found ? `${found.method} ${found.path}` : `nothing takes ${method} ${address}`;
    });
    expect([...new Set(reached)].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('is declared by every method of every controller', () => {
    const declared = directory.app.get(AccessAudit).routes();
    expect(declared.filter(({ access }) => access === undefined)).toEqual([]);
    expect(declared.length).toBeGreaterThan(10);
  });

  it('is written down for every token', () => {
    expect(columns.filter((column) => column !== 'none').sort()).toEqual(Object.keys(tokens).sort());
    expect(table.map(({ cells }) => cells.length)).toEqual(table.map(() => columns.length));
  });

  it.each(table)('is exactly that of the matrix: $method $address', async ({ method, address, cells }) => {
    const answers: unknown[] = [];
    for (const column of columns) {
      const token = tokens[column];
      const answer = await call(method, address, token === undefined ? {} : { Authorization: `Bearer ${token}` });
      const challenge = answer.headers.get('www-authenticate');
      const code = challenge === null ? undefined : (answer.body?.code ?? answer.body?.error);
      answers.push([column, answer.status, challenge, code]);
      if (challenge !== null) expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(answers).toEqual(
      columns.map((column, at) => [column, ...(words[cells[at] ?? ''] ?? [Number(cells[at]), null, undefined])]),
    );
  });

  const guarded = table.filter(({ cells }) => !isOpen(cells));

  it.each(guarded)('is asked for, whatever else stands for a token: $address', async ({ method, address }) => {
    for (const Authorization of ['', 'Bearer', 'Bearer ', 'Basic dGVzdDp0ZXN0', 'Bearertoken']) {
      const { status, headers } = await call(method, address, { Authorization });
      expect([Authorization, status, headers.get('www-authenticate')]).toEqual([Authorization, 401, bearer]);
    }
  });

  it.each(['unknown', 'x'.repeat(5000), 'é"\\', 'two words', '='])(
    'is refused to what is no token: %s',
    async (text) => {
      const [status, challenge, code] = words.bad ?? [];
      const { headers, ...answer } = await call('GET', '/v2/users/maria', { Authorization: `Bearer ${text}` });
      expect([answer.status, headers.get('www-authenticate'), answer.body.code]).toEqual([status, challenge, code]);
    },
  );

  it('is given whatever the case of the scheme, and with spaces around the token', async () => {
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
