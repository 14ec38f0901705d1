import { Client } from 'pg';
import { type World } from './world.js';

const intervalMs = 1000;

/** Changes a place every second. @returns a function that ends it */
export async function beginChanges({ env, places }: World): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    const id = places[turn % places.length]?.id;
    void client.query('UPDATE places SET pageviews = COALESCE(pageviews, 0) + 1 WHERE id = $1', [id]);
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await client.end();
  };
}
