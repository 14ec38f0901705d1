import { setTimeout as delay } from 'node:timers/promises';
import { Listener, type ListenerEvents, type ListenerLimits } from '../../src/database/listener.js';
import { breakableConnection } from '../support/breakable-connection.js';
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
    listener = listenAt(database.url);
  });

  function listenAt(url: string, limits?: Partial<ListenerLimits>): Listener {
    const events: ListenerEvents = {
      notified: (payload) => {
        heard.push(payload);
        if (payload === 'nonsense') throw new SyntaxError('This cannot be read');
      },
      connected: () => heard.push('connected'),
      disconnected: () => heard.push('disconnected'),
    };
    return new Listener(url, 'news', events, limits);
  }

  const count = (word: string): number => heard.filter((each) => each === word).length;

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
    while (count('connected') < 2) await delay(10);
    expect(heard).toEqual(['connected', 'first', 'disconnected', 'connected']);
    await listener.close();
    while ((await connections()) > 0) await delay(10);
  });

  it('goes on when whoever is told cannot read it', async () => {
    await listener.open();
    await database.source.query("NOTIFY news, 'nonsense'");
    await database.source.query("NOTIFY news, 'next'");
    while (!heard.includes('next')) await delay(10);
    expect(heard.slice(-3)).toEqual(['connected', 'nonsense', 'next']);
    await listener.close();
  });

  it('notices that its connection carries nothing any more, though it is open', async () => {
    const connection = await breakableConnection(database.url);
    const watchful = listenAt(connection.url, { checkEvery: 50, answerWithin: 500 });
    await watchful.open();
    while (!heard.includes('connected')) await delay(10);
    const before = count('disconnected');
    connection.freeze();
    while (count('disconnected') === before) await delay(10);
    connection.cut();
    await connection.mend();
    const connected = count('connected');
    while (count('connected') === connected) await delay(10);
    await database.source.query("NOTIFY news, 'back'");
    while (!heard.includes('back')) await delay(10);
    expect(heard.lastIndexOf('connected')).toBeGreaterThan(heard.lastIndexOf('disconnected'));
    await watchful.close();
    connection.cut();
  });

  it('closes though nobody takes its leave', async () => {
    const connection = await breakableConnection(database.url);
    const forsaken = listenAt(connection.url);
    await forsaken.open();
    while (!heard.includes('connected')) await delay(10);
    connection.freeze();
    await forsaken.close();
    expect(heard.at(-1)).toBe('connected');
    connection.cut();
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
