import { ClientStore } from '../../src/auth/client-store.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { SessionStore } from '../../src/oauth/sessions/session-store.js';
import { tokensOf, useConsent } from '../support/consent.js';
import { basic, expectError, secret } from '../support/token-endpoint.js';

const hour = 3_600_000;

/** Everything but `Date`, which alone shows the time of day. */
const otherTimers = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

describe.each([
  ['fast', 2 * hour],
  ['slow', -2 * hour],
])('a replica whose clock is two hours %s', (_, offset) => {
  const { directory, aCode, issueTokens, me, post, redeem, refresh } = useConsent();

  /** Runs this as on the replica whose clock is off. All other code has the right time. */
  async function withClockOff<T>(work: () => Promise<T>): Promise<T> {
    jest.useFakeTimers({ now: Date.now() + offset, doNotFake: otherTimers });
    try {
      return await work();
    } finally {
      jest.useRealTimers();
    }
  }

  const user = async () => {
    const [row] = await directory.source.query<{ password_hash: string }[]>(
      "SELECT password_hash FROM users WHERE id = 'maria'",
    );
    return { id: 'maria', passwordHash: row?.password_hash ?? '' };
  };

  it('issues what all replicas accept for its lifetime', async () => {
    const [code, pair, session, token] = await withClockOff(async () => {
      await issueTokens();
      const issued = await issueTokens();
      return [
        await aCode(),
        tokensOf(await refresh(issued.refresh)),
        await directory.app.get(SessionStore).create(await user()),
        await directory.app.get(TokenStore).issue({ clientId: 'web', userId: 'maria', scope: ['read'], lifetime: 60 }),
      ] as const;
    });
    expect([await me(pair.access), await me(token)]).toEqual([200, 200]);
    expect((await redeem(code)).status).toBe(200);
    expect((await refresh(pair.refresh)).status).toBe(200);
    expect(await directory.app.get(SessionStore).find(session ?? '')).toBe('maria');
    const lifetimes = async (table: string) => {
      const rows = await directory.source.query<{ seconds: number }[]>(
        `SELECT DISTINCT round(extract(epoch FROM expires - now()) / 60)::integer * 60 AS seconds FROM ${table} ORDER BY 1`,
      );
      return rows.map(({ seconds }) => seconds);
    };
    expect(await lifetimes('access_tokens')).toEqual([60, 3600]);
    expect(await lifetimes('refresh_tokens')).toEqual([2_592_000]);
    expect(await lifetimes('authorization_codes')).toEqual([300]);
    expect(await lifetimes('token_families')).toEqual([2_592_000]);
    expect(await lifetimes('sessions')).toEqual([28_800]);
  });

  it('accepts what is valid, and nothing that has expired', async () => {
    const sessions = directory.app.get(SessionStore);
    const [code, pair, session] = [await aCode(), await issueTokens(), await sessions.create(await user())];
    await withClockOff(async () => {
      expect([await me(pair.access), await me(pair.access)]).toEqual([200, 200]);
      expect((await post('introspect', { token: pair.access })).body).toMatchObject({ active: true });
      expect((await post('introspect', { token: pair.refresh })).body).toMatchObject({ active: true });
      expect((await redeem(code)).status).toBe(200);
      // A new session deletes expired ones.
      await sessions.create(await user());
      expect(await sessions.find(session ?? '')).toBe('maria');
    });
    const [other, next] = [await aCode(), tokensOf(await refresh(pair.refresh))];
    for (const table of ['access_tokens', 'refresh_tokens', 'authorization_codes', 'sessions']) {
      await directory.source.query(`UPDATE ${table} SET expires = now() - interval '1 second'`);
    }
    await withClockOff(async () => {
      expect(await me(next.access)).toBe(401);
      expectError(await redeem(other), 400, 'invalid_grant');
      expectError(await refresh(next.refresh), 400, 'invalid_grant');
      for (const token of [next.access, next.refresh]) {
        expect((await post('introspect', { token })).body).toEqual({ active: false });
      }
      expect(await sessions.find(session ?? '')).toBeUndefined();
    });
  });

  it('accepts the old secret of a client during its overlap, and not afterwards', async () => {
    const clients = directory.app.get(ClientStore);
    const { access } = await issueTokens();
    const introspect = async () => (await post('introspect', { token: access }, basic('other', secret))).status;
    await withClockOff(() => clients.rotateSecret('other', 3600));
    expect(await withClockOff(introspect)).toBe(200);
    expect(await withClockOff(() => clients.find('other'))).toHaveProperty('previousSecretExpires');
    await directory.source.query(
      "UPDATE clients SET previous_secret_expires = now() - interval '1 second' WHERE id = 'other'",
    );
    expect(await withClockOff(introspect)).toBe(401);
    expect(await withClockOff(() => clients.find('other'))).not.toHaveProperty('previousSecretExpires');
  });

  it('records when a client was disabled and a token revoked', async () => {
    const { access } = await issueTokens();
    await withClockOff(() => directory.app.get(TokenStore).revoke(access));
    const [row] = await directory.source.query<{ recent: boolean }[]>(
      'SELECT abs(extract(epoch FROM max(revoked) - now())) < 300 AS recent FROM access_tokens',
    );
    expect(row).toEqual({ recent: true });
  });
});
