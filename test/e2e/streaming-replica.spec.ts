import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresPrograms } from '../../dev/services/embedded-postgres.js';
import { checkAccess, ReadOnlyError } from '../../src/database/database-checks.js';
import { ReadDatabase } from '../../src/database/read-database.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { runCommand } from '../support/command-line.js';
import { type TestDatabase } from '../support/database.js';
import { cacheOn } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { type ReplicatedServers, startReplicatedServers } from '../support/streaming-replica.js';
import { useDirectory } from '../support/use-directory.js';

const programs = postgresPrograms();
const maxLagSeconds = 2;

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
  const until = async (condition: () => unknown): Promise<void> => {
    while (!(await condition())) await delay(20);
  };
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
    await until(() => isUsed('users', 'places'));
    await replica.query('SELECT pg_wal_replay_pause()');
    await until(async () => {
      const { rows } = await replica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
      return rows[0]?.state === 'paused';
    });
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
    await paused(async () => {
      await renameSilently('Unseen');
      // Until the replica is too far behind. The test has this time, whatever the machine does.
      const name = await placeName();
      if (isUsed('places')) expect(name).toBe('First');
    });
    await until(async () => (await placeName()) === 'Unseen');
  });

  it('is not read for what has changed, until it has the change', async () => {
    await paused(async () => {
      await rename('users', 'u', 'Second');
      await until(async () => (await userName()) === 'Second');
      expect(isUsed('users')).toBe(false);
      expect(await userName()).toBe('Second');
    });
    await until(() => isUsed('users'));
    expect(await userName()).toBe('Second');
  });

  it('is not read while it is too far behind, and read again when it has caught up', async () => {
    await paused(async () => {
      await renameSilently('Late');
      await until(async () => (await placeName()) === 'Late');
      expect(isUsed()).toBe(false);
      expect(directory.app.get(ReadDatabase).replicas[0]?.lagSeconds).toBeGreaterThan(maxLagSeconds);
    });
    await until(() => isUsed('places'));
    expect(await placeName()).toBe('Late');
  });

  it('has responses that are cached until a change, also if the replica shows it later', async () => {
    const cache = caching.app.get(ResponseCache);
    await until(async () => {
      await cachedUserName();
      return cache.counts.hits > 0;
    });
    await paused(async () => {
      await rename('users', 'u', 'Third');
      await until(async () => (await cachedUserName()) === 'Third');
      for (let round = 0; round < 5; round += 1) expect(await cachedUserName()).toBe('Third');
    });
    await until(() => isUsed('users'));
    for (let round = 0; round < 5; round += 1) expect(await cachedUserName()).toBe('Third');
  });

  it('is replaced by the primary when it is gone', async () => {
    await servers.replica.crash();
    expect(await userName()).toBe('Third');
  });
});
