import { median } from '../measure/statistics.js';
import { RoundTrips } from './round-trips.js';
import { type Services, variants } from './services.js';
import { type World } from './world.js';

interface Asked {
  readonly name: string;
  readonly path: string;
  readonly isTrusted: boolean;
}

/** What the service does beside of its own accord falls into few of so many requests. */
const attempts = 21;

/** How often the service waits for PostgreSQL to answer each of these, once it knows the token; by name. */
export async function roundTripsOf(
  asked: readonly Asked[],
  { env }: World,
  services: Services,
): Promise<Map<string, number>> {
  const { counter, url } = await RoundTrips.before(env.DATABASE_URL);
  try {
    const { service, stop } = await services.startAlone({ ...env, ...variants.withoutCache, DATABASE_URL: url });
    const counts = new Map<string, number>();
    for (const { name, path, isTrusted } of asked) {
      const headers = { authorization: `Bearer ${isTrusted ? service.trusted : service.token}` };
      const seen: number[] = [];
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        counter.take();
        await (await fetch(`${service.url}${path}`, { headers })).arrayBuffer();
        seen.push(counter.take());
      }
      counts.set(name, median(seen));
    }
    await stop();
    return counts;
  } finally {
    counter.stop();
  }
}
