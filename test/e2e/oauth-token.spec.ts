import { hashSecret } from '../../src/auth/passwords.js';
import { aUser } from '../support/factories.js';
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

const passwordGrant = { OAUTH_PASSWORD_GRANT: 'true' };

describe('POST /v2/oauth/token', () => {
  const { directory } = useDirectory({ env: passwordGrant });
  const { directory: strict } = useDirectory({ over: directory });
  const { directory: queryAllowed } = useDirectory({
    env: { ...passwordGrant, OAUTH_QUERY_CREDENTIALS: 'true' },
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

    it('is unsupported_grant_type without OAUTH_PASSWORD_GRANT, whatever the client is registered for', async () => {
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

  describe('OAUTH_INVALID_CLIENT_400', () => {
    const { directory: mild } = useDirectory({ env: { OAUTH_INVALID_CLIENT_400: 'true' }, fill: registerClients });

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

    it('are ignored while OAUTH_QUERY_CREDENTIALS is off', async () => {
      expectError(await post(undefined, {}, query), 401, 'invalid_client');
    });

    it('are accepted while OAUTH_QUERY_CREDENTIALS is on, with or without a body', async () => {
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
