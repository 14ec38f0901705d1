import { freePort } from '../../dev/services/free-port.js';
import { digest, newToken } from '../../src/auth/token-store.js';
import { formToken } from '../../src/oauth/authorize/browser.js';
import { CompiledService } from '../support/compiled-service.js';
import { issueCode, phone, pkce, proof, redirectUri, tokensOf, useConsent, web } from '../support/consent.js';
import { aUser } from '../support/factories.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { basic, expectError, expectToken, type Fields, postToken, secret } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('the grant authorization_code', () => {
  const { directory, aCode, aCodeWithoutPkce, aPhoneCode, me, redeem, refresh } = useConsent();

  describe('issues a user token', () => {
    it('and a refresh token', async () => {
      const answer = await redeem(await aCode());
      expectToken(answer, 'read', { refresh: true });
      const keys = ['access_token', 'token_type', 'expires_in', 'scope', 'refresh_token'];
      expect(Object.keys(answer.body as object)).toEqual(keys);
      const { body } = await directory.get('/v2/users/me', tokensOf(answer).access);
      expect(body.user.id).toBe('maria');
    });

    it('without a refresh token if the client is not registered for refresh_token', async () => {
      const code = await aCode({ clientId: 'once' });
      expectToken(await redeem(code, {}, basic('once', secret)));
    });

    it('to a public client that sends its id as Basic, without a secret', async () => {
      const { code, verifier } = await aPhoneCode();
      const answer = await redeem(code, { code_verifier: verifier }, basic('phone', ''));
      expectToken(answer, 'read', { refresh: true });
    });

    it('with the scope that the user consented to, whatever scope the client requests', async () => {
      const code = await aCode({ clientId: 'trusted-web', scope: ['read'] });
      const answer = await redeem(code, { scope: 'read trust' }, basic('trusted-web', secret));
      expectToken(answer, 'read', { refresh: true });
    });

    it('without a redirect URI if the authorization request had none', async () => {
      const consent = { clientId: 'web', userId: 'maria', scope: ['read'], codeChallenge: proof.codeChallenge };
      const code = await issueCode(directory, consent);
      expectToken(await redeem(code, { redirect_uri: '' }), 'read', { refresh: true });
    });
  });

  it('is invalid_request if it is not printable ASCII, as is a refresh token', async () => {
    expectError(await redeem('ç'), 400, 'invalid_request');
    expectError(await refresh('a\n'), 400, 'invalid_request');
  });

  describe('is invalid_grant', () => {
    it('for an unknown code', async () => {
      expectError(await redeem('unknown'), 400, 'invalid_grant');
    });

    it('for an expired code', async () => {
      const code = await aCode();
      await directory.source.query("UPDATE authorization_codes SET expires = now() - interval '1 second'");
      expectError(await redeem(code), 400, 'invalid_grant');
    });

    it('for the code of another client, which can still use it', async () => {
      const code = await aCode();
      expectError(await redeem(code, {}, basic('other', secret)), 400, 'invalid_grant');
      expectToken(await redeem(code), 'read', { refresh: true });
    });

    it.each([`${redirectUri}&x`, redirectUri.replace('app.', 'APP.'), 'https://app.example.org/back'])(
      'for another redirect URI: %s',
      async (redirect_uri) => {
        expectError(await redeem(await aCode(), { redirect_uri }), 400, 'invalid_grant');
      },
    );

    it('for a wrong verifier, which spends the code', async () => {
      const { verifier, codeChallenge } = pkce();
      const code = await aCode({ codeChallenge });
      expectError(await redeem(code, { code_verifier: pkce().verifier }), 400, 'invalid_grant');
      expectError(await redeem(code, { code_verifier: verifier }), 400, 'invalid_grant');
    });

    it('if the verifier is missing', async () => {
      expectError(await redeem(await aCode(), { code_verifier: '' }), 400, 'invalid_grant');
    });

    it('for a verifier without a challenge', async () => {
      expectError(await redeem(await aCodeWithoutPkce()), 400, 'invalid_grant');
    });

    it('for a public client without PKCE', async () => {
      const code = await aCodeWithoutPkce('phone');
      expectError(await redeem(code, { ...phone, code_verifier: '' }, {}), 400, 'invalid_grant');
      expectError(await redeem(code, phone, {}), 400, 'invalid_grant');
    });

    it('for a confidential client without PKCE, also if it is registered so', async () => {
      for (const clientId of ['web', 'old']) {
        const answer = await redeem(await aCodeWithoutPkce(clientId), { code_verifier: '' }, basic(clientId, secret));
        expectError(answer, 400, 'invalid_grant');
        expect(answer.body.error_description).toContain('PKCE');
      }
    });

    it('if the user was disabled meanwhile', async () => {
      await directory.add({ users: [aUser({ id: 'leaver' })] });
      const code = await aCode({ userId: 'leaver' });
      await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'leaver'");
      expectError(await redeem(code), 400, 'invalid_grant');
    });
  });

  describe('is rejected', () => {
    it('without a code, without a redirect URI, or with a malformed verifier: invalid_request', async () => {
      expectError(await redeem(''), 400, 'invalid_request');
      expectError(await redeem(await aCode(), { redirect_uri: '' }), 400, 'invalid_request');
      const code = await aCode({ codeChallenge: pkce().codeChallenge });
      expectError(await redeem(code, { code_verifier: 'too short' }), 400, 'invalid_request');
    });

    it('for a public client with a secret, and a confidential client without: invalid_client', async () => {
      const { verifier, codeChallenge } = pkce();
      const code = await aCode({ clientId: 'phone', codeChallenge });
      const fields = { ...phone, code_verifier: verifier };
      expectError(await redeem(code, { ...fields, client_secret: 'x' }, {}), 401, 'invalid_client');
      const confidential = await aCode({ codeChallenge });
      const named = { client_id: 'web', code_verifier: verifier };
      expectError(await redeem(confidential, named, {}), 401, 'invalid_client');
    });

    it('for a client that is not registered for the grant: unauthorized_client', async () => {
      await directory.addClients({ server: { secret, grants: ['client_credentials'] } });
      const answer = await redeem('x', {}, basic('server', secret));
      expectError(answer, 400, 'unauthorized_client');
      expectError(await refresh('x', {}, basic('server', secret)), 400, 'unauthorized_client');
    });

    it('for a client_id that differs from that of Basic: invalid_request', async () => {
      expectError(await redeem(await aCode(), { client_id: 'other' }, web), 400, 'invalid_request');
    });
  });

  describe('with OLD_CLIENTS=no-pkce', () => {
    const { directory: lenient } = useDirectory({ env: { OLD_CLIENTS: 'no-pkce' }, over: directory });
    const redeemThere = async (code: string, id: string, fields: Fields = {}, headers = basic(id, secret)) => {
      const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...fields };
      return postToken(lenient, body, id === 'phone' ? {} : headers);
    };

    it('issues a token without PKCE to a client that is registered for it', async () => {
      expectToken(await redeemThere(await aCodeWithoutPkce('old'), 'old'), 'read', { refresh: true });
    });

    it('is invalid_grant for other clients without PKCE', async () => {
      expectError(await redeemThere(await aCodeWithoutPkce('web'), 'web'), 400, 'invalid_grant');
      expectError(await redeemThere(await aCodeWithoutPkce('phone'), 'phone', phone), 400, 'invalid_grant');
    });

    it('verifies the challenge of a client that need not send one', async () => {
      const code = () => aCode({ clientId: 'old' });
      expectError(await redeemThere(await code(), 'old'), 400, 'invalid_grant');
      const { verifier: code_verifier } = proof;
      expectToken(await redeemThere(await code(), 'old', { code_verifier }), 'read', { refresh: true });
      expectError(await redeemThere(await aCodeWithoutPkce('old'), 'old', { code_verifier }), 400, 'invalid_grant');
    });
  });

  describe('used twice', () => {
    it('by another client is invalid_grant, and revokes nothing', async () => {
      const code = await aCode();
      const tokens = tokensOf(await redeem(code));
      expectError(await redeem(code, {}, basic('other', secret)), 400, 'invalid_grant');
      expect(await me(tokens.access)).toBe(200);
      expectToken(await refresh(tokens.refresh), 'read', { refresh: true });
    });

    it('is invalid_grant and revokes the tokens of the code, refreshed tokens too', async () => {
      const code = await aCode();
      const first = tokensOf(await redeem(code));
      const second = tokensOf(await refresh(first.refresh));
      expect([await me(first.access), await me(second.access)]).toEqual([200, 200]);
      expectError(await redeem(code), 400, 'invalid_grant');
      expect([await me(first.access), await me(second.access)]).toEqual([401, 401]);
      expectError(await refresh(second.refresh), 400, 'invalid_grant');
    });

    it('at the same time issues tokens exactly once, and revokes them', async () => {
      const code = await aCode();
      const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(code)));
      const successes = answers.filter(({ status }) => status === 200);
      expect(successes).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 400, 'invalid_grant');
      for (const answer of successes) expect(await me(tokensOf(answer).access)).toBe(401);
    });
  });
});

describe('two processes of the service', () => {
  /** In this process: issues tokens, and disables clients like the command line. */
  let services: CompiledService[];

  // Runs before the database is dropped.
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
  });

  const { directory, issueTokens, refresh } = useConsent();

  beforeAll(async () => {
    const { url, name } = directory.database;
    const variables = { NODE_ENV: 'test', LOG_LEVEL: 'warn', DATABASE_URL: url, ELASTICSEARCH_INDEX: name };
    const start = async () => CompiledService.start(await freePort(), variables);
    services = [await start(), await start()];
  }, 60_000);

  const post = (index: number, path: string, fields: Record<string, string>) =>
    fetch(`${services[index]?.url}${path}`, { method: 'POST', headers: web, body: new URLSearchParams(fields) });

  const me = async (index: number, token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${services[index]?.url}/v2/users/me`, { headers })).status;
  };

  /** Makes both processes cache the tokens. */
  async function warmCaches(...tokens: string[]): Promise<void> {
    for (const token of tokens) {
      for (const index of [0, 1, 0, 1]) expect(await me(index, token)).toBe(200);
    }
  }

  /** Without a notification, a process would accept the token for 30 s. */
  async function expectRejected(token: string): Promise<void> {
    for (const index of [0, 1]) await waitUntil(async () => (await me(index, token)) === 401, NOTIFICATION_SECONDS);
  }

  it('reject a revoked token: at once where it was revoked, soon in the other process', async () => {
    const { access } = await issueTokens();
    await warmCaches(access);
    expect((await post(0, '/v2/oauth/revoke', { token: access })).status).toBe(200);
    expect(await me(0, access)).toBe(401);
    await expectRejected(access);
  });

  const refreshIn = (index: number, token: string) =>
    post(index, '/v2/oauth/token', { grant_type: 'refresh_token', refresh_token: token });

  it('give the same tokens for a refresh token that both get at the same time', async () => {
    const { refresh: token } = await issueTokens();
    const answers = await Promise.all([0, 1, 0, 1].map((index) => refreshIn(index, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { refresh_token: string }[];
    expect(new Set(bodies.map(({ refresh_token }) => refresh_token)).size).toBe(1);
  });

  it('reject all tokens of a family whose refresh token was used in one process, and much later in the other', async () => {
    const first = await issueTokens();
    const second = tokensOf(await refresh(first.refresh));
    await warmCaches(first.access, second.access);
    await directory.source.query("UPDATE refresh_tokens SET spent = spent - interval '1 minute'");
    expect((await refreshIn(1, first.refresh)).status).toBe(400);
    for (const { access } of [first, second]) await expectRejected(access);
  });

  it.each([
    ['a sign-out', 'sign-out', { action: 'sign-out' }],
    ['a user who removes the access of the app', 'account', { action: 'remove-access', app: 'web' }],
  ])('reject tokens that end by %s: at once there, soon in the other process', async (_, page, fields) => {
    const session = newToken();
    await directory.source.query("INSERT INTO sessions VALUES ($1, 'maria', now(), now() + interval '1 hour')", [
      digest(session),
    ]);
    const { access } = await issueTokens();
    await directory.source.query('UPDATE token_families SET session = $1 WHERE revoked IS NULL', [digest(session)]);
    await warmCaches(access);
    const headers = { Cookie: `place-directory-session=${session}` };
    const body = new URLSearchParams({ ...fields, token: formToken(session) });
    const url = `${services[0]?.url}/v2/oauth/${page}`;
    expect((await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status).toBe(303);
    expect(await me(0, access)).toBe(401);
    await expectRejected(access);
  });

  it('write no token, code or secret to their logs', () => {
    for (const { output } of services) expect(output).not.toMatch(/[\w-]{43}/);
    expect(services[1]?.output).toContain('used twice');
  });
});
