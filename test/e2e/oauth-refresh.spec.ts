import { digest } from '../../src/auth/token-store.js';
import { type AuditAction, AuditLog } from '../../src/audit/audit-log.js';
import { TokenFamilies } from '../../src/oauth/grants/token-families.js';
import { Cleanup } from '../../src/oauth/cleanup.js';
import { phone, tokensOf, useConsent, web, password } from '../support/consent.js';
import { basic, expectError, expectToken, postToken, secret, expectNotStored } from '../support/token-endpoint.js';

describe('the grant refresh_token', () => {
  const { directory, issueTokens, me, post, refresh } = useConsent({
    env: {
      ACCESS_TOKEN_TTL: '120',
      OLD_CLIENTS: 'password-grant',
      REFRESH_TOKEN_REUSE_INTERVAL: '0',
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

describe('a refresh token that its client repeats', () => {
  const { directory, aPhoneCode, redeem, issueTokens, me, post, refresh } = useConsent({
    env: { REFRESH_TOKEN_REUSE_INTERVAL: '30' },
  });
  const query = (sql: string, parameters: unknown[] = []) => directory.source.query(sql, parameters);

  const audited = async (action: AuditAction) => {
    const entries = await directory.app.get(AuditLog).find({ action, limit: 100 });
    return entries.map(({ actor, subject, details }) => ({ actor, subject, kind: details?.kind }));
  };
  const entry = { actor: 'client:web', subject: 'user:maria', kind: 'refresh_token' };

  beforeEach(() => query('DELETE FROM audit_log'));

  /** As if all used tokens had been used this many seconds earlier. */
  const age = (seconds: number) =>
    query("UPDATE refresh_tokens SET spent = spent - $1 * interval '1 second'", [seconds]);

  /** A token that was used, and the tokens of that use. */
  async function used() {
    const first = await issueTokens();
    return { first, second: tokensOf(await refresh(first.refresh)) };
  }

  async function expectReuse(token: string, ...family: { access: string }[]): Promise<void> {
    expectError(await refresh(token), 400, 'invalid_grant');
    for (const { access } of family) expect(await me(access)).toBe(401);
    expect(await audited('token.reuse')).toEqual([entry]);
  }

  it('gets the same tokens, with the rest of their lifetime, and one entry in the audit log for all repeats', async () => {
    const { first, second } = await used();
    await query("UPDATE access_tokens SET expires = expires - interval '100 seconds' WHERE digest = $1", [
      digest(second.access),
    ]);
    await age(15);
    const again = await refresh(first.refresh);
    for (const answer of [again, await refresh(first.refresh)]) expect(tokensOf(answer)).toEqual(second);
    expect(again.body.expires_in).toBeGreaterThan(3400);
    expect(again.body.expires_in).toBeLessThanOrEqual(3500);
    expect([await me(first.access), await me(second.access)]).toEqual([200, 200]);
    expect(await audited('token.repeat')).toEqual([entry]);
    expect(await audited('token.reuse')).toEqual([]);
    expectToken(await refresh(second.refresh), 'read', { refresh: true });
  });

  it('gets the same tokens in concurrent requests', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await issueTokens();
      const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refresh)));
      for (const answer of answers) expectToken(answer, 'read', { lifetime: answer.body.expires_in, refresh: true });
      expect(new Set(answers.map((answer) => JSON.stringify(tokensOf(answer)))).size).toBe(1);
      for (const { access } of answers.map(tokensOf)) expect(await me(access)).toBe(200);
    }
    expect(await audited('token.repeat')).toEqual([entry, entry, entry, entry]);
  });

  it('gets the scope that was granted, whatever scope it requests again', async () => {
    const trusted = basic('trusted-web', secret);
    const first = await issueTokens({ clientId: 'trusted-web', scope: ['read', 'trust'] });
    const second = await refresh(first.refresh, { scope: 'read' }, trusted);
    const again = await refresh(first.refresh, {}, trusted);
    expect([tokensOf(again), again.body.scope]).toEqual([tokensOf(second), 'read']);
  });

  it('gets the same tokens as a public client', async () => {
    const { code, verifier } = await aPhoneCode();
    const first = tokensOf(await redeem(code, { ...phone, code_verifier: verifier }, {}));
    const second = tokensOf(await refresh(first.refresh, phone, {}));
    expect(tokensOf(await refresh(first.refresh, phone, {}))).toEqual(second);
  });

  it('gets nothing for the token of another client, and ends nothing', async () => {
    const { first, second } = await used();
    expectError(await refresh(first.refresh, {}, basic('other', secret)), 400, 'invalid_grant');
    expectError(await refresh(first.refresh, phone, {}), 400, 'invalid_grant');
    expect(await me(second.access)).toBe(200);
  });

  it('ends its family after the interval', async () => {
    const { first, second } = await used();
    await age(30);
    await expectReuse(first.refresh, first, second);
    expectError(await refresh(second.refresh), 400, 'invalid_grant');
  });

  it('ends its family after the interval even if the audit log cannot be written', async () => {
    const { first, second } = await used();
    await age(30);
    await query('ALTER TABLE audit_log RENAME TO other');
    try {
      expectError(await refresh(first.refresh), 400, 'invalid_grant');
    } finally {
      await query('ALTER TABLE other RENAME TO audit_log');
    }
    expect([await me(first.access), await me(second.access)]).toEqual([401, 401]);
  });

  it('ends its family if the next token was used', async () => {
    const { first, second } = await used();
    const third = tokensOf(await refresh(second.refresh));
    await expectReuse(first.refresh, first, second, third);
    expect(await audited('token.repeat')).toEqual([]);
  });

  it('gets nothing once its family is revoked', async () => {
    const { first, second } = await used();
    await post('revoke', { token: second.refresh });
    expectError(await refresh(first.refresh), 400, 'invalid_grant');
    expect([await audited('token.repeat'), await audited('token.reuse')]).toEqual([[], []]);
  });

  it('is inactive when it is introspected', async () => {
    const { first } = await used();
    expect((await post('introspect', { token: first.refresh })).body).toEqual({ active: false });
  });

  it('gets tokens that are not stored, from a salt that is deleted after the interval', async () => {
    const { first, second } = await used();
    for (const token of [first.refresh, second.refresh]) await expectNotStored(directory, 'refresh_tokens', token);
    await expectNotStored(directory, 'access_tokens', second.access);
    const clean = async () => {
      await query('DELETE FROM job_runs');
      await directory.app.get(Cleanup).run();
      return query('SELECT successor_salt IS NULL AS deleted FROM refresh_tokens WHERE digest = $1', [
        digest(first.refresh),
      ]);
    };
    expect(await clean()).toEqual([{ deleted: false }]);
    await age(30);
    expect(await clean()).toEqual([{ deleted: true }]);
  });
});
