import { setTimeout as delay } from 'node:timers/promises';
import { type QueryRunner } from 'typeorm';
import { DeadLetters1790000000093 } from '../../src/database/migrations/1790000000093-dead-letters.js';
import { type Result } from '../support/command-line.js';
import { useCommandLine } from '../support/use-command-line.js';

describe('during a transaction of another session', () => {
  let other: QueryRunner;

  const cli = useCommandLine(['seed', '--empty']);

  beforeEach(async () => {
    other = cli.database.source.createQueryRunner();
    await other.startTransaction();
  });

  afterEach(() => other.release());

  /** Starts a command. @returns its result, once it waits for a lock of the other session */
  async function startBlocked(command: string): Promise<{ running: Promise<Result> }> {
    const running = cli.run([command]);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND application_name = 'place-directory command'`;
    while ((await cli.query(waiting)).length === 0) await delay(20);
    return { running };
  }

  it('migrate lets others read, names the session it waits for, and continues after it', async () => {
    const migration = new DeadLetters1790000000093();
    const runner = cli.database.source.createQueryRunner();
    await migration.down(runner);
    await runner.release();
    await cli.query("DELETE FROM migrations WHERE name LIKE 'DeadLetters%'");
    await other.query("SET LOCAL application_name = 'pg_dump'");
    const [{ pid }] = (await other.query(
      'SELECT pg_backend_pid() AS pid FROM place_refusals RIGHT JOIN (SELECT) ON true',
    )) as [{ pid: number }];
    const { running } = await startBlocked('migrate');
    const started = performance.now();
    expect(await cli.query('SELECT place_id FROM place_refusals')).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2000);
    // The migration looks for lock holders after its lock timeout.
    await delay(1500);
    await other.commitTransaction();
    const { status, output, messages } = await running;
    expect([status, output]).toEqual([0, 'Ran DeadLetters1790000000093\n']);
    expect(messages).toBe(`The migration waits for a table lock, held by pg_dump (PostgreSQL process ${pid}).\n`);
  }, 20_000);

  /** Inserts rows with wrong counts, not in the order of their identifiers. */
  async function miscount(table: string): Promise<void> {
    await cli.query(`DELETE FROM ${table}`);
    for (const id of ['z', 'm', 'a']) {
      await cli.query(`INSERT INTO ${table} (id, name, reviews, checkins) VALUES ($1, 'N', 7, 7)`, [id]);
    }
  }

  /** Expects that both succeed if the other session writes two rows in this order, the second while recount waits for the first. */
  async function expectBoth(table: string, order: readonly [string, string]): Promise<void> {
    const write = (id: string): Promise<unknown> => other.query(`UPDATE ${table} SET name = 'M' WHERE id = $1`, [id]);
    await write(order[0]);
    const { running } = await startBlocked('recount');
    await write(order[1]);
    await other.commitTransaction();
    const { status, output, messages } = await running;
    expect([status, messages]).toEqual([0, '']);
    expect(output).toContain(`${table}: 3 counted, 3 changed`);
    expect(await cli.query(`SELECT id, name, reviews FROM ${table} ORDER BY id`)).toEqual(
      ['a', 'm', 'z'].map((id) => ({
        id,
        name: order.includes(id) ? 'M' : 'N',
        reviews: table === 'places' ? '0' : 0,
      })),
    );
  }

  it.each(['places', 'users'])('recount waits for an import that writes %s in key order', async (table) => {
    await miscount(table);
    const deadlocks = `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
    const before = await cli.query(deadlocks);
    await expectBoth(table, ['a', 'z']);
    expect(await cli.query(deadlocks)).toEqual(before);
  });

  it.each(['places', 'users'])(
    'recount retries after a deadlock with a session that writes %s in another order',
    async (table) => {
      await miscount(table);
      await expectBoth(table, ['z', 'a']);
    },
  );
});
