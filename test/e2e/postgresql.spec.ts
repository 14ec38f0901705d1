import { Client } from 'pg';
import { type TestDatabase } from '../support/database.js';
import { type Answer } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { expectError, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('when PostgreSQL fails', () => {
  let database: TestDatabase;
  let connection: TcpProxy;
  let sql: Client;

  // Runs before the directory stops, which needs a database; the last test drops it.
  afterAll(async () => {
    await sql.query(`CREATE DATABASE ${database.name}`);
    await sql.end();
    await database.source.initialize();
  });

  const { directory, tokens } = useDirectory({
    env: async (created) => {
      database = created;
      connection = await startTcpProxy(database.url);
      return { DATABASE_URL: connection.url };
    },
    users: [aUser({ id: 'maria' })],
    tokens: ['application'],
  });

  beforeAll(async () => {
    sql = new Client({ connectionString: process.env.DATABASE_URL });
    await sql.connect();
  });

  afterAll(() => {
    connection.disconnect();
  });

  /** The client of the application token. */
  const client = { client_id: 'test-app', client_secret: 'test-app-secret' };

  const get = (path = '/v2/users/maria') => directory.get(path, tokens.application);

  function expectUnavailable(answer: Answer) {
    expect([answer.status, answer.body?.code]).toEqual([503, 'database_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expectNoEngineText(answer);
  }

  function expectNoEngineText({ text }: Answer) {
    expect(text).not.toMatch(
      /SELECT|FROM|column|relation|terminat|ECONN|connect|timeout|statement|postgres|127\.0\.0\.1:\d+"|at .+\.ts/i,
    );
  }

  const recovers = () => waitUntil(async () => (await get()).status === 200, 10);

  /** Runs work while a table is locked. */
  async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query(`BEGIN; LOCK TABLE ${table}`);
    const result = await work();
    await blocker.end();
    return result;
  }

  it('recovers by itself after its idle connections were terminated', async () => {
    expect((await get()).status).toBe(200);
    const { rowCount } = await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'place-directory%'",
      [database.name],
    );
    expect(rowCount).toBeGreaterThan(0);
    await recovers();
  });

  it('returns 503 when its connection is terminated during a statement', async () => {
    const terminate = async () => {
      const { rowCount } = await sql.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
        [database.name],
      );
      return rowCount !== 0;
    };
    const [answer] = await whileLocked('users', () => Promise.all([get(), waitUntil(terminate, 5)]));
    expectUnavailable(answer);
    await recovers();
  });

  it('returns 503 to OAuth clients when it fails during a grant', async () => {
    const grant = () => postToken(directory, { grant_type: 'client_credentials', ...client });
    const answer = await whileLocked('access_tokens', grant);
    expectError(answer, 503, 'temporarily_unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
    expectNoEngineText(answer);
  });

  it('cancels a statement that takes too long, and recovers at once', async () => {
    // The lock is held until the response is there: without a limit it would never come.
    expectUnavailable(await whileLocked('users', () => get()));
    expect((await get()).status).toBe(200);
  });

  it('returns 503, not 401, while PostgreSQL cannot be reached, and recovers by itself', async () => {
    connection.disconnect();
    for (const path of ['/v2/users/maria', '/v2/users/maria/following', '/v2/places/x', '/v2/categories']) {
      expectUnavailable(await get(path));
    }
    const xml = await get('/v2/users/maria?wt=xml');
    expect([xml.status, xml.headers.get('content-type')]).toEqual([503, 'application/problem+xml; charset=utf-8']);
    const body = new URLSearchParams({ grant_type: 'password', username: 'x', password: 'y', token: 'z', ...client });
    for (const endpoint of ['token', 'revoke', 'introspect']) {
      const headers = { Accept: 'application/xml' };
      const oauth = await directory.request(`/v2/oauth/${endpoint}`, { method: 'POST', body, headers });
      expectError(oauth, 503, 'temporarily_unavailable');
      expect(oauth.headers.get('retry-after')).toBe('1');
      expectNoEngineText(oauth);
    }
    await connection.reconnect();
    await recovers();
  });

  it('returns 500 without SQL when a statement is wrong', async () => {
    await database.source.query('ALTER TABLE users RENAME COLUMN name TO other');
    const answer = await get();
    await database.source.query('ALTER TABLE users RENAME COLUMN other TO name');
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
    expectNoEngineText(answer);
    await database.source.query('ALTER TABLE clients RENAME COLUMN grants TO other');
    const oauth = await postToken(directory, { grant_type: 'client_credentials', ...client });
    await database.source.query('ALTER TABLE clients RENAME COLUMN other TO grants');
    expectError(oauth, 500, 'server_error');
    expectNoEngineText(oauth);
  });

  it('returns 400 when PostgreSQL rejects a value (class 22)', async () => {
    await database.source.query(`
      ALTER TABLE categories RENAME TO categories_away;
      CREATE VIEW categories AS SELECT id, (1 / 0)::text AS name FROM categories_away`);
    await database.source.query("INSERT INTO categories_away VALUES ('1', 'One')");
    const answer = await get('/v2/categories');
    await database.source.query('DROP VIEW categories; ALTER TABLE categories_away RENAME TO categories');
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request']);
    expectNoEngineText(answer);
  });

  it('returns 503 when the database is dropped', async () => {
    await database.source.destroy();
    await sql.query(`DROP DATABASE ${database.name} WITH (FORCE)`);
    expectUnavailable(await get());
    expectUnavailable(await get('/v2/categories'));
  });
});

/** A second database acts as the replica. Its rows differ, so that a response shows where it was read. */
