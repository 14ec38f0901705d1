import { Client } from 'pg';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { type TestDatabase } from '../support/database.js';
import { type Answer } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { expectError, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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

  /** That of the token below. */
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

  async function recovers(): Promise<boolean> {
    for (const end = Date.now() + 10_000; Date.now() < end; await pause(100)) {
      if ((await get()).status === 200) return true;
    }
    return false;
  }

  it('recovers by itself when its idle connections were terminated', async () => {
    expect((await get()).status).toBe(200);
    const { rowCount } = await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'place-directory%'",
      [database.name],
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(await recovers()).toBe(true);
  });

  it('answers 503 when its connection is terminated in the middle of a statement', async () => {
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE users');
    const waiting = get();
    const terminated = () =>
      sql.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
        [database.name],
      );
    while ((await terminated()).rowCount === 0) await pause(20);
    expectUnavailable(await waiting);
    await blocker.end();
    expect(await recovers()).toBe(true);
  });

  it('answers OAuth clients 503 too when it fails in the middle of a grant', async () => {
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE access_tokens');
    const answer = await postToken(directory, { grant_type: 'client_credentials', ...client });
    await blocker.end();
    expectError(answer, 503, 'temporarily_unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
    expectNoEngineText(answer);
  });

  it('gives up a statement that takes too long, and is well again at once', async () => {
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE users');
    // The lock is held until the answer is there: without a limit it would never come.
    expectUnavailable(await get());
    await blocker.end();
    expect((await get()).status).toBe(200);
  });

  it('answers 503, not 401, while PostgreSQL cannot be reached, and comes back by itself', async () => {
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
    expect(await recovers()).toBe(true);
  });

  it('answers 500 without a word of SQL when a statement is wrong', async () => {
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

  it('answers 400 when a value is one that PostgreSQL refuses (class 22)', async () => {
    await database.source.query(`
      ALTER TABLE categories RENAME TO categories_away;
      CREATE VIEW categories AS SELECT id, (1 / 0)::text AS name FROM categories_away`);
    await database.source.query("INSERT INTO categories_away VALUES ('1', 'One')");
    const answer = await get('/v2/categories');
    await database.source.query('DROP VIEW categories; ALTER TABLE categories_away RENAME TO categories');
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request']);
    expectNoEngineText(answer);
  });

  it('answers 503 when the database is gone', async () => {
    await database.source.destroy();
    await sql.query(`DROP DATABASE ${database.name} WITH (FORCE)`);
    expectUnavailable(await get());
    expectUnavailable(await get('/v2/categories'));
  });
});
