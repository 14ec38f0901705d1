import { Client } from 'pg';
import { type World } from './world.js';

const intervalMs = 1000;

/** Changes a place every second. */
export class Changes {
  private constructor(
    private readonly client: Client,
    private readonly timer: NodeJS.Timeout,
  ) {}

  static async begin({ env, places }: World): Promise<Changes> {
    const client = new Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      const id = places[turn % places.length]?.id;
      void client.query('UPDATE places SET pageviews = COALESCE(pageviews, 0) + 1 WHERE id = $1', [id]);
    }, intervalMs);
    return new Changes(client, timer);
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.client.end();
  }
}
