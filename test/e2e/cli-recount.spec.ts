import { setTimeout as delay } from 'node:timers/promises';
import { useCommandLine } from '../support/use-command-line.js';

describe('recount during another transaction', () => {
  const cli = useCommandLine(['seed', '--empty']);

  /** Inserts rows with wrong counts, not in the order of their identifiers. */
  async function miscount(table: string): Promise<void> {
    await cli.query(`DELETE FROM ${table}`);
    for (const id of ['z', 'm', 'a']) {
      await cli.query(`INSERT INTO ${table} (id, name, reviews, checkins) VALUES ($1, 'N', 7, 7)`, [id]);
    }
  }

  /** Expects that both succeed if another session writes two rows in this order, the second while recount waits for the first. */
  async function expectBoth(table: string, order: readonly [string, string]): Promise<void> {
    const writer = cli.database.source.createQueryRunner();
    const write = (id: string): Promise<unknown> => writer.query(`UPDATE ${table} SET name = 'M' WHERE id = $1`, [id]);
    await writer.startTransaction();
    await write(order[0]);
    const running = cli.run(['recount']);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND application_name = 'place-directory command'`;
    while ((await cli.query(waiting)).length === 0) await delay(20);
    await write(order[1]);
    await writer.commitTransaction();
    await writer.release();
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

  it.each(['places', 'users'])('waits for an import that writes %s in key order', async (table) => {
    await miscount(table);
    const deadlocks = `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
    const before = await cli.query(deadlocks);
    await expectBoth(table, ['a', 'z']);
    expect(await cli.query(deadlocks)).toEqual(before);
  });

  it.each(['places', 'users'])(
    'retries after a deadlock with a session that writes %s in another order',
    async (table) => {
      await miscount(table);
      await expectBoth(table, ['z', 'a']);
    },
  );
});
