import { hashSecret } from '../../src/auth/passwords.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { TooManyAttemptsError } from '../../src/oauth/attempts/attempts.js';
import { TokenFamilies } from '../../src/oauth/grants/token-families.js';
import { UserAuthentication } from '../../src/oauth/sessions/user-authentication.js';
import { AccountsService } from '../../src/users/accounts.service.js';
import { phone, useConsent, tokensOf, web, issueCode } from '../support/consent.js';
import { type Answer } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import {
  basic,
  expectError,
  type Fields,
  secret,
  expectNotStored,
  registerClients,
} from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('POST /v2/oauth/introspect', () => {
  const { directory, issueTokens, post, refresh } = useConsent();

  const introspect = (fields: Fields, headers?: Fields) => post('introspect', fields, headers);

  function expectInactive({ status, body, headers }: Answer): void {
    expect([status, body, headers.get('cache-control')]).toEqual([200, { active: false }, 'no-store']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  }

  const time = expect.any(Number) as number;
  const ofWeb = { active: true, scope: 'read', client_id: 'web', sub: 'maria' };

  it('describes the client’s own access token', async () => {
    const { access } = await issueTokens();
    const { status, body, headers } = await introspect({ token: access });
    const expected = { ...ofWeb, token_type: 'bearer', exp: time, iat: time, iss: directory.url };
    expect([status, body]).toEqual([200, expected]);
    expect(headers.get('cache-control')).toBe('no-store');
    const now = Date.now() / 1000;
    expect(body.iat).toBeLessThanOrEqual(now);
    expect(body.exp - body.iat).toBeGreaterThanOrEqual(3599);
    expect(body.exp - body.iat).toBeLessThanOrEqual(3601);
  });

  it('describes an application token, which has no subject', async () => {
    const token = await directory.app.get(TokenStore).issue({ clientId: 'web', scope: ['read'], lifetime: 60 });
    const { body } = await introspect({ token });
    expect([body.active, 'sub' in body]).toEqual([true, false]);
  });

  it('describes a refresh token until it is spent, whatever the hint', async () => {
    const { refresh: token } = await issueTokens();
    for (const hint of [{}, { token_type_hint: 'access_token' }, { token_type_hint: 'x' }]) {
      expect((await introspect({ token, ...hint })).body).toEqual({ ...ofWeb, exp: time, iss: directory.url });
    }
    await refresh(token);
    expectInactive(await introspect({ token }));
  });

  it('describes tokens of all clients to a trusted client only', async () => {
    const pair = await issueTokens();
    for (const token of [pair.access, pair.refresh]) {
      expect((await introspect({ token }, basic('trusted-web', secret))).body).toMatchObject(ofWeb);
      expectInactive(await introspect({ token }, basic('other', secret)));
    }
  });

  it('reports an unknown, revoked or expired token as inactive, and no more', async () => {
    expectInactive(await introspect({ token: 'unknown' }));
    const revoked = await issueTokens();
    await post('revoke', { token: revoked.refresh });
    for (const token of [revoked.access, revoked.refresh]) expectInactive(await introspect({ token }));
    const expired = await issueTokens();
    for (const table of ['access_tokens', 'refresh_tokens']) {
      await directory.source.query(`UPDATE ${table} SET expires = now() - interval '1 second'`);
    }
    for (const token of [expired.access, expired.refresh]) expectInactive(await introspect({ token }));
  });

  it('rejects a request without a token: invalid_request', async () => {
    expectError(await introspect({}), 400, 'invalid_request');
  });

  it.each([
    ['nobody', {}, {}],
    ['a wrong secret', basic('web', 'wrong'), {}],
    ['a public client', {}, phone],
    ['a token in place of a client', { Authorization: 'Bearer x' }, {}],
  ])('rejects %s: invalid_client', async (_, headers, fields) => {
    const answer = await introspect({ token: 'x', ...fields }, headers);
    expectError(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="place-directory"');
  });
});

describe('POST /v2/oauth/revoke', () => {
  const { directory, aPhoneCode, issueTokens, me, post, redeem, refresh } = useConsent({
    env: {
      CORS_ORIGINS: 'https://app.example.org',
    },
  });

  const revoke = (fields: Fields, headers?: Fields) => post('revoke', fields, headers);

  function expectRevoked({ status, text, headers }: Answer): void {
    expect([status, text, headers.get('cache-control')]).toEqual([200, '', 'no-store']);
  }

  it.each([{}, { token_type_hint: 'access_token' }, { token_type_hint: 'refresh_token' }, { token_type_hint: 'x' }])(
    'revokes an access token alone, whatever the hint: %p',
    async (hint) => {
      const pair = await issueTokens();
      expect(await me(pair.access)).toBe(200);
      expectRevoked(await revoke({ token: pair.access, ...hint }));
      expect(await me(pair.access)).toBe(401);
      expect((await refresh(pair.refresh)).status).toBe(200);
    },
  );

  it('revokes the whole family of a refresh token, spent or not', async () => {
    for (const which of ['first', 'second'] as const) {
      const first = await issueTokens();
      const second = tokensOf(await refresh(first.refresh));
      expect([await me(first.access), await me(second.access)]).toEqual([200, 200]);
      expectRevoked(await revoke({ token: { first, second }[which].refresh }));
      expect([await me(first.access), await me(second.access)]).toEqual([401, 401]);
      expectError(await refresh(second.refresh), 400, 'invalid_grant');
    }
  });

  it('returns 200 for an unknown, revoked or expired token', async () => {
    const pair = await issueTokens();
    expectRevoked(await revoke({ token: pair.access }));
    expectRevoked(await revoke({ token: pair.access }));
    expectRevoked(await revoke({ token: 'unknown' }));
    await directory.source.query("UPDATE access_tokens SET expires = now() - interval '1 second'");
    expectRevoked(await revoke({ token: pair.access }));
  });

  it('is open to public clients in browsers of other origins', async () => {
    const { code, verifier } = await aPhoneCode();
    const { access } = tokensOf(await redeem(code, { ...phone, code_verifier: verifier }, {}));
    const answer = await revoke({ ...phone, token: access }, { Origin: 'https://app.example.org' });
    expectRevoked(answer);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(await me(access)).toBe(401);
  });

  it('rejects the token of another client, which stays valid: invalid_grant', async () => {
    const pair = await issueTokens();
    for (const token of [pair.access, pair.refresh]) {
      expectError(await revoke({ token }, basic('other', secret)), 400, 'invalid_grant');
    }
    expect(await me(pair.access)).toBe(200);
    expect((await refresh(pair.refresh)).status).toBe(200);
  });

  it('rejects a request without a token, or with a parameter twice: invalid_request', async () => {
    expectError(await revoke({}), 400, 'invalid_request');
    const twice = { method: 'POST', headers: web, body: 'token=a&token=a' };
    expectError(await directory.request('/v2/oauth/revoke', twice), 400, 'invalid_request');
  });

  it.each([
    ['nobody', {}, {}],
    ['a wrong secret', basic('web', 'wrong'), {}],
    ['a public client with a secret', {}, { ...phone, client_secret: 'x' }],
    ['a confidential client without its secret', {}, { client_id: 'web' }],
  ])('rejects %s: invalid_client', async (_, headers, fields) => {
    const pair = await issueTokens();
    const answer = await revoke({ token: pair.access, ...fields }, headers);
    expectError(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="place-directory"');
    expect(await me(pair.access)).toBe(200);
  });
});

describe('the stores of the OAuth endpoints', () => {
  const { directory } = useDirectory({
    env: { ATTEMPT_LIMIT: '3', ATTEMPT_LIMIT_TOTAL: '6' },
    fill: registerClients,
  });

  beforeAll(async () => {
    const passwordHash = await hashSecret('right');
    await directory.add({ users: ['maria', 'ana', 'gone'].map((id) => aUser({ id, passwordHash })) });
    await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'gone'");
  });

  describe('authorization codes', () => {
    const consent = { clientId: 'app', userId: 'maria', scope: ['read'] };
    const families = () => directory.app.get(TokenFamilies);

    it('are found as they were stored, and expire after five minutes', async () => {
      const whole = { ...consent, redirectUri: 'https://app.example.org/back', codeChallenge: 'c'.repeat(43) };
      const found = await families().findCode(await issueCode(directory, whole), 'app');
      expect(found).toMatchObject({ ...whole, expired: false, used: false });
      const [row] = await directory.source.query<{ lifetime: number }[]>(
        'SELECT extract(epoch FROM expires - created)::integer AS lifetime FROM token_families WHERE id = $1',
        [found?.family],
      );
      expect(row).toEqual({ lifetime: 300 });
    });

    it('are stored as digests only', async () => {
      const code = await issueCode(directory, consent);
      await expectNotStored(directory, 'authorization_codes', code);
    });
  });

  describe('passwords of users', () => {
    const users = () => directory.app.get(UserAuthentication);
    const check = (name: string, password: string, clientIp: string) =>
      users()
        .authenticate(`${name}@example.com`, password, { clientIp })
        .then((user) => user?.id);

    const endDelays = () => directory.source.query('UPDATE attempts SET next_attempt = now()');

    afterEach(() => directory.source.query('TRUNCATE attempts, known_sources'));

    it.each(['maria', 'nobody', 'gone'])('are not compared after too many failures: %s', async (name) => {
      for (let attempt = 0; attempt < 3; attempt += 1) await check(name, 'wrong', '192.0.2.3');
      const rejected = check(name, 'right', '192.0.2.3');
      await expect(rejected).rejects.toThrow(TooManyAttemptsError);
      await expect(rejected).rejects.toHaveProperty('retryAfter', expect.any(Number));
      expect(await check('ana', 'right', '192.0.2.3')).toBe('ana');
      expect(await check('maria', 'right', '192.0.2.4')).toBe('maria');
    });

    it('are slowed down for one address under many names, and for many addresses under one name', async () => {
      for (let attempt = 0; attempt < 6; attempt += 1) await check(`name${attempt}`, 'wrong', '192.0.2.5');
      for (let attempt = 0; attempt < 6; attempt += 1) await check('ana', 'wrong', `198.51.100.${attempt}`);
      const delays = await directory.source.query<{ failures: number; delay: number }[]>(
        `SELECT failures, extract(epoch FROM next_attempt - now())::float AS delay FROM attempts WHERE next_attempt IS NOT NULL`,
      );
      expect(delays.map(({ failures }) => failures)).toEqual([6, 6]);
      for (const { delay } of delays) expect(delay).toBeLessThanOrEqual(1);
      await endDelays();
      expect(await check('maria', 'right', '192.0.2.5')).toBe('maria');
      expect(await check('ana', 'right', '192.0.2.6')).toBe('ana');
    });

    it('get slower with each guess from many addresses, except where the user has signed in', async () => {
      expect(await check('ana', 'right', '192.0.2.6')).toBe('ana');
      let address = 0;
      const guess = () => check('ana', 'wrong', `198.51.100.${(address += 1)}`);
      for (let attempt = 0; attempt < 6; attempt += 1) expect(await guess()).toBeUndefined();
      for (const retryAfter of [1, 2, 4, 8]) {
        await expect(guess()).rejects.toMatchObject({ retryAfter });
        await endDelays();
        expect(await guess()).toBeUndefined();
      }
      await expect(check('ana', 'right', '192.0.2.7')).rejects.toThrow(TooManyAttemptsError);
      expect(await check('ana', 'right', '192.0.2.6')).toBe('ana');
      expect(await check('maria', 'right', '198.51.100.1')).toBe('maria');
    });

    it('are limited for concurrent guesses', async () => {
      const compared = jest.spyOn(directory.app.get(AccountsService), 'confirm');
      const guesses = Array.from({ length: 40 }, () => check('maria', 'wrong', '192.0.2.7').catch(() => 'rejected'));
      const answers = await Promise.all(guesses);
      expect(compared).toHaveBeenCalledTimes(3);
      compared.mockRestore();
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(3);
    });
  });
});
