import { Client } from 'pg';
import { ClientStore } from '../../src/auth/client-store.js';
import { TokenCache } from '../../src/auth/token-cache.js';
import { digest, TokenStore } from '../../src/auth/token-store.js';
import { SessionStore } from '../../src/oauth/sessions/sign-in.service.js';
import { tokensOf, useConsent } from '../support/consent.js';
import { type Directory } from '../support/directory.js';
import { aUser, aCheckin, aPlace, aReview } from '../support/factories.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { expectNotStored, basic, expectError, secret } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const path = '/v2/users/maria';

describe('cached access tokens', () => {
  /** A program other than the service, with its own connection. */
  let sql: Client;

  // Runs before the database is dropped.
  afterAll(async () => {
    await sql.end();
  });

  const { directory: first } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'leaver' })],
  });
  const { directory: second } = useDirectory({ over: first });

  beforeAll(async () => {
    sql = new Client({ connectionString: first.database.url });
    await sql.connect();
    // The first token registers its client, by which all caches forget their tokens.
    const removals = jest.spyOn(second.app.get(TokenCache), 'remove');
    await first.token();
    await waitUntil(() => removals.mock.calls.length > 0, NOTIFICATION_SECONDS);
    removals.mockRestore();
  });

  async function status(directory: Directory, token: string): Promise<number> {
    return (await directory.get(path, token)).status;
  }

  /** A token that both replicas have cached. */
  async function cachedToken(kind?: { user: string }): Promise<string> {
    const token = await first.token(kind);
    expect([await status(first, token), await status(second, token), await status(second, token)]).toEqual([
      200, 200, 200,
    ]);
    return token;
  }

  /** Without a notification, a replica would accept the token for 30 s. */
  async function expectRejected(token: string, ...replicas: Directory[]): Promise<void> {
    for (const replica of replicas)
      await waitUntil(async () => (await status(replica, token)) === 401, NOTIFICATION_SECONDS);
  }

  /** Waits until both replicas receive notifications, or until neither does. */
  const becomeListening = (expected: boolean) =>
    waitUntil(
      () => Promise.resolve([first, second].every(({ app }) => app.get(TokenCache).state.listening === expected)),
      10,
    );

  const lookUps = (directory: Directory) => jest.spyOn(directory.app.get(TokenStore), 'find');

  it('are looked up once in PostgreSQL', async () => {
    const token = await first.token();
    const finds = lookUps(second);
    for (let call = 0; call < 5; call += 1) await status(second, token);
    expect(finds).toHaveBeenCalledTimes(1);
    finds.mockRestore();
  });

  it('are looked up once for all requests that arrive at the same time', async () => {
    const token = await first.token();
    const finds = lookUps(second);
    const statuses = await Promise.all(Array.from({ length: 50 }, () => status(second, token)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(finds).toHaveBeenCalledTimes(1);
    finds.mockRestore();
  });

  it('are looked up again by requests that arrive after a revocation, even if a look-up runs', async () => {
    const token = await first.token();
    const store = second.app.get(TokenStore);
    const find = store.find.bind(store);
    let release = (): void => undefined;
    let isFound = false;
    const released = new Promise<void>((resolve) => (release = resolve));
    const finds = jest.spyOn(store, 'find').mockImplementationOnce(async (text) => {
      const found = await find(text);
      isFound = true;
      await released;
      return found;
    });
    const removals = jest.spyOn(second.app.get(TokenCache), 'remove');
    const changed = digest(token).toString('hex');
    const before = status(second, token);
    await waitUntil(() => isFound, 5);
    await sql.query('UPDATE access_tokens SET revoked = now() WHERE revoked IS NULL');
    // A request that arrives before the notification would wait for the look-up.
    await waitUntil(() => removals.mock.calls.some(([key]) => key === changed), NOTIFICATION_SECONDS);
    await expectRejected(token, second);
    release();
    expect(await before).toBe(200);
    expect(await status(second, token)).toBe(401);
    finds.mockRestore();
    removals.mockRestore();
  });

  it.each([
    ['revoked', 'UPDATE access_tokens SET revoked = now() WHERE revoked IS NULL'],
    ['made to expire', "UPDATE access_tokens SET expires = now() - interval '1 minute'"],
    ['deleted', 'DELETE FROM access_tokens'],
    ['truncated', 'TRUNCATE access_tokens'],
  ])('are rejected by every replica after they are %s by plain SQL', async (_, statement) => {
    const token = await cachedToken();
    await sql.query(statement);
    await expectRejected(token, first, second);
  });

  it('are rejected after their user is deleted', async () => {
    const token = await cachedToken({ user: 'leaver' });
    await sql.query("DELETE FROM users WHERE id = 'leaver'");
    await expectRejected(token, second);
  });

  it('are revoked for ever if their client is disabled', async () => {
    const token = await cachedToken();
    await first.app.get(ClientStore).disable('test-app');
    await expectRejected(token, second);
    await sql.query('UPDATE clients SET disabled = NULL');
    expect(await status(second, token)).toBe(401);
    expect(await status(second, await cachedToken())).toBe(200);
  });

  it('are revoked for ever if their user is disabled by plain SQL', async () => {
    const token = await cachedToken({ user: 'maria' });
    await sql.query("UPDATE users SET disabled = now() WHERE id = 'maria'");
    await expectRejected(token, first, second);
    expect(await status(second, await first.token({ user: 'maria' }))).toBe(401);
    await sql.query('UPDATE users SET disabled = NULL');
    expect(await status(second, token)).toBe(401);
    expect(await status(second, await cachedToken({ user: 'maria' }))).toBe(200);
  });

  it('expire while they are cached', async () => {
    const token = await first.app.get(TokenStore).issue({ clientId: 'test-app', scope: ['read'], lifetime: 1 });
    expect(await status(second, token)).toBe(200);
    await expectRejected(token, second);
  });

  it('are stored as digests only', async () => {
    const token = await first.token();
    await expectNotStored(first, 'access_tokens', token);
  });

  describe('when the connection that listens for revocations is killed', () => {
    const kill = () =>
      sql.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'place-directory listener' AND datname = current_database()",
      );

    it('are not cached, so that a revocation still works at once', async () => {
      const token = await cachedToken();
      expect((await kill()).rowCount).toBeGreaterThanOrEqual(2);
      await becomeListening(false);
      await sql.query('UPDATE access_tokens SET revoked = now()');
      expect([await status(first, token), await status(second, token)]).toEqual([401, 401]);
    });

    it('are cached again, and revoked by notification, once the connection is back', async () => {
      await kill();
      await becomeListening(false);
      await becomeListening(true);
      const token = await cachedToken();
      const finds = lookUps(second);
      await status(second, token);
      expect(finds).not.toHaveBeenCalled();
      finds.mockRestore();
      await sql.query('UPDATE access_tokens SET revoked = now()');
      await expectRejected(token, second);
    });
  });
});

/** Matches statements of requests, those for the token included. Work in the background reads other tables. */
const read = /\b(FROM|JOIN) "?(users|follows|checkins|reviews|list_sizes|access_tokens|clients)\b/i;

describe('a request whose token is cached', () => {
  const created = new Date(1_700_000_000_000);
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'joao' })],
    places: [aPlace({ id: 'masp' })],
    follows: [
      { followerId: 'maria', followingId: 'joao', created },
      { followerId: 'joao', followingId: 'maria', created },
    ],
    checkins: [aCheckin({ userId: 'maria', placeId: 'masp' }), aCheckin({ userId: 'joao', placeId: 'masp' })],
    reviews: [aReview({ id: 'r', userId: 'maria', placeId: 'masp' })],
    tokens: ['application', 'maria', 'trusted'],
  });

  beforeAll(async () => {
    await waitUntil(() => directory.app.get(TokenCache).state.listening, 10);
    // Notifications arrive in the order of the changes: once this one is here, none before it can empty the cache any more.
    const token = await directory.token();
    expect((await directory.get('/v2/categories/none', token)).status).toBe(404);
    await directory.source.query('UPDATE access_tokens SET revoked = now() WHERE digest = $1', [digest(token)]);
    await waitUntil(
      async () => (await directory.get('/v2/categories/none', token)).status === 401,
      NOTIFICATION_SECONDS,
    );
    // Puts the tokens into the cache.
    for (const token of Object.values(tokens)) await directory.get('/v2/categories/none', token);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['/v2/users/maria', 'application', 200],
    ['/v2/users/nobody', 'application', 404],
    ['/v2/users/me', 'maria', 200],
    ['/v2/users/maria/following', 'application', 200],
    ['/v2/users/maria/following?start=5', 'application', 200],
    ['/v2/users/nobody/following', 'application', 404],
    ['/v2/users/maria/followers', 'application', 200],
    ['/v2/users/me/following/joao', 'maria', 200],
    ['/v2/users/joao/following/joao', 'maria', 404],
    ['/v2/users/maria/places/checkins', 'application', 200],
    ['/v2/users/maria/places/reviews', 'application', 200],
    ['/v2/places/masp/checkins', 'application', 200],
    ['/v2/places/masp/reviews', 'application', 200],
    ['/v2/places/nowhere/reviews', 'application', 404],
    ['/v2/reviews/r', 'application', 200],
    ['/v2/users/MARIA%40example.com/verify', 'trusted', 200],
    ['/v2/users/nobody%40example.com/verify', 'trusted', 404],
  ] as const)('%s takes one statement', async (path, token, status) => {
    const queries = jest.spyOn(Client.prototype, 'query');
    const answer = await directory.get(path, tokens[token]);
    const asked = queries.mock.calls.map(([query]) => textOf(query)).filter((text) => read.test(text));
    expect([answer.status, asked]).toEqual([status, [expect.any(String)]]);
  });
});

/** @param query a text, or an object with a text: `pg` takes both */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

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
