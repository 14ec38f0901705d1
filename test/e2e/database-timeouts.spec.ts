import { Socket } from 'node:net';
import { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { poolOf } from '../../src/database/connect.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { useDatabase } from '../support/use-database.js';

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
