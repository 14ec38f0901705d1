import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ReadDatabase } from '../../src/database/read-database.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { aPlace, aReview, aUser } from '../support/factories.js';
import { insertRows } from '../support/insert-rows.js';
import { insertPlaces } from '../support/place-rows.js';
import { useDatabase } from '../support/use-database.js';
import { useDirectory } from '../support/use-directory.js';

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
