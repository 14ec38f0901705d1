import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getDataSourceToken } from '@nestjs/typeorm';
import { DataSource, Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import { type Pool } from 'pg';
import { BACKGROUND, dataSourceOptions } from '../../src/database/data-source.js';
import { poolOf, serviceConnection } from '../../src/database/connect.js';
import { Terminal } from '../../src/cli/terminal.js';
import { Cleanup } from '../../src/oauth/cleanup.js';
import { type Result } from '../support/command-line.js';
import { type Directory } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDatabase } from '../support/use-database.js';
import { useDirectory } from '../support/use-directory.js';

const poolSize = 4;

describe('requests and background work', () => {
  let held: QueryRunner[] = [];

  const { directory, get } = useDirectory({
    env: { DATABASE_POOL_SIZE: String(poolSize) },
    users: [aUser({ id: 'maria' })],
    places: [aPlace({ id: 'masp' })],
  });

  beforeAll(async () => {
    await get('/v2/users/maria');
  });

  afterEach(async () => {
    await Promise.all(held.map((runner) => runner.release()));
    held = [];
  });

  /** Takes all connections of a pool. */
  async function exhaust(name?: string): Promise<void> {
    const source = directory.app.get<DataSource>(getDataSourceToken(name));
    while (held.length < poolSize) {
      const runner = source.createQueryRunner();
      const isTaken = await runner.connect().then(
        () => true,
        () => false,
      );
      if (!isTaken) return;
      held.push(runner);
    }
  }

  const pending = async (): Promise<number> =>
    (await directory.source.query<unknown[]>('SELECT FROM place_changes')).length;

  it('have separate connections: changes are indexed while requests use all of theirs', async () => {
    await exhaust();
    expect((await get('/v2/users/maria')).status).toBe(503);
    await directory.source.query("UPDATE places SET name = 'Zebra' WHERE id = 'masp'");
    while ((await pending()) > 0) await delay(50);
    expect(await directory.app.get(Cleanup).run()).toBe(0);
    expect((await get('/v2/users/maria')).status).toBe(503);
  });

  it('have separate connections: requests are answered while all background connections are busy', async () => {
    await exhaust(BACKGROUND);
    await expect(directory.app.get(Cleanup).run()).rejects.toThrow('timeout');
    expect((await get('/v2/users/maria')).status).toBe(200);
  });
});

/** Commands have no limit on statements. */
describe.each(['service', 'background'] as const)('a %s connection whose statement timed out', (purpose) => {
  let connection: TcpProxy;
  let source: DataSource;
  let pool: Pool;

  // Runs before the database is dropped.
  afterAll(async () => {
    await source.destroy();
    connection.disconnect();
  });

  const database = useDatabase();

  beforeAll(async () => {
    connection = await startTcpProxy(database.url);
    const options = dataSourceOptions({ DATABASE_URL: connection.url, DATABASE_POOL_SIZE: 1 }, purpose);
    source = await new DataSource(options).initialize();
    pool = poolOf(source);
  });

  beforeEach(async () => {
    await database.source.query("DELETE FROM place_changes; INSERT INTO place_changes (place_id) VALUES ('noted')");
  });

  afterEach(() => {
    connection.resume();
  });

  const noted = () => database.source.query('SELECT place_id FROM place_changes');

  it('is closed, so that no later user commits its transaction', async () => {
    const interrupted = source.transaction(async (manager) => {
      await manager.query('DELETE FROM place_changes');
      connection.freeze();
      await manager.query('SELECT 1');
    });
    await expect(interrupted).rejects.toThrow('Query read timeout');
    connection.resume();
    await source.transaction((manager) => manager.query('SELECT 1'));
    expect(await noted()).toEqual([{ place_id: 'noted' }]);
  });

  it.each([
    ['an entity manager', () => source.query('SELECT 1 AS one')],
    ['the pool', async () => (await pool.query<{ one: number }>('SELECT 1 AS one')).rows],
  ])('leaves the pool at once if %s used it', async (_, read) => {
    expect(await read()).toEqual([{ one: 1 }]);
    connection.freeze();
    await expect(read()).rejects.toThrow('Query read timeout');
    expect(pool.totalCount).toBe(0);
    connection.resume();
    expect(await read()).toEqual([{ one: 1 }]);
  });

  it('fails its other statements, and emits no error on the pool', async () => {
    const unexpected = jest.fn();
    pool.on('error', unexpected);
    const runner = source.createQueryRunner();
    await runner.query('SELECT 1');
    connection.freeze();
    const asked = await Promise.allSettled([runner.query('SELECT 1'), runner.query('SELECT 2')]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(runner.query('SELECT 3')).rejects.toThrow('Client was closed and is not queryable');
    await runner.release();
    expect(pool.totalCount).toBe(0);
    expect(unexpected).not.toHaveBeenCalled();
  });
});

describe('a connection of a command', () => {
  const database = useDatabase();

  it('is probed after ten seconds without data, because its statements have no time limit', async () => {
    const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const options = dataSourceOptions({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: 1 }, 'command');
    const source = await new DataSource(options).initialize();
    await source.query('SELECT 1');
    await source.destroy();
    expect(setKeepAlive.mock.calls).toContainEqual([true, 10_000]);
    setKeepAlive.mockRestore();
  });
});

describe('during a transaction of another session', () => {
  let sessions: QueryRunner[] = [];
  let other: QueryRunner;

  const cli = useCommandLine(['seed', '--empty']);

  async function startTransaction(): Promise<QueryRunner> {
    const session = cli.database.source.createQueryRunner();
    sessions.push(session);
    await session.startTransaction();
    return session;
  }

  beforeEach(async () => {
    other = await startTransaction();
  });

  afterEach(async () => {
    await Promise.all(
      sessions.map(async (session) => {
        if (session.isTransactionActive) await session.rollbackTransaction();
        await session.release();
      }),
    );
    sessions = [];
  });

  /** Starts a command. @returns its result, once it waits for a lock of another session */
  async function startBlocked(command: string): Promise<{ running: Promise<Result> }> {
    const running = cli.run([command]);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND application_name = 'place-directory command'`;
    await waitUntil(async () => (await cli.query(waiting)).length > 0, 30);
    return { running };
  }

  it('migrate lets others read, names the session it waits for, and continues after it', async () => {
    const instance = { up: (runner: QueryRunner) => runner.query('ALTER TABLE refresh_tokens ADD COLUMN later text') };
    const name = 'Later1799999999999';
    const migrations = jest
      .spyOn(MigrationExecutor.prototype as unknown as { getMigrations(): Migration[] }, 'getMigrations')
      .mockReturnValue([new Migration(undefined, 1_799_999_999_999, name, { ...instance, down: instance.up })]);
    await other.query("SET LOCAL application_name = 'pg_dump'");
    const [{ pid }] = (await other.query(
      'SELECT pg_backend_pid() AS pid FROM refresh_tokens RIGHT JOIN (SELECT) ON true',
    )) as [{ pid: number }];
    const log = jest.spyOn(Terminal.prototype, 'log');
    const { running } = await startBlocked('migrate');
    const read = cli.query('SELECT digest FROM refresh_tokens');
    // On the same busy server: a request would be canceled after this time.
    const canceled = cli.query('SELECT pg_sleep($1)', [serviceConnection.statement_timeout / 1000]);
    expect(await Promise.race([read, canceled])).toEqual([]);
    await waitUntil(() => log.mock.calls.length > 0, 30);
    await other.commitTransaction();
    const { status, output, messages } = await running;
    migrations.mockRestore();
    expect([status, output]).toEqual([0, `Ran ${name}\n`]);
    expect(messages).toBe(`The migration waits for a table lock, held by pg_dump (PostgreSQL process ${pid}).\n`);
    await canceled;
  });

  /** Inserts rows with wrong counts, not in the order of their identifiers. */
  async function miscount(table: string): Promise<void> {
    await cli.query(`DELETE FROM ${table}`);
    for (const id of ['z', 'm', 'a']) {
      await cli.query(`INSERT INTO ${table} (id, name, reviews, checkins) VALUES ($1, 'N', 7, 7)`, [id]);
    }
  }

  const write = (table: string, id: string): Promise<unknown> =>
    other.query(`UPDATE ${table} SET name = 'M' WHERE id = $1`, [id]);

  /** Expects that recount counted the rows and kept what the other session wrote to two of them. */
  async function expectBoth(table: string, running: Promise<Result>): Promise<void> {
    const { status, output, messages } = await running;
    expect([status, messages]).toEqual([0, '']);
    expect(output).toContain(`${table}: 3 counted, 3 changed`);
    const reviews = table === 'places' ? '0' : 0;
    expect(await cli.query(`SELECT id, name, reviews FROM ${table} ORDER BY id`)).toEqual([
      { id: 'a', name: 'M', reviews },
      { id: 'm', name: 'N', reviews },
      { id: 'z', name: 'M', reviews },
    ]);
  }

  it.each(['places', 'users'])('recount waits for an import that writes %s in key order', async (table) => {
    await miscount(table);
    await write(table, 'a');
    const { running } = await startBlocked('recount');
    // Without a deadlock, the import waits for no row.
    await other.query("SET LOCAL lock_timeout = '500ms'");
    await write(table, 'z');
    await other.commitTransaction();
    await expectBoth(table, running);
  });

  /**
   * PostgreSQL cancels the session whose `deadlock_timeout` ends first while both wait. Here that is recount, however slow the test is: the
   * other session has a long one, and waits before recount can wait for it.
   */
  it.each(['places', 'users'])(
    'recount retries after a deadlock with a session that writes %s in another order',
    async (table) => {
      await miscount(table);
      await other.query("SET LOCAL deadlock_timeout = '1h'");
      await write(table, 'z');
      const [{ pid }] = (await other.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
      const third = await startTransaction();
      await third.query(`SELECT FROM ${table} WHERE id = 'm' FOR UPDATE`);
      const { running } = await startBlocked('recount');
      const written = write(table, 'a');
      const waiting = "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'";
      await waitUntil(async () => (await cli.query(waiting, [pid])).length > 0, 30);
      await third.rollbackTransaction();
      await written;
      await other.commitTransaction();
      await expectBoth(table, running);
    },
  );
});

describe('cursor searches over two replicas', () => {
  const { directory, tokens } = useDirectory({
    // It opens as many cursors as a client may.
    fresh: true,
    places: [aPlace({ id: 'a' }), aPlace({ id: 'b' })],
    tokens: ['application'],
  });
  const { directory: other } = useDirectory({ over: directory });

  it('are not limited if another replica reads them to the end', async () => {
    const page = (replica: Directory, cursorMark = '*') =>
      replica.get(`/v2/places?cursorMark=${encodeURIComponent(cursorMark)}&rows=1`, tokens.application);
    for (let count = 0; count < 50; count += 1)
      await page(other, (await page(directory)).body.results.header.nextCursorMark as string);
    expect((await page(directory)).status).toBe(429);
    // The other replica closes them half a minute after their last page.
    await waitUntil(async () => (await page(directory)).status === 200, 60);
  }, 120_000);
});
