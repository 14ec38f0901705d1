import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Logger } from '@nestjs/common';
import { postgresPrograms } from '../../dev/services/embedded-postgres.js';
import { checkAccess, ReadOnlyError } from '../../src/database/database-checks.js';
import { ReadDatabase } from '../../src/database/read-database.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { runCommand } from '../support/command-line.js';
import { type TestDatabase } from '../support/database.js';
import { type Answer, cacheOn } from '../support/directory.js';
import { aUser, aPlace, aReview } from '../support/factories.js';
import { insertRows } from '../support/insert-rows.js';
import { insertPlaces } from '../support/place-rows.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { type ReplicatedServers, startReplicatedServers } from '../support/streaming-replica.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { expectError, postToken } from '../support/token-endpoint.js';
import { useDatabase } from '../support/use-database.js';
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
describe('read replicas', () => {
  let connection: TcpProxy;
  afterAll(() => {
    connection.disconnect();
  });

  const replica = useDatabase();
  const { directory, tokens } = useDirectory({
    env: async () => {
      connection = await startTcpProxy(replica.url);
      const unreachable = 'postgres://nobody:nothing@127.0.0.1:1/nowhere';
      return { DATABASE_REPLICA_URLS: `${unreachable},${connection.url}` };
    },
    users: [aUser({ id: 'u', name: 'On the primary' }), aUser({ id: 'v' })],
    places: [aPlace({ id: 'p', name: 'On the primary' })],
    tokens: ['application'],
  });

  beforeAll(async () => {
    await insertRows(replica.source, 'users', [aUser({ id: 'u', name: 'On the replica' }), aUser({ id: 'v' })]);
    await insertRows(replica.source, 'follows', [{ followerId: 'u', followingId: 'v', created: new Date() }]);
    await insertPlaces(replica.source, [aPlace({ id: 'p', name: 'On the replica' })]);
    await insertRows(replica.source, 'reviews', [aReview({ id: 'r', userId: 'u', placeId: 'p' })]);
  });

  const get = async (path: string, token = tokens.application) => (await directory.get(path, token)).body;
  /** A `ReadDatabase` with one open connection at most. */
  const newReadDatabase = async () => {
    const environment = {
      DATABASE_REPLICA_URLS: [connection.url],
      DATABASE_REPLICA_MAX_LAG: 5,
      DATABASE_POOL_SIZE: 4,
      DATABASE_NAMED_STATEMENTS: true,
    };
    const reads = new ReadDatabase(directory.source, environment);
    await reads.onModuleInit();
    const name = async () => (await reads.query<{ name: string }[]>("SELECT name FROM users WHERE id = 'u'"))[0]?.name;
    return { reads, name };
  };
  const nameOfUser = async () => (await get('/v2/users/u')).user.name as string;

  it('serve users, places, lists and categories', async () => {
    expect(await nameOfUser()).toBe('On the replica');
    expect((await get('/v2/places/p')).place.name).toBe('On the replica');
    expect((await get('/v2/users/u/following')).userResults.header.found).toBe(1);
    expect((await get('/v2/users/u/places/reviews')).reviewResults.reviews).toHaveLength(1);
    expect((await get('/v2/categories/4')).category.name).toBe('Museus');
  });

  it('are not used for tokens and for the search index', async () => {
    const user = await directory.token({ user: 'u' });
    expect((await get('/v2/users/me', user)).user.id).toBe('u');
    expect((await get('/v2/places?q=primary')).results.header.found).toBe(1);
    expect((await get('/v2/places?q=replica')).results.header.found).toBe(0);
  });

  it('serves concurrent first reads from the replica', async () => {
    const { reads, name } = await newReadDatabase();
    const names = await Promise.all(Array.from({ length: 20 }, name));
    await reads.onApplicationShutdown();
    expect(new Set(names)).toEqual(new Set(['On the replica']));
  });

  it('retries a replica whose first connection failed', async () => {
    connection.disconnect();
    const { reads, name } = await newReadDatabase();
    expect(await Promise.all([name(), name()])).toEqual(['On the primary', 'On the primary']);
    await connection.reconnect();
    while ((await name()) !== 'On the replica') await delay(200);
    await reads.onApplicationShutdown();
  });

  it('logs that a replica is away and back, once each, and the metrics show it', async () => {
    const { host, pathname } = new URL(connection.url);
    const texts = ({ mock }: jest.SpyInstance) =>
      mock.calls.map(([line]) => (typeof line === 'string' ? line : (line as { msg: string }).msg));
    const isUp = async () => {
      const { text } = await directory.get('/metrics');
      const metric = text
        .split('\n')
        .find((line) => line.startsWith(`database_replica_up{replica="${host}${pathname}"}`));
      return Number(metric?.split(' ').at(-1));
    };
    const becomes = async (value: number) => {
      while ((await isUp()) !== value) await delay(100);
    };
    // The test before this one disconnected the replica.
    await becomes(1);
    const log = { warn: jest.spyOn(Logger.prototype, 'warn'), log: jest.spyOn(Logger.prototype, 'log') };
    connection.disconnect();
    await becomes(0);
    await delay(2500);
    await connection.reconnect();
    await becomes(1);
    const about = (lines: string[]) => lines.filter((line) => line.startsWith(`Read replica ${host}${pathname} `));
    expect(about(texts(log.warn)).filter((line) => line.includes('does not answer'))).toHaveLength(1);
    expect(about(texts(log.log))).toEqual([`Read replica ${host}${pathname} answers again`]);
    for (const spy of Object.values(log)) spy.mockRestore();
  }, 20_000);

  it('reads from the primary while no replica answers, then from the replica again', async () => {
    connection.disconnect();
    expect(await nameOfUser()).toBe('On the primary');
    expect(await nameOfUser()).toBe('On the primary');
    await connection.reconnect();
    while ((await nameOfUser()) !== 'On the replica') await delay(200);
    expect((await directory.get('/v2/users/nobody', tokens.application)).status).toBe(404);
  });
});

const programs = postgresPrograms();
/** Longer than a notification takes: without it, a replica would not be read once it is too far behind. */
const maxLagSeconds = 4;

(programs ? describe : describe.skip)('a streaming replica (needs PostgreSQL of the npm package)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replica-'));
  const stopping = new AbortController();
  let servers: ReplicatedServers;
  let replica: Client;
  let server: string | undefined;

  beforeAll(async () => {
    servers = await startReplicatedServers(programs ?? '', folder, stopping.signal);
    server = process.env.DATABASE_URL;
    process.env.DATABASE_URL = servers.primary.url;
  }, 120_000);

  const replicaOf = (database: TestDatabase) => ({
    DATABASE_REPLICA_URLS: onReplica(database.url),
    DATABASE_REPLICA_MAX_LAG: String(maxLagSeconds),
  });
  const { directory, tokens } = useDirectory({
    env: replicaOf,
    users: [aUser({ id: 'u', name: 'First' })],
    places: [aPlace({ id: 'p', name: 'First' })],
    tokens: ['application'],
  });
  const { directory: caching } = useDirectory({
    env: (database) => ({ ...replicaOf(database), ...cacheOn }),
    over: directory,
  });

  beforeAll(async () => {
    replica = new Client({ connectionString: onReplica(directory.database.url) });
    // The last test kills the server.
    replica.on('error', () => undefined);
    await replica.connect();
  });

  afterAll(async () => {
    process.env.DATABASE_URL = server;
    await replica.end();
    await Promise.all([servers.replica.stop(), servers.primary.stop()]);
    rmSync(folder, { recursive: true });
  });

  /** The same database on the replica. */
  function onReplica(url: string): string {
    return Object.assign(new URL(url), { port: new URL(servers.replica.url).port }).href;
  }

  const nameOf = async (kind: 'user' | 'place', path: string, from = directory): Promise<string> =>
    (await from.get(path, tokens.application)).body[kind].name as string;
  const userName = () => nameOf('user', '/v2/users/u');
  const cachedUserName = () => nameOf('user', '/v2/users/u', caching);
  const placeName = () => nameOf('place', '/v2/places/p');
  const isUsed = (...tables: string[]) => directory.app.get(ReadDatabase).replicas[0]?.isUsable(tables);
  const until = (condition: () => unknown, seconds: number) =>
    waitUntil(async () => Boolean(await condition()), seconds);
  /** Changes what the replica cannot show while its replay is paused. */
  const rename = (table: string, id: string, name: string) =>
    directory.source.query(`UPDATE ${table} SET name = $2 WHERE id = $1`, [id, name]);
  /** A change that no notification reports, as after a lost connection. */
  const renameSilently = (name: string) =>
    directory.source.transaction(async (manager) => {
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query(`UPDATE places SET name = $1 WHERE id = 'p'`, [name]);
    });
  const paused = async (work: () => Promise<void>): Promise<void> => {
    await until(() => isUsed('users', 'places'), 10);
    await replica.query('SELECT pg_wal_replay_pause()');
    await until(async () => {
      const { rows } = await replica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
      return rows[0]?.state === 'paused';
    }, 5);
    try {
      await work();
    } finally {
      await replica.query('SELECT pg_wal_replay_resume()');
    }
  };

  it('is measured by doctor', async () => {
    const { output } = await runCommand(directory.database, ['doctor'], replicaOf(directory.database));
    expect(output).toMatch(/^OK +read replica 127\.0\.0\.1:\d+\/\w+ +\d+ \w+ behind$/m);
  });

  it('is no primary: the service would not start with it', async () => {
    const query = (text: string, values: unknown[]) => replica.query(text, values).then(({ rows }) => rows);
    await expect(checkAccess(query, 'here')).rejects.toThrow(
      new ReadOnlyError('The database here (DATABASE_URL) is a standby: name the primary.'),
    );
  });

  it('is read', async () => {
    const seen: boolean[] = [];
    // A busy machine may take longer for a round than the replica may be behind.
    for (let round = 0; seen.length === 0; round += 1) {
      await paused(async () => {
        await renameSilently(`Unseen ${round}`);
        const name = await placeName();
        if (isUsed('places')) seen.push(name === `Unseen ${round}`);
      });
      await until(async () => (await placeName()) === `Unseen ${round}`, 10);
    }
    expect(seen).toEqual([false]);
  });

  it('is not read for what has changed, until it has the change', async () => {
    await paused(async () => {
      await rename('users', 'u', 'Second');
      await until(async () => (await userName()) === 'Second', NOTIFICATION_SECONDS);
      expect(isUsed('users')).toBe(false);
      expect(await userName()).toBe('Second');
    });
    await until(() => isUsed('users'), 10);
    expect(await userName()).toBe('Second');
  });

  it('is not read while it is too far behind, and read again when it has caught up', async () => {
    await paused(async () => {
      await renameSilently('Late');
      await until(async () => (await placeName()) === 'Late', 10);
      expect(isUsed()).toBe(false);
      expect(directory.app.get(ReadDatabase).replicas[0]?.lagSeconds).toBeGreaterThan(maxLagSeconds);
    });
    await until(() => isUsed('places'), 10);
    expect(await placeName()).toBe('Late');
  });

  it('has responses that are cached until a change, also if the replica shows it later', async () => {
    const cache = caching.app.get(ResponseCache);
    await until(async () => {
      await cachedUserName();
      return cache.counts.hits > 0;
    }, 10);
    await paused(async () => {
      await rename('users', 'u', 'Third');
      await until(async () => (await cachedUserName()) === 'Third', NOTIFICATION_SECONDS);
      for (let round = 0; round < 5; round += 1) expect(await cachedUserName()).toBe('Third');
    });
    await until(() => isUsed('users'), 10);
    for (let round = 0; round < 5; round += 1) expect(await cachedUserName()).toBe('Third');
  });

  it('is replaced by the primary when it is gone', async () => {
    await servers.replica.crash();
    expect(await userName()).toBe('Third');
  });
});
