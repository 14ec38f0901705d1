import { phone, tokensOf, useConsent, web } from '../support/consent.js';
import { type Answer } from '../support/directory.js';
import { basic, expectError, type Fields, secret } from '../support/token-endpoint.js';

describe('POST /v2/oauth/revoke', () => {
  const { directory, aPhoneCode, issueTokens, me, post, redeem, refresh } = useConsent({
    CORS_ORIGINS: 'https://app.example.org',
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
