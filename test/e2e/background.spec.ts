import { setTimeout as delay } from 'node:timers/promises';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type QueryRunner } from 'typeorm';
import { Cleanup } from '../../src/oauth/cleanup.js';
import { BACKGROUND } from '../../src/database/background.js';
import { aPlace, aUser } from '../support/factories.js';
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
    expect(await directory.app.get(Cleanup).run()).toBeDefined();
    expect((await get('/v2/users/maria')).status).toBe(503);
  });

  it('have separate connections: requests are answered while all background connections are busy', async () => {
    await exhaust(BACKGROUND);
    await expect(directory.app.get(Cleanup).run()).rejects.toThrow('timeout');
    expect((await get('/v2/users/maria')).status).toBe(200);
  });
});
