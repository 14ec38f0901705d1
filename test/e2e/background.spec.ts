import { setTimeout as delay } from 'node:timers/promises';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type QueryRunner } from 'typeorm';
import { Cleanup } from '../../src/oauth/cleanup.js';
import { BACKGROUND } from '../../src/database/background.js';
import { Directory } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';

const poolSize = 4;

describe('requests and background work', () => {
  let directory: Directory;
  let token: string;
  let held: QueryRunner[] = [];

  beforeAll(async () => {
    directory = await Directory.start({ DATABASE_POOL_SIZE: String(poolSize) });
    await directory.add({ users: [aUser({ id: 'maria' })], places: [aPlace({ id: 'masp' })] });
    token = await directory.token();
    await directory.get('/v2/users/maria', token);
  });

  afterEach(async () => {
    await Promise.all(held.map((runner) => runner.release()));
    held = [];
  });

  afterAll(() => directory.stop());

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
    expect((await directory.get('/v2/users/maria', token)).status).toBe(503);
    await directory.source.query("UPDATE places SET name = 'Zebra' WHERE id = 'masp'");
    while ((await pending()) > 0) await delay(50);
    expect(await directory.app.get(Cleanup).run()).toBeDefined();
    expect((await directory.get('/v2/users/maria', token)).status).toBe(503);
  });

  it('have separate connections: requests are answered while all background connections are busy', async () => {
    await exhaust(BACKGROUND);
    await expect(directory.app.get(Cleanup).run()).rejects.toThrow('timeout');
    expect((await directory.get('/v2/users/maria', token)).status).toBe(200);
  });
});
