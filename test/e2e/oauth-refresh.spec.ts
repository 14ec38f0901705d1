import { hashSecret } from '../../src/auth/passwords.js';
import { consented, refresh, registerConsentClients, tokensOf, web } from '../support/consent.js';
import { Directory } from '../support/directory.js';
import { basic, expectError, expectToken, postToken, secret } from '../support/token-endpoint.js';

describe('the grant refresh_token', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start({ ACCESS_TOKEN_TTL: '120', REFRESH_TOKEN_TTL: '600' });
    await registerConsentClients(directory);
  });

  afterAll(() => directory.stop());

  const me = async (token: string) => (await directory.get('/v2/users/me', token)).status;
  const given = { lifetime: 120, refresh: true };

  it('gives a new pair, again and again; access tokens given before live on', async () => {
    const first = await consented(directory);
    const second = await refresh(directory, first.refresh);
    expectToken(second, 'read', given);
    const third = await refresh(directory, tokensOf(second).refresh);
    expectToken(third, 'read', given);
    const all = [first, tokensOf(second), tokensOf(third)];
    expect(new Set(all.flatMap((pair) => [pair.access, pair.refresh])).size).toBe(6);
    for (const { access } of all) expect(await me(access)).toBe(200);
  });

  it('can ask for less, and for all again the next time', async () => {
    const trusted = basic('trusted-web', secret);
    const first = await consented(directory, { clientId: 'trusted-web', scope: ['read', 'trust'] });
    const less = await refresh(directory, first.refresh, { scope: 'read' }, trusted);
    expectToken(less, 'read', given);
    const all = await refresh(directory, tokensOf(less).refresh, {}, trusted);
    expectToken(all, 'read trust', given);
    const verify = '/v2/users/maria@example.com/verify';
    expect((await directory.get(verify, tokensOf(less).access)).status).toBe(403);
    expect((await directory.get(verify, tokensOf(all).access)).status).toBe(200);
  });

  it('cannot ask for more than was granted, and the token is not spent by trying', async () => {
    const first = await consented(directory, { clientId: 'trusted-web', scope: ['read'] });
    const trusted = basic('trusted-web', secret);
    expectError(await refresh(directory, first.refresh, { scope: 'read trust' }, trusted), 400, 'invalid_scope');
    expectError(await refresh(directory, first.refresh, { scope: 'write' }, trusted), 400, 'invalid_scope');
    expectToken(await refresh(directory, first.refresh, { scope: 'read,write' }, trusted), 'read', given);
  });

  it('loses what the client is no longer trusted with', async () => {
    const first = await consented(directory, { clientId: 'trusted-web', scope: ['read', 'trust'] });
    await directory.source.query("UPDATE clients SET trusted = false WHERE id = 'trusted-web'");
    const answer = await refresh(directory, first.refresh, {}, basic('trusted-web', secret));
    await directory.source.query("UPDATE clients SET trusted = true WHERE id = 'trusted-web'");
    expectToken(answer, 'read', given);
  });

  it.each([
    ['unknown', 'unknown', {}],
    ['missing', '', {}],
  ])('of a token that is %s is refused', async (name, token) => {
    expectError(await refresh(directory, token), 400, name === 'missing' ? 'invalid_request' : 'invalid_grant');
  });

  it('of an expired token, of an access token or of another client is invalid_grant', async () => {
    const pair = await consented(directory);
    expectError(await refresh(directory, pair.access), 400, 'invalid_grant');
    expectError(await refresh(directory, pair.refresh, {}, basic('other', secret)), 400, 'invalid_grant');
    await directory.source.query("UPDATE refresh_tokens SET expires = now() - interval '1 second'");
    expectError(await refresh(directory, pair.refresh), 400, 'invalid_grant');
  });

  it('used twice is invalid_grant and revokes the whole family, and no other', async () => {
    const untouched = await consented(directory);
    const first = await consented(directory);
    const second = tokensOf(await refresh(directory, first.refresh));
    expect([await me(first.access), await me(second.access)]).toEqual([200, 200]);
    expectError(await refresh(directory, first.refresh), 400, 'invalid_grant');
    expect([await me(first.access), await me(second.access), await me(untouched.access)]).toEqual([401, 401, 200]);
    expectError(await refresh(directory, second.refresh), 400, 'invalid_grant');
  });

  it('used twice at the same time gives a pair at most once, and it is revoked', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await consented(directory);
      const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(directory, first.refresh)));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners.length).toBeLessThanOrEqual(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 400, 'invalid_grant');
      for (const { access } of [first, ...winners.map(tokensOf)]) expect(await me(access)).toBe(401);
    }
  });

  it('of a token spent long before revokes what is being issued at that moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await consented(directory);
      const second = tokensOf(await refresh(directory, first.refresh));
      const [old, next] = await Promise.all([refresh(directory, first.refresh), refresh(directory, second.refresh)]);
      expectError(old, 400, 'invalid_grant');
      if (next.status === 200) {
        expect(await me(tokensOf(next).access)).toBe(401);
        expectError(await refresh(directory, tokensOf(next).refresh), 400, 'invalid_grant');
      }
    }
  });

  it('follows a password too, where the client is registered for both', async () => {
    const passwordHash = await hashSecret('pass');
    await directory.source.query("UPDATE users SET password_hash = $1 WHERE id = 'maria'", [passwordHash]);
    await directory.source.query(
      "UPDATE clients SET grants = '{authorization_code,password,refresh_token}' WHERE id = 'trusted-web'",
    );
    const trusted = basic('trusted-web', secret);
    const body = { grant_type: 'password', username: 'maria@example.com', password: 'pass' };
    const answer = await postToken(directory, body, trusted);
    expectToken(answer, 'read trust', given);
    expectToken(await refresh(directory, tokensOf(answer).refresh, {}, trusted), 'read trust', given);
  });

  it('never comes with client_credentials', async () => {
    await directory.source.query("UPDATE clients SET grants = '{client_credentials,refresh_token}' WHERE id = 'other'");
    const answer = await postToken(directory, { grant_type: 'client_credentials' }, basic('other', secret));
    expectToken(answer, 'read', { lifetime: 120 });
  });

  it('keeps digests only', async () => {
    const { refresh: token } = await consented(directory);
    const rows = await directory.source.query<{ row: string }[]>(
      'SELECT refresh_tokens::text AS row FROM refresh_tokens',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
    expectToken(await refresh(directory, token, {}, web), 'read', given);
  });
});
