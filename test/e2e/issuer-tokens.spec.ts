import { importJWK, type JWTPayload, SignJWT } from 'jose';
import { ClientStore } from '../../src/auth/client-store.js';
import { createLogger } from '../../src/observability/logger.js';
import { cacheOn } from '../support/directory.js';
import { registerDemoUser } from '../support/explorer.js';
import { aPlace, aUser } from '../support/factories.js';
import { Issuer, issuerKey } from '../support/issuer.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

const audience = 'https://places.example.org';
const search = '/v2/places?q=museu';

describe('tokens of another issuer', () => {
  const [first, second] = [issuerKey('first'), issuerKey('second')];
  let issuer: Issuer;
  let log = '';

  const settings = () => ({ JWT_ISSUER: issuer.url, JWT_AUDIENCE: audience });
  const { directory } = useDirectory({
    env: async () => {
      issuer = await Issuer.start([first]);
      return { ...settings(), ...cacheOn };
    },
    logger: createLogger({ LOG_LEVEL: 'info' }, { write: (line: string) => (log += line) }),
    users: [aUser({ id: 'maria', email: 'maria@example.com' }), aUser({ id: 'joao' }), aUser({ id: 'ana' })],
    places: [aPlace({ id: 'masp', name: 'Museu de Arte' })],
  });
  afterAll(() => issuer.stop());

  const expectProblem = async (path: string, token: string, [status, code]: [number, string], detail = /./) => {
    const json = await directory.get(path, token);
    expect([json.status, json.body]).toEqual([
      status,
      expect.objectContaining({ code, detail: expect.stringMatching(detail) }),
    ]);
    const xml = await directory.get(path, token, { Accept: 'application/xml' });
    expect([xml.status, xml.text]).toEqual([status, expect.stringContaining(`<code>${code}</code>`)]);
    return json.headers;
  };

  /** A token as the issuer could make it, which it does not. */
  const forged = async (claims: JWTPayload) => {
    const usual = { iss: issuer.url, aud: audience, sub: 'maria', client_id: 'web', scope: 'read', exp: 4_000_000_000 };
    const { alg, kid } = first;
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid }).sign(await importJWK(first, alg));
  };

  it('are application tokens for clients', async () => {
    const token = await issuer.clientToken('backend', 'read', audience);
    const { status, body, headers } = await directory.get(search, token);
    expect([status, body.results.places[0].id]).toEqual([200, 'masp']);
    await waitUntil(() => log.includes(headers.get('x-request-id') ?? ''), 5);
    expect(log).toContain('"client":"backend"');
    expect((await directory.get(search, token, { Accept: 'application/xml' })).text).toContain('<name>Museu de Arte');
    await expectProblem('/v2/users/me', token, [403, 'token_kind']);
    await expectProblem('/v2/users/maria%40example.com/verify', token, [403, 'token_kind']);
  });

  it('are user tokens for people, until their user is disabled or deleted', async () => {
    const [maria = '', joao = ''] = await Promise.all(
      ['maria', 'joao'].map((user) => issuer.userToken(user, audience)),
    );
    const status = async (token: string) => (await directory.get('/v2/users/me', token)).status;
    for (const [id, token] of Object.entries({ maria, joao })) {
      const { body } = await directory.get('/v2/users/me', token);
      expect(body.user.id).toBe(id);
    }
    // One after the other: each empties the cache for both.
    await directory.source.query("DELETE FROM users WHERE id = 'joao'");
    await waitUntil(async () => (await status(joao)) === 401, NOTIFICATION_SECONDS);
    expect(await status(maria)).toBe(200);
    await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'maria'");
    await waitUntil(async () => (await status(maria)) === 401, NOTIFICATION_SECONDS);
    await directory.source.query("UPDATE users SET disabled = NULL WHERE id = 'maria'");
    expect(await status(maria)).toBe(200);
    await expectProblem(search, joao, [401, 'token_invalid'], /unknown here/);
  });

  it('are trusted tokens with the scope trust', async () => {
    const token = await issuer.clientToken('partner', 'trust', audience);
    expect((await directory.get('/v2/users/maria%40example.com/verify', token)).status).toBe(200);
    const headers = await expectProblem(search, token, [403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toMatch(/scope="read"$/);
  });

  it('of other services, and forged ones, are rejected', async () => {
    const other = await issuer.clientToken('backend', 'read', 'https://billing.example.org');
    const headers = await expectProblem(search, other, [401, 'token_invalid'], / aud /);
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer realm="place-directory", error="invalid_token", error_description="[^"]* aud [^"]*"$/,
    );
    const token = await issuer.clientToken('backend', 'read', audience);
    const [, claims = '', signature = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    await expectProblem(search, `${none}.${claims}.`, [401, 'token_invalid']);
    await expectProblem(search, `${none}.${claims}.${signature}`, [401, 'token_invalid']);
    await expectProblem(search, await forged({ exp: 1_700_000_000 }), [401, 'token_invalid'], /expired/);
    await expectProblem(search, await forged({ nbf: 4_000_000_000 }), [401, 'token_invalid'], / nbf /);
    await expectProblem(search, await forged({ sub: 'nobody' }), [401, 'token_invalid'], /unknown here/);
    await expectProblem(search, `a.b.${'c'.repeat(20_000)}`, [401, 'token_invalid'], /longer/);
    await expectProblem(search, 'unknown', [401, 'token_invalid']);
    expect((await directory.get(search, await forged({}))).status).toBe(200);
  });

  it('have no more trust and quota than their client, if it is registered here, and end when it is disabled', async () => {
    const trusted = await issuer.clientToken('partner', 'trust', audience);
    await directory.addClients({ partner: {} });
    await expectProblem('/v2/users/maria%40example.com/verify', trusted, [403, 'token_kind']);
    const clients = directory.app.get(ClientStore);
    await clients.update('partner', { quota: '2/60' });
    const token = await issuer.clientToken('partner', 'read', audience);
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await directory.get(search, token)).status);
    expect(statuses).toEqual([200, 200, 429]);
    await clients.disable('partner');
    await waitUntil(async () => (await directory.get(search, token)).status === 401, NOTIFICATION_SECONDS);
  });

  it('work while the issuer is down, unless their key is new', async () => {
    await issuer.use([second, first]);
    const tokens = await Promise.all([1, 2].map(() => issuer.clientToken('backend', 'read', audience)));
    expect((await directory.get(search, tokens[0])).status).toBe(200);
    const third = issuerKey('third');
    await issuer.use([third]);
    const unseen = await issuer.clientToken('backend', 'read', audience);
    expect((await directory.get(search, tokens[0])).status).toBe(200);
    await issuer.stop();
    expect((await directory.get(search, tokens[1])).status).toBe(200);
    const headers = await expectProblem(search, unseen, [503, 'issuer_unavailable']);
    expect([headers.get('retry-after'), headers.get('www-authenticate')]).toEqual(['5', null]);
    await issuer.resume([third]);
    await waitUntil(async () => (await directory.get(search, unseen)).status === 200, 8);
  });
});

describe('without the own OAuth endpoints', () => {
  const keys = [issuerKey('only')];
  let issuer: Issuer;

  const { directory } = useDirectory({
    env: async () => {
      issuer = await Issuer.start(keys);
      const off = { OAUTH_ENDPOINTS: 'false', EXPLORE: 'true', OLD_CLIENTS: 'token-in-query' };
      return { ...off, JWT_ISSUER: issuer.url, JWT_AUDIENCE: audience };
    },
    // Its id is `maria`.
    fill: registerDemoUser,
  });
  afterAll(() => issuer.stop());

  it.each([
    ['POST', '/v2/oauth/token'],
    ['POST', '/v2/oauth/revoke'],
    ['POST', '/v2/oauth/introspect'],
    ['GET', '/v2/oauth/authorize'],
    ['POST', '/v2/oauth/authorize'],
    ['GET', '/v2/oauth/account'],
    ['GET', '/v2/oauth/sign-out'],
    ['GET', '/.well-known/oauth-authorization-server'],
  ])('%s %s is 404, in JSON and XML', async (method, path) => {
    const init = {
      method,
      ...(method === 'POST' && { body: new URLSearchParams({ grant_type: 'client_credentials' }) }),
    };
    const json = await directory.request(path, init);
    expect([json.status, json.body]).toEqual([404, expect.objectContaining({ code: 'route_not_found' })]);
    const xml = await directory.request(path, { ...init, headers: { Accept: 'application/xml' } });
    expect([xml.status, xml.text]).toEqual([404, expect.stringContaining('<code>route_not_found</code>')]);
  });

  it('the documents name the issuer alone', async () => {
    const { body: metadata } = await directory.get('/.well-known/oauth-protected-resource');
    expect(metadata.authorization_servers).toEqual([issuer.url]);
    const { body: document, text } = await directory.get('/openapi.json');
    expect(Object.keys(document.paths).filter((path) => /oauth(?!-protected|2)/.test(path))).toEqual([]);
    expect(text).not.toContain('/v2/oauth/token"');
    const openIdConnectUrl = `${issuer.url}/.well-known/openid-configuration`;
    for (const kind of ['application', 'user', 'trusted'])
      expect(document.components.securitySchemes[kind]).toMatchObject({ type: 'openIdConnect', openIdConnectUrl });
    const { body: start } = await directory.get('/');
    const links = start.service.links.map(({ rel }: { rel: string }) => rel);
    expect(links.filter((rel: string) => ['token', 'places', 'explore'].includes(rel))).toEqual(['places', 'explore']);
    const problem = await directory.get('/docs/problems/token_missing');
    expect(problem.text).toContain('Get a token from its issuer');
    const page = await directory.get('/', undefined, { Accept: 'text/html' });
    expect([page.text.includes('/v2/oauth'), page.text.includes('/v2/places')]).toEqual([false, true]);
  });

  it('/explore offers no sign-in', async () => {
    const { status, text } = await directory.get('/explore');
    const [, configuration = ''] = /data-configuration="([^"]*)"/.exec(text) ?? [];
    expect([status, configuration]).toEqual([200, expect.stringContaining('baseUrl')]);
    expect(configuration).not.toMatch(/clientId|registration|demonstration&quot;/);
  });

  it('tokens of the issuer work, in the query too if that is allowed', async () => {
    const token = await issuer.userToken('maria', audience);
    expect((await directory.get('/v2/users/me', token)).body.user.id).toBe('maria');
    expect((await directory.get(`/v2/users/me?access_token=${token}`)).body.user.id).toBe('maria');
    expect((await directory.get(`/v2/users/me?access_token=${token}`, token)).status).toBe(400);
    // What the operator issues by the command line.
    expect((await directory.get('/v2/users/maria', await directory.token())).status).toBe(200);
  });
});
