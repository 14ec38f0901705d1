import { freePort } from '../../dev/services/free-port.js';
import { digest, newToken } from '../../src/auth/token-store.js';
import { formToken } from '../../src/oauth/authorize/browser.js';
import { TokenFamilies } from '../../src/oauth/grants/token-families.js';
import { CompiledService } from '../support/compiled-service.js';
import { issueCode, phone, pkce, proof, redirectUri, tokensOf, useConsent, web, password } from '../support/consent.js';
import { aUser } from '../support/factories.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import {
  basic,
  expectError,
  expectToken,
  type Fields,
  postToken,
  secret,
  expectNotStored,
} from '../support/token-endpoint.js';
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

  describe('with OAUTH_WITHOUT_PKCE', () => {
    const { directory: lenient } = useDirectory({ env: { OAUTH_WITHOUT_PKCE: 'true' }, over: directory });
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

describe('the grant refresh_token', () => {
  const { directory, issueTokens, me, post, refresh } = useConsent({
    env: {
      ACCESS_TOKEN_TTL: '120',
      REFRESH_TOKEN_TTL: '600',
      OAUTH_PASSWORD_GRANT: 'true',
    },
  });

  const expected = { lifetime: 120, refresh: true };

  it('issues a new pair each time; older access tokens stay valid', async () => {
    const first = await issueTokens();
    const second = await refresh(first.refresh);
    expectToken(second, 'read', expected);
    const third = await refresh(tokensOf(second).refresh);
    expectToken(third, 'read', expected);
    const all = [first, tokensOf(second), tokensOf(third)];
    expect(new Set(all.flatMap((pair) => [pair.access, pair.refresh])).size).toBe(6);
    for (const { access } of all) expect(await me(access)).toBe(200);
  });

  it('can narrow the scope, and get the whole scope again the next time', async () => {
    const trusted = basic('trusted-web', secret);
    const first = await issueTokens({ clientId: 'trusted-web', scope: ['read', 'trust'] });
    const less = await refresh(first.refresh, { scope: 'read' }, trusted);
    expectToken(less, 'read', expected);
    const all = await refresh(tokensOf(less).refresh, {}, trusted);
    expectToken(all, 'read trust', expected);
    const verify = '/v2/users/maria@example.com/verify';
    expect((await directory.get(verify, tokensOf(less).access)).status).toBe(403);
    expect((await directory.get(verify, tokensOf(all).access)).status).toBe(200);
  });

  it('cannot widen the scope; the attempt does not spend the token', async () => {
    const first = await issueTokens({ clientId: 'trusted-web', scope: ['read'] });
    const trusted = basic('trusted-web', secret);
    expectError(await refresh(first.refresh, { scope: 'read trust' }, trusted), 400, 'invalid_scope');
    expectError(await refresh(first.refresh, { scope: 'write' }, trusted), 400, 'invalid_scope');
    expectToken(await refresh(first.refresh, { scope: 'read,write' }, trusted), 'read', expected);
  });

  it('drops the scope trust if the client is no longer trusted', async () => {
    const first = await issueTokens({ clientId: 'trusted-web', scope: ['read', 'trust'] });
    await directory.source.query("UPDATE clients SET trusted = false WHERE id = 'trusted-web'");
    const answer = await refresh(first.refresh, {}, basic('trusted-web', secret));
    await directory.source.query("UPDATE clients SET trusted = true WHERE id = 'trusted-web'");
    expectToken(answer, 'read', expected);
  });

  it('rejects an unknown token, and a request without a token', async () => {
    expectError(await refresh('unknown'), 400, 'invalid_grant');
    expectError(await refresh(''), 400, 'invalid_request');
  });

  it('is invalid_grant for an expired token, an access token or a token of another client', async () => {
    const pair = await issueTokens();
    expectError(await refresh(pair.access), 400, 'invalid_grant');
    expectError(await refresh(pair.refresh, {}, basic('other', secret)), 400, 'invalid_grant');
    await directory.source.query("UPDATE refresh_tokens SET expires = now() - interval '1 second'");
    expectError(await refresh(pair.refresh), 400, 'invalid_grant');
  });

  it('is invalid_grant for a token used twice, and revokes its family only', async () => {
    const untouched = await issueTokens();
    const first = await issueTokens();
    const second = tokensOf(await refresh(first.refresh));
    expect([await me(first.access), await me(second.access)]).toEqual([200, 200]);
    expectError(await refresh(first.refresh), 400, 'invalid_grant');
    expect([await me(first.access), await me(second.access), await me(untouched.access)]).toEqual([401, 401, 200]);
    expectError(await refresh(second.refresh), 400, 'invalid_grant');
  });

  it('is invalid_grant for a spent token that another client sends, and revokes nothing', async () => {
    const first = await issueTokens();
    const second = tokensOf(await refresh(first.refresh));
    expectError(await refresh(first.refresh, {}, basic('other', secret)), 400, 'invalid_grant');
    expect([await me(first.access), await me(second.access)]).toEqual([200, 200]);
    expectToken(await refresh(second.refresh), 'read', expected);
  });

  it('issues at most one pair for concurrent requests, and revokes it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await issueTokens();
      const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refresh)));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners.length).toBeLessThanOrEqual(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 400, 'invalid_grant');
      for (const { access } of [first, ...winners.map(tokensOf)]) expect(await me(access)).toBe(401);
    }
  });

  it('revokes tokens that are being issued while an older token is reused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await issueTokens();
      const second = tokensOf(await refresh(first.refresh));
      const [old, next] = await Promise.all([refresh(first.refresh), refresh(second.refresh)]);
      expectError(old, 400, 'invalid_grant');
      expect(await me(second.access)).toBe(401);
      if (next.status === 200) {
        expect(await me(tokensOf(next).access)).toBe(401);
        expectError(await refresh(tokensOf(next).refresh), 400, 'invalid_grant');
      }
    }
  });

  describe('after a sign-in of long ago', () => {
    const day = 86_400;
    const maxAge = 90 * day;

    /** Tokens of a sign-in that was this many seconds ago. */
    const issuedAgo = async (seconds: number) => {
      const tokens = await issueTokens();
      await directory.source.query(
        `UPDATE token_families SET created = now() - $1 * interval '1 second' FROM refresh_tokens
          WHERE refresh_tokens.family = id AND refresh_tokens.digest = $2`,
        [seconds, digest(tokens.refresh)],
      );
      return tokens;
    };

    it('issues tokens that end with their family, however often they are refreshed', async () => {
      let tokens = await issuedAgo(maxAge - 90);
      for (let round = 0; round < 3; round += 1) {
        const answer = await refresh(tokens.refresh);
        expect(answer.body.expires_in).toBeGreaterThan(30);
        expect(answer.body.expires_in).toBeLessThanOrEqual(90);
        tokens = tokensOf(answer);
        const [row] = await directory.source.query<Record<string, boolean>[]>(
          `SELECT access.expires <= end_of_family AS access, refresh.expires <= end_of_family AS refresh
             FROM token_families AS family
             JOIN access_tokens AS access ON access.family = family.id AND access.digest = $1
             JOIN refresh_tokens AS refresh ON refresh.family = family.id AND refresh.digest = $2
            CROSS JOIN LATERAL (SELECT family.created + interval '90 days' AS end_of_family) AS age`,
          [digest(tokens.access), digest(tokens.refresh)],
        );
        expect(row).toEqual({ access: true, refresh: true });
      }
    });

    it('is invalid_grant beyond the greatest age, for tokens from before there was one as well', async () => {
      for (const age of [maxAge, maxAge + day]) {
        const tokens = await issuedAgo(age);
        await directory.source.query(
          "UPDATE refresh_tokens SET expires = now() + interval '30 days' WHERE digest = $1",
          [digest(tokens.refresh)],
        );
        expect((await post('introspect', { token: tokens.refresh })).body).toEqual({ active: false });
        for (const answer of [await refresh(tokens.refresh), await refresh(tokens.refresh)]) {
          expectError(answer, 400, 'invalid_grant');
        }
      }
    });

    it('says so when a refresh token is introspected', async () => {
      const tokens = await issuedAgo(maxAge - 60);
      const { body } = await post('introspect', { token: tokens.refresh });
      expect(body.exp - Date.now() / 1000).toBeLessThanOrEqual(60);
      expect(body.exp - Date.now() / 1000).toBeGreaterThan(20);
    });

    it('is not possible in the statement that spends and issues either', async () => {
      const tokens = await issuedAgo(maxAge - 1);
      const families = directory.app.get(TokenFamilies);
      const [{ family }] = await directory.source.query<[{ family: string }]>(
        'SELECT family FROM refresh_tokens WHERE digest = $1',
        [digest(tokens.refresh)],
      );
      const access = { scope: ['read'], lifetime: 60 };
      expect(await families.rotate(tokens.refresh, family, { access })).toBeUndefined();
    });
  });

  it('works after the grant password, if the client is registered for both', async () => {
    await directory.source.query(
      "UPDATE clients SET grants = '{authorization_code,password,refresh_token}' WHERE id = 'trusted-web'",
    );
    const trusted = basic('trusted-web', secret);
    const body = { grant_type: 'password', username: 'maria@example.com', password };
    const answer = await postToken(directory, body, trusted);
    expectToken(answer, 'read trust', expected);
    expectToken(await refresh(tokensOf(answer).refresh, {}, trusted), 'read trust', expected);
  });

  it('is not available after client_credentials', async () => {
    await directory.source.query("UPDATE clients SET grants = '{client_credentials,refresh_token}' WHERE id = 'other'");
    const answer = await postToken(directory, { grant_type: 'client_credentials' }, basic('other', secret));
    expectToken(answer, 'read', { lifetime: 120 });
  });

  it('stores digests only', async () => {
    const { refresh: token } = await issueTokens();
    await expectNotStored(directory, 'refresh_tokens', token);
    expectToken(await refresh(token, {}, web), 'read', expected);
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

  it('reject all tokens of a family whose refresh token was used once in each process', async () => {
    const first = await issueTokens();
    const second = tokensOf(await refresh(first.refresh));
    await warmCaches(first.access, second.access);
    const again = await post(1, '/v2/oauth/token', { grant_type: 'refresh_token', refresh_token: first.refresh });
    expect(again.status).toBe(400);
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
