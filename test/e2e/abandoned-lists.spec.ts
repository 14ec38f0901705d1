import { connect } from 'node:net';
import { ReadDatabase } from '../../src/database/read-database.js';
import { RequestAbandonedError } from '../../src/http/caller.js';
import { aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

const statements = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`;

describe('a list whose client closes its connection', () => {
  const { directory, tokens } = useDirectory({ users: [aUser({ id: 'maria' })], tokens: ['application'] });

  it.each([
    ['users/maria/followers', 'follows'],
    ['users/maria/places/reviews', 'reviews'],
  ])('is no longer read by PostgreSQL: %s', async (path, table) => {
    const query = jest.spyOn(directory.app.get(ReadDatabase), 'query');
    const waiting = async (): Promise<number> => {
      const [row] = await directory.database.source.query<{ count: number }[]>(statements, [table]);
      return row?.count ?? 0;
    };
    await directory.database.source.transaction(async (manager) => {
      await manager.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const { hostname, port } = new URL(directory.url);
      const socket = connect(Number(port), hostname);
      socket.write(`GET /v2/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.application}\r\n\r\n`);
      await waitUntil(async () => (await waiting()) === 1);
      socket.destroy();
      await expect(query.mock.results.at(-1)?.value).rejects.toThrow(RequestAbandonedError);
      expect(await waiting()).toBe(0);
    });
    expect((await directory.get(`/v2/${path}`, tokens.application)).status).toBe(200);
    query.mockRestore();
  });
});
