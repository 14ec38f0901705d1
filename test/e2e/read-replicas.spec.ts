import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ReadDatabase } from '../../src/database/read-database.js';
import { type BreakableConnection, breakableConnection } from '../support/breakable-connection.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { Directory } from '../support/directory.js';
import { aPlace, aReview, aUser } from '../support/factories.js';
import { insertPlaces } from '../support/place-rows.js';

/** Another database stands for the replica: its rows differ, so that it shows where they are read. */
describe('reading on replicas', () => {
  let directory: Directory;
  let replica: TestDatabase;
  let connection: BreakableConnection;
  let application: string;

  beforeAll(async () => {
    replica = await createDatabase();
    connection = await breakableConnection(replica.url);
    const nobody = 'postgres://nobody:nothing@127.0.0.1:1/nowhere';
    directory = await Directory.start({ DATABASE_REPLICA_URLS: `${nobody},${connection.url}` });
    await directory.add({
      users: [aUser({ id: 'u', name: 'On the primary' }), aUser({ id: 'v' })],
      places: [aPlace({ id: 'p', name: 'On the primary' })],
    });
    application = await directory.token();
    const rows = directory.source.entityMetadatas;
    const repository = (name: string) =>
      replica.source.getRepository(rows.find((entity) => entity.name === name)?.target ?? name);
    await repository('UserEntity').insert([aUser({ id: 'u', name: 'On the replica' }), aUser({ id: 'v' })]);
    await repository('FollowEntity').insert([{ followerId: 'u', followingId: 'v', created: new Date() }]);
    await insertPlaces(replica.source, [aPlace({ id: 'p', name: 'On the replica' })]);
    await repository('ReviewEntity').insert([aReview({ id: 'r', userId: 'u', placeId: 'p' })]);
  });

  afterAll(async () => {
    connection.cut();
    await directory.stop();
    await replica.drop();
  });

  const get = async (path: string, token = application) => (await directory.get(path, token)).body;
  /** Reads without the service, and from the beginning. */
  const readingOnReplica = () => {
    const environment = { DATABASE_REPLICA_URLS: [connection.url], DATABASE_POOL_SIZE: 4 };
    const reading = new ReadDatabase(directory.source, environment);
    const name = async () =>
      (await reading.rows<{ name: string }>("SELECT name FROM users WHERE id = 'u'", []))[0]?.name;
    return { reading, name };
  };
  const nameOfUser = async () => (await get('/v2/users/u')).user.name as string;

  it('asks a replica for what users look at', async () => {
    expect(await nameOfUser()).toBe('On the replica');
    expect((await get('/v2/places/p')).place.name).toBe('On the replica');
    expect((await get('/v2/users/u/following')).userResults.header.found).toBe(1);
    expect((await get('/v2/users/u/places/reviews')).reviewResults.reviews).toHaveLength(1);
    expect((await get('/v2/categories/4')).category.name).toBe('Museus');
  });

  it('asks the primary for tokens, and makes the index of it', async () => {
    const user = await directory.token({ user: 'u' });
    expect((await get('/v2/users/me', user)).user.id).toBe('u');
    expect((await get('/v2/places?q=primary')).results.header.found).toBe(1);
    expect((await get('/v2/places?q=replica')).results.header.found).toBe(0);
  });

  it('connects to a replica once, however many ask at first', async () => {
    const initialize = jest.spyOn(DataSource.prototype, 'initialize');
    const { reading, name } = readingOnReplica();
    const names = await Promise.all(Array.from({ length: 20 }, name));
    const calls = initialize.mock.calls.length;
    initialize.mockRestore();
    await reading.onApplicationShutdown();
    expect(new Set(names)).toEqual(new Set(['On the replica']));
    expect(calls).toBe(1);
  });

  it('tries a replica again whose connecting has failed', async () => {
    connection.cut();
    const { reading, name } = readingOnReplica();
    expect(await Promise.all([name(), name()])).toEqual(['On the primary', 'On the primary']);
    await connection.mend();
    while ((await name()) !== 'On the replica') await delay(200);
    await reading.onApplicationShutdown();
  });

  it('goes on with the primary while no replica answers, and comes back to one that does', async () => {
    connection.cut();
    expect(await nameOfUser()).toBe('On the primary');
    expect(await nameOfUser()).toBe('On the primary');
    await connection.mend();
    while ((await nameOfUser()) !== 'On the replica') await delay(200);
    expect((await directory.get('/v2/users/nobody', application)).status).toBe(404);
  });
});
