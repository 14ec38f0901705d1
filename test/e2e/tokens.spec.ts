import { Client } from 'pg';
import { ClientStore } from '../../src/auth/client-store.js';
import { TokenCache } from '../../src/auth/token-cache.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { type Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { expectNotStored } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const path = '/v2/users/maria';

describe('cached access tokens', () => {
  /** A program other than the service, with its own connection. */
  let sql: Client;

  // Runs before the database is dropped.
  afterAll(async () => {
    await sql.end();
  });

  const { directory: first } = useDirectory({ users: [aUser({ id: 'maria' }), aUser({ id: 'leaver' })] });
  const { directory: second } = useDirectory({ over: first });

  beforeAll(async () => {
    sql = new Client({ connectionString: first.database.url });
    await sql.connect();
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

  /** Fails if a replica accepts the token for 25 s. Without a notification it would be cached for 30 s. */
  async function expectRejected(token: string, ...replicas: Directory[]): Promise<void> {
    for (const replica of replicas) await waitUntil(async () => (await status(replica, token)) === 401);
  }

  /** Waits until both replicas receive notifications, or until neither does. */
  const becomeListening = (expected: boolean) =>
    waitUntil(() =>
      Promise.resolve([first, second].every(({ app }) => app.get(TokenCache).state.listening === expected)),
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
    expect(finds.mock.calls.length).toBeLessThan(10);
    finds.mockRestore();
  });

  it('are looked up again by requests that arrive after a revocation, even if a look-up runs', async () => {
    const token = await first.token();
    const store = second.app.get(TokenStore);
    const find = store.find.bind(store);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const finds = jest.spyOn(store, 'find').mockImplementationOnce(async (text) => {
      const found = await find(text);
      await released;
      return found;
    });
    const before = status(second, token);
    await waitUntil(() => Promise.resolve(finds.mock.calls.length === 1));
    await sql.query('UPDATE access_tokens SET revoked = now() WHERE revoked IS NULL');
    await expectRejected(token, second);
    release();
    expect(await before).toBe(200);
    expect(await status(second, token)).toBe(401);
    finds.mockRestore();
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

  it('are no longer trusted if their client is not', async () => {
    const token = await first.token('trusted');
    const verify = () => second.get('/v2/users/maria@example.com/verify', token);
    expect((await verify()).status).toBe(200);
    await sql.query("UPDATE clients SET trusted = false WHERE id = 'test-trusted'");
    await waitUntil(async () => (await verify()).status === 403);
    await sql.query("UPDATE clients SET trusted = true WHERE id = 'test-trusted'");
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
