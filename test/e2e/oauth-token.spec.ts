import * as oauth from 'oauth4webapi';
import { ClientStore } from '../../src/auth/client-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { SemaphoreFullError } from '../../src/concurrency/fair-semaphore.js';
import { password, redirectUri, registerConsentClients } from '../support/consent.js';
import { type Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { FakeBrowser } from '../support/fake-browser.js';
import {
  app,
  basic,
  clientCredentials,
  expectError,
  expectToken,
  type Fields,
  form,
  oddClient,
  postToken,
  registerClients,
  secret,
} from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const passwordGrant = { OLD_CLIENTS: 'password-grant' };

describe('POST /v2/oauth/token', () => {
  const { directory } = useDirectory({ env: passwordGrant });
  const { directory: strict } = useDirectory({ over: directory });
  const { directory: queryAllowed } = useDirectory({
    env: { OLD_CLIENTS: 'password-grant, credentials-in-query' },
    over: directory,
  });

  beforeAll(async () => {
    const passwordHash = await hashSecret('pässword');
    await directory.add({
      users: [aUser({ id: 'maria', email: 'maria@example.com', passwordHash }), aUser({ id: 'silent' })],
    });
    await registerClients(directory);
  });

  const post = (body?: Fields | string, headers?: Fields, query?: string) => postToken(directory, body, headers, query);

  const password = { grant_type: 'password', username: 'maria@example.com', password: 'pässword' };

  describe('client_credentials', () => {
    it('issues an application token, in the order of the RFC', async () => {
      const answer = await post({ ...clientCredentials, ...app });
      expectToken(answer);
      expect(Object.keys(answer.body as object)).toEqual(['access_token', 'token_type', 'expires_in', 'scope']);
      const token = answer.body.access_token as string;
      expect((await directory.get('/v2/users/maria', token)).status).toBe(200);
      expect((await directory.get('/v2/users/me', token)).status).toBe(403);
    });

    it('issues a trusted token to a trusted client', async () => {
      const answer = await post({ ...clientCredentials, ...app, client_id: 'trusted' });
      expectToken(answer, 'read trust');
      const path = '/v2/users/maria@example.com/verify';
      expect((await directory.get(path, answer.body.access_token as string)).status).toBe(200);
    });

    it('accepts the credentials as Basic, form-encoded (RFC 6749) or plain', async () => {
      expectToken(await post(clientCredentials, basic('app', secret)));
      expectToken(
        await post(clientCredentials, basic(encodeURIComponent(oddClient.id), encodeURIComponent(oddClient.secret))),
      );
      expectToken(await post({ ...clientCredentials, client_id: 'app' }, basic('app', secret)));
    });

    it('accepts unneeded parameters and headers that real clients send', async () => {
      const empty = { code: '', username: '', password: '', refresh_token: '', scope: '' };
      const extra = { ...empty, url: 'https://x', foo: 'bar' };
      expectToken(await post({ ...extra, ...clientCredentials, ...app }));
      const text = form({ ...clientCredentials, ...app });
      for (const type of ['application/json', 'application/x-www-form-urlencoded; charset=utf-8', 'nonsense']) {
        expectToken(await post(text, { 'Content-Type': type }));
      }
      for (const accept of ['*; q=.2', 'application/xml', 'text/html', '']) {
        expectToken(await post({ ...clientCredentials, ...app }, { Accept: accept }));
      }
      expectToken(await post(`&${text}&`));
      expectToken(await post(text, {}, '?wt=xml&foo=1'));
    });

    it('accepts a request without a Content-Type', async () => {
      const blob = new Blob([new URLSearchParams({ ...clientCredentials, ...app }).toString()]);
      expectToken(await directory.request('/v2/oauth/token', { method: 'POST', body: blob }));
    });
  });

  describe('scope', () => {
    it.each([
      ['read', 'app', 'read'],
      ['read trust', 'app', 'read'],
    ])('%p for client %s grants %p', async (scope, id, granted) => {
      expectToken(await post({ ...clientCredentials, ...app, client_id: id, scope }), granted);
    });

    it.each(['write', 'trust', 'READ', 'lê'])('%p for an ordinary client is invalid_scope', async (scope) => {
      expectError(await post({ ...clientCredentials, ...app, scope }), 400, 'invalid_scope');
    });
  });

  describe('password', () => {
    it('issues a user token to a trusted client that is registered for it', async () => {
      const answer = await post({ ...password, ...app, client_id: 'trusted' });
      expectToken(answer, 'read trust');
      const me = await directory.get('/v2/users/me', answer.body.access_token as string);
      expect(me.body.user.id).toBe('maria');
    });

    it('compares the address without case', async () => {
      expectToken(await post({ ...password, username: 'MARIA@Example.com' }, basic('trusted', secret)), 'read trust');
    });

    it.each([
      [{ password: 'wrong' }],
      [{ username: 'nobody@example.com' }],
      [{ username: 'silent@example.com', password: 'anything' }],
    ])('is invalid_grant with %p', async (wrong) => {
      expectError(await post({ ...password, ...wrong }, basic('trusted', secret)), 400, 'invalid_grant');
    });

    it('accepts passwords with any characters', async () => {
      const passwordHash = await hashSecret('\u{1F511}\tkey\n');
      await directory.add({ users: [aUser({ id: 'odd', email: 'odd@example.com', passwordHash })] });
      const odd = { ...password, username: 'odd@example.com', password: '\u{1F511}\tkey\n' };
      expectToken(await post(odd, basic('trusted', secret)), 'read trust');
    });

    it.each(['username', 'password'])('is invalid_request without %s', async (missing) => {
      expectError(await post({ ...password, [missing]: '' }, basic('trusted', secret)), 400, 'invalid_request');
    });

    it('is unsupported_grant_type without password-grant in OLD_CLIENTS, whatever the client is registered for', async () => {
      for (const id of ['trusted', 'trusted-plain', 'app']) {
        const answer = await postToken(strict, password, basic(id, secret));
        expectError(answer, 400, 'unsupported_grant_type');
        expect(answer.body.error_description).not.toContain('password');
      }
      expectToken(await postToken(strict, clientCredentials, basic('trusted', secret)), 'read trust');
    });

    it.each(['app', 'trusted-plain', 'pretender'])('is unauthorized_client for %s', async (id) => {
      expectError(await post(password, basic(id, secret)), 400, 'unauthorized_client');
    });
  });

  describe('OLD_CLIENTS=invalid-client-400', () => {
    const { directory: mild } = useDirectory({ env: { OLD_CLIENTS: 'invalid-client-400' }, fill: registerClients });

    it('answers wrong credentials with 400 at the token endpoint only', async () => {
      const answer = await postToken(mild, clientCredentials, basic('app', 'wrong'));
      expectError(answer, 400, 'invalid_client');
      expect(answer.headers.get('www-authenticate')).toBeNull();
      expectToken(await postToken(mild, clientCredentials, basic('app', secret)));
      const body = new URLSearchParams({ token: 'x' });
      const revoked = await mild.request('/v2/oauth/revoke', { method: 'POST', headers: basic('app', 'wrong'), body });
      expectError(revoked, 401, 'invalid_client');
    });
  });

  describe('credentials in the query', () => {
    const query = `?${form({ ...clientCredentials, ...app })}`;

    it('are ignored without OLD_CLIENTS=credentials-in-query', async () => {
      expectError(await post(undefined, {}, query), 401, 'invalid_client');
    });

    it('are accepted with OLD_CLIENTS=credentials-in-query, with or without a body', async () => {
      expectToken(await postToken(queryAllowed, undefined, {}, query));
      expectToken(await postToken(queryAllowed, clientCredentials, {}, `?${form(app)}`));
    });

    it('do not allow users’ passwords in the query, which proxies log', async () => {
      const { grant_type, ...person } = password;
      const trusted = { client_id: 'trusted', client_secret: secret };
      const credentials = { ...trusted, grant_type };
      const all = `?${form({ ...credentials, ...person })}`;
      expectError(await postToken(queryAllowed, undefined, {}, all), 400, 'invalid_request');
      expectToken(await postToken(queryAllowed, person, {}, `?${form(credentials)}`), 'read trust');
    });
  });
});

describe('errors of POST /v2/oauth/token', () => {
  const { directory } = useDirectory({ fill: registerClients });

  const post = (body?: Fields | string, headers?: Fields, query?: string) => postToken(directory, body, headers, query);

  it.each([
    ['no parameters', {}, 'invalid_client'],
    ['no client', clientCredentials, 'invalid_client'],
    ['no secret', { ...clientCredentials, client_id: 'app' }, 'invalid_client'],
    ['a wrong secret', { ...clientCredentials, ...app, client_secret: 'wrong' }, 'invalid_client'],
    ['an unknown client', { ...clientCredentials, ...app, client_id: 'unknown' }, 'invalid_client'],
    ['a disabled client', { ...clientCredentials, ...app, client_id: 'disabled' }, 'invalid_client'],
    ['no grant type', app, 'invalid_request'],
    ['an empty grant type', { ...app, grant_type: '' }, 'invalid_request'],
    ['an unknown grant type', { ...app, grant_type: 'magic' }, 'unsupported_grant_type'],
    ['a grant type with a space', { ...app, grant_type: 'client credentials' }, 'invalid_request'],
    ['a grant type of Object', { ...app, grant_type: 'constructor' }, 'unsupported_grant_type'],
    ['a grant that is not registered', { ...clientCredentials, ...app, client_id: 'nothing' }, 'unauthorized_client'],
    ['NUL', { ...clientCredentials, ...app, client_id: 'a\0b' }, 'invalid_request'],
    [
      'a public client with PKCE',
      { grant_type: 'authorization_code', client_id: 'app', code_verifier: 'v'.repeat(43) },
      'invalid_client',
    ],
  ] as [string, Fields, string][])('%s: %#', async (_, body, error) => {
    expectError(await post(body), error === 'invalid_client' ? 401 : 400, error);
  });

  it.each<[string, Fields | string, Fields]>([
    ['a repeated parameter', `${form(app)}&scope=read&scope=read`, {}],
    ['a body that is too large', 'x'.repeat(100_000), {}],
    ['a body that is not encoded like its header', 'x=1', { 'Content-Encoding': 'gzip' }],
  ])('%s: invalid_request', async (_, body, headers) => {
    expectError(await post(body, headers), 400, 'invalid_request');
  });

  it.each([
    ['in the body', { ...clientCredentials, ...app }, {}],
    ['in the header', clientCredentials, basic('app', secret)],
  ])('a JSON body, with the credentials %s: invalid_request, send a form', async (_, fields, headers) => {
    const answer = await post(JSON.stringify(fields), { 'Content-Type': 'application/json', ...headers });
    expectError(answer, 400, 'invalid_request');
    expect(answer.body.error_description).toContain('send a form');
  });

  it('ignores the charset, because a form is percent-encoded ASCII', async () => {
    expectError(await post('x=1', { 'Content-Type': 'text/plain; charset=klingon' }), 401, 'invalid_client');
  });

  it.each([
    ['a wrong secret', basic('app', 'wrong')],
    ['no secret', basic('app', '')],
    ['an unknown client', basic('unknown', secret)],
    ['a disabled client', basic('disabled', secret)],
  ])('%s as Basic is 401 with a challenge', async (_, headers) => {
    const answer = await post(clientCredentials, headers);
    expectError(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="place-directory"');
  });

  it('are the same for a wrong secret and an unknown client', async () => {
    const [wrong, unknown] = await Promise.all([
      post(clientCredentials, basic('app', 'x')),
      post(clientCredentials, basic('unknown', 'x')),
    ]);
    expect(wrong.text).toBe(unknown.text);
  });

  it('an overload: 503 with Retry-After', async () => {
    const busy = jest.spyOn(directory.app.get(ClientStore), 'findWithHashes');
    busy.mockRejectedValueOnce(new SemaphoreFullError('Too many are waiting'));
    const answer = await post({ ...clientCredentials, ...app });
    busy.mockRestore();
    expectError(answer, 503, 'temporarily_unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('GET is 405, in JSON', async () => {
    for (const endpoint of ['token', 'revoke', 'introspect']) {
      const answer = await directory.get(`/v2/oauth/${endpoint}`, undefined, { Accept: 'application/xml' });
      expectError(answer, 405, 'invalid_request');
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });
});

const server = '/.well-known/oauth-authorization-server';
const resource = '/.well-known/oauth-protected-resource';
const origin = 'https://app.example.org';

describe('the OAuth metadata', () => {
  const { directory } = useDirectory({ env: { CORS_ORIGINS: origin } });
  const { directory: named } = useDirectory({ env: { PUBLIC_URL: 'https://places.example.org/' }, over: directory });
  const { directory: queryAllowed } = useDirectory({
    env: { OLD_CLIENTS: 'token-in-query, password-grant' },
    over: directory,
  });

  it('describes the authorization server (RFC 8414)', async () => {
    const { status, body, headers } = await named.get(server, undefined, { Accept: 'application/xml' });
    const base = 'https://places.example.org';
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      issuer: base,
      authorization_endpoint: `${base}/v2/oauth/authorize`,
      token_endpoint: `${base}/v2/oauth/token`,
      revocation_endpoint: `${base}/v2/oauth/revoke`,
      introspection_endpoint: `${base}/v2/oauth/introspect`,
      scopes_supported: ['read', 'trust'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: ['pt', 'en'],
    });
  });

  it('describes the protected resource (RFC 9728)', async () => {
    const { status, body } = await named.get(resource);
    expect(status).toBe(200);
    expect(body).toEqual({
      resource: 'https://places.example.org',
      authorization_servers: ['https://places.example.org'],
      scopes_supported: ['read', 'trust'],
      bearer_methods_supported: ['header'],
      resource_name: 'Place directory',
    });
  });

  it('names the bearer method query only with OLD_CLIENTS=token-in-query', async () => {
    expect((await queryAllowed.get(resource)).body.bearer_methods_supported).toEqual(['header', 'query']);
  });

  it('names the grant password only with OLD_CLIENTS=password-grant, as the API description does', async () => {
    const grants = async (at: Directory) => (await at.get(server)).body.grant_types_supported as string[];
    expect([await grants(directory), await grants(queryAllowed)].map((names) => names.includes('password'))).toEqual([
      false,
      true,
    ]);
    const flows = async (at: Directory) =>
      Object.keys((await at.get('/openapi.json')).body.components.securitySchemes.user.flows as object);
    expect(await flows(directory)).toEqual(['authorizationCode']);
    expect(await flows(queryAllowed)).toEqual(['authorizationCode', 'password']);
  });

  it('uses the address of the request without PUBLIC_URL', async () => {
    expect((await directory.get(server)).body.issuer).toBe(directory.url);
    expect((await directory.get(resource)).body.authorization_servers).toEqual([directory.url]);
  });

  it.each([server, resource])('accepts GET and HEAD only, and allows other origins: %s', async (path) => {
    const head = await directory.request(path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const { status, headers } = await directory.request(path, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const answer = await directory.get(path, undefined, { Origin: origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

// oxlint-disable-next-line typescript/no-deprecated -- meant for tests over plain HTTP
const http = { [oauth.allowInsecureRequests]: true };

describe('a standard client library', () => {
  let server: oauth.AuthorizationServer;

  const { directory } = useDirectory({ fill: registerConsentClients });

  beforeAll(async () => {
    await directory.source.query("UPDATE clients SET grants = grants || '{client_credentials}' WHERE id = 'web'");
    const issuer = new URL(directory.url);
    const response = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
    server = await oauth.processDiscoveryResponse(issuer, response);
  });

  const read = (path: string, token: string) => {
    const url = new URL(directory.url + path);
    return oauth.protectedResourceRequest(token, 'GET', url, new Headers(), null, http);
  };

  /** Sends a person by the address that the server names, who signs in and allows it. @returns where they come back */
  async function authorize(client: oauth.Client, codeChallenge: string, state: string): Promise<URL> {
    const address = new URL(server.authorization_endpoint ?? '');
    expect(address.href).toBe(`${directory.url}/v2/oauth/authorize`);
    const request = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      scope: 'read',
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    };
    const browser = new FakeBrowser(directory);
    const consent = await browser.signIn(request, 'maria@example.com', password);
    const { status, headers } = await browser.submit(consent, 'allow');
    const location = headers.get('location') ?? '';
    expect([status, location.startsWith(redirectUri)]).toEqual([303, true]);
    return new URL(location);
  }

  const confidential: [string, oauth.Client, oauth.ClientAuth][] = [
    ['Basic', { client_id: 'web' }, oauth.ClientSecretBasic(secret)],
    ['the form', { client_id: 'web' }, oauth.ClientSecretPost(secret)],
  ];

  it.each(confidential)('gets an application token with its secret in %s', async (_, client, secretIn) => {
    const response = await oauth.clientCredentialsGrantRequest(server, client, secretIn, { scope: 'read' }, http);
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    expect((await read('/v2/users/maria', tokens.access_token)).status).toBe(200);
  });

  const all: typeof confidential = [
    ...confidential,
    ['nothing, as a public client', { client_id: 'phone' }, oauth.None()],
  ];

  it.each(all)('gets, refreshes, introspects and revokes user tokens with %s', async (_, client, auth) => {
    const verifier = oauth.generateRandomCodeVerifier();
    const codeChallenge = await oauth.calculatePKCECodeChallenge(verifier);
    const state = oauth.generateRandomState();
    const callback = await authorize(client, codeChallenge, state);
    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    const issued = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, auth, parameters, redirectUri, verifier, http),
    );
    expect((await read('/v2/users/me', issued.access_token)).status).toBe(200);

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, auth, issued.refresh_token ?? '', http),
    );
    expect(refreshed.refresh_token).not.toBe(issued.refresh_token);
    expect((await read('/v2/users/me', refreshed.access_token)).status).toBe(200);

    if (client.client_id !== 'phone') {
      const response = await oauth.introspectionRequest(server, client, auth, refreshed.access_token, http);
      const introspection = await oauth.processIntrospectionResponse(server, client, response);
      expect(introspection).toMatchObject({ active: true, client_id: 'web', sub: 'maria', scope: 'read' });
    }

    const revoked = await oauth.revocationRequest(server, client, auth, refreshed.refresh_token ?? '', http);
    await oauth.processRevocationResponse(revoked);
    await expect(read('/v2/users/me', refreshed.access_token)).rejects.toMatchObject({ status: 401 });
  });

  it('understands errors', async () => {
    const [, client, auth] = confidential[0] ?? [];
    if (!client || !auth) throw new Error('There is a confidential client');
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, 'unknown', http);
    const rejected = oauth.processRefreshTokenResponse(server, client, response);
    await expect(rejected).rejects.toMatchObject({ status: 400, error: 'invalid_grant' });
    await expect(read('/v2/users/maria', 'unknown')).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: expect.objectContaining({ error: 'invalid_token' }) as unknown }],
    });
  });
});
