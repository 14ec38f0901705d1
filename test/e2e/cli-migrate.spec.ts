import { setTimeout as delay } from 'node:timers/promises';
import { useCommandLine } from '../support/use-command-line.js';

describe('migrate during a long transaction', () => {
  const cli = useCommandLine(['migrate']);

  beforeAll(async () => {
    await cli.query('ALTER TABLE places DROP CONSTRAINT places_utilities_named');
    await cli.query("DELETE FROM migrations WHERE name LIKE 'Utilities%'");
  });

  it('lets others read, names the session it waits for, and continues after it', async () => {
    const reader = cli.database.source.createQueryRunner();
    await reader.startTransaction();
    await reader.query("SET LOCAL application_name = 'pg_dump'");
    const [{ pid }] = (await reader.query(
      'SELECT pg_backend_pid() AS pid FROM places RIGHT JOIN (SELECT) ON true',
    )) as [{ pid: number }];
    const running = cli.run(['migrate']);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'
      AND application_name = 'place-directory command'`;
    while ((await cli.query(waiting)).length === 0) await delay(20);
    const started = performance.now();
    expect(await cli.query('SELECT id FROM places')).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2000);
    // The migration looks for lock holders after its lock timeout.
    await delay(1500);
    await reader.commitTransaction();
    await reader.release();
    const { status, output, messages } = await running;
    expect([status, output]).toEqual([0, 'Ran Utilities1790000000050\n']);
    expect(messages).toBe(`The migration waits for a table lock, held by pg_dump (PostgreSQL process ${pid}).\n`);
  }, 20_000);
});
