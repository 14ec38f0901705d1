import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../../dev/services/free-port.js';
import { Listener, type ListenerEvents, type ListenerLimits } from '../../src/database/listener.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { useDatabase } from '../support/use-database.js';

describe('Listener', () => {
  let received: string[];
  let listener: Listener;

  const database = useDatabase();

  beforeEach(() => {
    received = [];
    listener = listenAt(database.url);
  });

  function listenAt(url: string, limits?: Partial<ListenerLimits>): Listener {
    const events: ListenerEvents = {
      notified: (payload) => {
        received.push(payload);
        if (payload === 'nonsense') throw new SyntaxError('Not readable');
      },
      connected: () => received.push('connected'),
      disconnected: () => received.push('disconnected'),
    };
    const created = new Listener({ DATABASE_URL: url }, limits);
    created.on('news', events);
    return created;
  }

  const count = (event: string): number => received.filter((each) => each === event).length;

  const connections = async (): Promise<number> => {
    const rows = await database.source.query<unknown[]>(
      `SELECT FROM pg_stat_activity WHERE application_name = 'place-directory listener' AND datname = current_database()`,
    );
    return rows.length;
  };

  it('receives notifications, and reconnects after its connection broke', async () => {
    await listener.open();
    await database.source.query("NOTIFY news, 'first'");
    await waitUntil(() => received.includes('first'), NOTIFICATION_SECONDS);
    await database.source.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'place-directory listener' AND datname = current_database()`,
    );
    await waitUntil(() => count('connected') >= 2, 12);
    expect(received).toEqual(['connected', 'first', 'disconnected', 'connected']);
    await listener.close();
    await waitUntil(async () => (await connections()) === 0, 12);
  });

  it('goes on after a handler has thrown', async () => {
    await listener.open();
    await database.source.query("NOTIFY news, 'nonsense'");
    await database.source.query("NOTIFY news, 'next'");
    await waitUntil(() => received.includes('next'), NOTIFICATION_SECONDS);
    expect(received.slice(-3)).toEqual(['connected', 'nonsense', 'next']);
    await listener.close();
  });

  it('tells each channel its own notifications, also after the handler of another has thrown', async () => {
    listener.on('other news', { notified: (payload) => received.push(`other ${payload}`) });
    await listener.onModuleInit();
    await database.source.query("NOTIFY news, 'nonsense'");
    await database.source.query(`NOTIFY "other news", 'first'`);
    await database.source.query("NOTIFY news, 'next'");
    await waitUntil(() => received.includes('next'), NOTIFICATION_SECONDS);
    expect(received).toEqual(['connected', 'nonsense', 'other first', 'next']);
    await listener.close();
  });

  it('opens no connection without a channel', async () => {
    const silent = new Listener({ DATABASE_URL: database.url });
    await silent.onModuleInit();
    expect(await connections()).toBe(0);
    await silent.close();
  });

  it('reconnects when an open connection has gone silent', async () => {
    const connection = await startTcpProxy(database.url);
    const silenced = listenAt(connection.url, { checkMs: 50, responseMs: 500 });
    await silenced.open();
    await waitUntil(() => received.includes('connected'), NOTIFICATION_SECONDS);
    const before = count('disconnected');
    connection.freeze();
    await waitUntil(() => count('disconnected') !== before, 12);
    connection.disconnect();
    // Several attempts to connect fail meanwhile.
    await delay(2500);
    expect(count('disconnected')).toBe(before + 1);
    await connection.reconnect();
    const connected = count('connected');
    await waitUntil(() => count('connected') !== connected, 12);
    await database.source.query("NOTIFY news, 'back'");
    await waitUntil(() => received.includes('back'), NOTIFICATION_SECONDS);
    expect(received.lastIndexOf('connected')).toBeGreaterThan(received.lastIndexOf('disconnected'));
    await silenced.close();
    connection.disconnect();
  });

  it('closes although the server does not respond', async () => {
    const connection = await startTcpProxy(database.url);
    const silenced = listenAt(connection.url);
    await silenced.open();
    await waitUntil(() => received.includes('connected'), NOTIFICATION_SECONDS);
    connection.freeze();
    await silenced.close();
    expect(received.at(-1)).toBe('connected');
    connection.disconnect();
  });

  it('stays closed, even when it is opened again', async () => {
    const opening = listener.open();
    await listener.close();
    await opening;
    await listener.open();
    expect(received).toEqual([]);
    await waitUntil(async () => (await connections()) === 0, 12);
  });

  it('notices within seconds that its connection has gone silent', async () => {
    const connection = await startTcpProxy(database.url);
    const silenced = listenAt(connection.url);
    await silenced.open();
    expect(received).toEqual(['connected']);
    connection.silence();
    await waitUntil(() => count('disconnected') === 1, 5);
    await waitUntil(() => count('connected') === 2, 5);
    await silenced.close();
    connection.disconnect();
  });

  it('is not connected through a pooler in transaction mode, which drops notifications', async () => {
    const pooler = await startDroppingProxy(database.url);
    const pooled = listenAt(pooler.url, { checkMs: 50, responseMs: 500 });
    await pooled.open();
    await delay(3000);
    expect(received).toEqual(['disconnected']);
    await pooled.close();
    pooler.close();
  });
});

/** Forwards to PostgreSQL, but drops notifications that arrive while the client waits for no result, as PgBouncer does in transaction mode. */
async function startDroppingProxy(target: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(target);
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    let isWaiting = true;
    client.on('data', (data) => {
      isWaiting = true;
      upstream.write(data);
    });
    let unread = Buffer.alloc(0);
    upstream.on('data', (data: Buffer) => {
      unread = Buffer.concat([unread, data]);
      while (unread.length >= 5 && unread.length > unread.readInt32BE(1)) {
        const message = unread.subarray(0, 1 + unread.readInt32BE(1));
        unread = unread.subarray(message.length);
        const [type] = message.toString('latin1');
        if (type !== 'A' || isWaiting) client.write(message);
        if (type === 'Z') isWaiting = false;
      }
    });
  });
  const { host } = new URL(await listen(server));
  return {
    url: Object.assign(new URL(target), { host }).href,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
