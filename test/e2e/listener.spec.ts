import { setTimeout as delay } from 'node:timers/promises';
import { Listener } from '../../src/database/listener.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

describe('a listener', () => {
  let database: TestDatabase;
  let heard: string[];
  let listener: Listener;

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(() => {
    heard = [];
    listener = new Listener(database.url, 'news', {
      notified: (payload) => heard.push(payload),
      connected: () => heard.push('connected'),
      disconnected: () => heard.push('disconnected'),
    });
  });

  const connections = async (): Promise<number> => {
    const rows = await database.source.query<unknown[]>(
      `SELECT FROM pg_stat_activity WHERE application_name = 'place-directory listener' AND datname = current_database()`,
    );
    return rows.length;
  };

  it('hears what is told, and connects again when its connection is broken', async () => {
    await listener.open();
    await database.source.query("NOTIFY news, 'first'");
    while (!heard.includes('first')) await delay(10);
    await database.source.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'place-directory listener' AND datname = current_database()`,
    );
    while (heard.filter((word) => word === 'connected').length < 2) await delay(10);
    expect(heard).toEqual(['connected', 'first', 'disconnected', 'connected']);
    await listener.close();
    while ((await connections()) > 0) await delay(10);
  });

  it('stays closed, whoever opens it then', async () => {
    const opening = listener.open();
    await listener.close();
    await opening;
    await listener.open();
    expect(heard).toEqual([]);
    while ((await connections()) > 0) await delay(10);
  });
});
