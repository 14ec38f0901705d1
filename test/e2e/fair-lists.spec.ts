import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { aPlace, aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

const waitingStatements = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%follows%'`;

describe('slow lists of one client', () => {
  const poolSize = 10;
  const { directory, tokens } = useDirectory({
    env: { DATABASE_POOL_SIZE: String(poolSize), RESPONSE_CACHE_SIZE: '0' },
    users: [aUser({ id: 'maria' })],
    places: [aPlace({ id: 'masp' })],
    tokens: ['application', 'trusted'],
  });

  const waiting = async (): Promise<number> => {
    const [row] = await directory.database.source.query<{ count: number }[]>(waitingStatements);
    return row?.count ?? 0;
  };

  /** Runs work while no statement can read a list of followers. */
  const whileLocked = (work: () => Promise<void>): Promise<void> =>
    directory.database.source.transaction(async (manager) => {
      await manager.query('LOCK TABLE follows IN ACCESS EXCLUSIVE MODE');
      await work();
    });

  const others = async (): Promise<number[]> => {
    const paths = ['users/maria', 'users/maria/places/reviews', 'places/masp/checkins'];
    const responses = await Promise.all(paths.map((path) => directory.get(`/v2/${path}`, tokens.trusted)));
    return responses.map(({ status }) => status);
  };

  // Each of them is read without waiting for a connection: a wait of more than a second would fail.
  const readable = [200, 200, 200];

  it('leave connections to other clients and other requests', async () => {
    await whileLocked(async () => {
      const slow = Array.from({ length: 3 * poolSize }, () =>
        directory.get('/v2/users/maria/followers', tokens.application),
      );
      await waitUntil(async () => (await waiting()) > 0);
      await delay(200);
      expect(await waiting()).toBeLessThanOrEqual(poolSize / 2);
      expect(await others()).toEqual(readable);
      for (const { status, headers, body } of await Promise.all(slow)) {
        expect([status, headers.get('retry-after')]).toEqual([503, '1']);
        expect(['overloaded', 'database_unavailable']).toContain(body.code);
      }
    });
    expect((await directory.get('/v2/users/maria/followers', tokens.application)).status).toBe(200);
  });

  it('are cancelled when their connections close, also if they are more than the pool has', async () => {
    const { hostname, port } = new URL(directory.url);
    const ask = (token: string): Socket => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET /v2/users/maria/followers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      return socket;
    };
    await whileLocked(async () => {
      const sockets = [tokens.application, tokens.trusted].flatMap((token) =>
        Array.from({ length: poolSize }, () => ask(token)),
      );
      await waitUntil(async () => (await waiting()) >= poolSize - 2);
      for (const socket of sockets) socket.destroy();
      const closedAt = performance.now();
      await waitUntil(async () => (await waiting()) === 0);
      // Otherwise they would end by their own time-out.
      expect(performance.now() - closedAt).toBeLessThan(700);
      expect(await others()).toEqual(readable);
    });
  });
});
