import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Random } from '../support/random.js';
import { runSql } from '../../dev/services/sql.js';

/** The possible names of each place; undefined if the place is deleted. */
type Names = Map<string, Set<string | undefined>>;

const places = 400;
const categories = ['c0', 'c1', 'c2'];

/** Changes places with plain SQL, and records what PostgreSQL acknowledged. */
export class SqlChanges {
  private readonly names: Names = new Map();
  private count = 0;
  /** The number of acknowledged statements. */
  acknowledged = 0;

  constructor(
    private readonly url: () => string,
    private readonly random: Random,
  ) {}

  /** Changes places until the signal aborts. Reconnects when PostgreSQL is down. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const client = new Client({ connectionString: this.url(), connectionTimeoutMillis: 2000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        for (;;) {
          stop.throwIfAborted();
          await this.change(client);
        }
      } catch {
        // PostgreSQL is down. The last statement may or may not have taken effect.
        await delay(100);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  /** Describes each acknowledged change that is not stored. */
  async losses(): Promise<string[]> {
    const statement = "SELECT id, name FROM places WHERE id LIKE 'f%'";
    const rows = await runSql<{ id: string; name: string }>(this.url(), statement);
    const stored = new Map(rows.map(({ id, name }) => [id, name]));
    return [...this.names]
      .filter(([id, allowed]) => !allowed.has(stored.get(id)))
      .map(
        ([id, allowed]) => `${id} is ${String(stored.get(id))}, and was acknowledged as ${[...allowed].join(' or ')}`,
      );
  }

  private async change(client: Client): Promise<void> {
    const id = `f${this.random.between(0, places - 1)}`;
    const draw = this.random.next();
    this.count += 1;
    if (draw < 0.1) {
      await this.expecting(id, undefined, () => client.query('DELETE FROM places WHERE id = $1', [id]));
    } else if (draw < 0.2) {
      const [category, name] = [this.random.pick(categories), `Category ${this.count}`];
      await client.query('UPDATE categories SET name = $2 WHERE id = $1', [category, name]);
    } else if (draw < 0.21) {
      await client.query('TRUNCATE place_categories');
    } else {
      const name = `Place ${this.count}`;
      await this.expecting(id, name, () =>
        client.query(
          `WITH category AS (INSERT INTO categories VALUES ($3, $3) ON CONFLICT DO NOTHING),
             place AS (INSERT INTO places (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $2)
           SELECT`,
          [id, name, this.random.pick(categories)],
        ),
      );
      const category = this.random.pick(categories);
      await client.query(
        `INSERT INTO place_categories SELECT $1, 0, id FROM categories WHERE id = $2
         ON CONFLICT (place_id, position) DO UPDATE SET category_id = excluded.category_id`,
        [id, category],
      );
    }
    this.acknowledged += 1;
  }

  private async expecting(id: string, name: string | undefined, work: () => Promise<unknown>): Promise<void> {
    const before = this.names.get(id) ?? new Set([undefined]);
    this.names.set(id, new Set([...before, name]));
    await work();
    this.names.set(id, new Set([name]));
  }
}
