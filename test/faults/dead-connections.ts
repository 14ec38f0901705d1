import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type World } from '../slow/world.js';
import { get } from '../load/get.js';
import { type Fault } from './fault.js';

/** Milliseconds: at most 2 s until index sync leaves the dead connection, 0.8 s until a refresh, and a margin. */
const searchableWithin = 5000;
const giveUpAfter = 30_000;
const pollMs = 50;

/** Searches at once, so that there are some connections. Each search with a sort is sent alone. */
const searches = 20;

const [id, name] = ['memorial-jk', 'Zanzibar'];

/** A firewall or a balancer forgets connections. */
export const deadConnections: Fault = {
  name: 'Elasticsearch connections die silently',
  affects: 'search',
  isOvercome: true,
  changesPlace: true,
  begin: async ({ world, proxy, token }) => {
    const { search, close } = client(world, token);
    await Promise.all(Array.from({ length: searches }, (_, start) => search(`sort=address.city,name&start=${start}`)));
    close();
    proxy.killSilently();
    return () => undefined;
  },
  observe: async ({ world, token }) => {
    const { search, close } = client(world, token);
    const began = performance.now();
    await rename(world);
    const elapsed = (): number => performance.now() - began;
    while (!(await search(`q=${name}&match=exact`)).includes(`"${name}"`) && elapsed() < giveUpAfter)
      await delay(pollMs);
    close();
    const ms = elapsed();
    return { text: `a change was searchable after ${(ms / 1000).toFixed(1)} s`, failed: ms > searchableWithin };
  },
};

function client(world: World, token: string) {
  const agent = new Agent({ keepAlive: true });
  const url = `http://127.0.0.1:${world.servicePort}/v2/places`;
  return {
    search: async (query: string): Promise<string> => (await get(`${url}?${query}`, token, agent)).body,
    close: () => {
      agent.destroy();
    },
  };
}

async function rename({ databaseUrl }: World): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query('UPDATE places SET name = $1 WHERE id = $2', [name, id]);
  await database.end();
}
