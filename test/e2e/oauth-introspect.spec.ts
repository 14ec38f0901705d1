import { TokenStore } from '../../src/auth/token-store.js';
import { phone, useConsent } from '../support/consent.js';
import { type Answer } from '../support/directory.js';
import { basic, expectError, type Fields, secret } from '../support/token-endpoint.js';

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
