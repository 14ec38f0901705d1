import { startPostgresContainer } from './containers.js';
import { postgresPrograms, startEmbeddedPostgres } from './embedded-postgres.js';
import { given, type Way, type WaysOptions } from './start-strategy.js';

/** The ways to PostgreSQL that are open here, best first; none, and the reason in `missing`, when it has nowhere to run. */
export function postgresWays(options: WaysOptions, missing: string[]): Way[] {
  const { env, engine, dataDir, lasting, abort } = options;
  if (env.DATABASE_URL) return [given('PostgreSQL', env.DATABASE_URL)];
  const ways: Way[] = [];
  if (engine)
    ways.push({ label: 'PostgreSQL 18 (container)', start: () => startPostgresContainer({ dataDir, lasting }) });
  const programs = postgresPrograms();
  if (programs) {
    ways.push({
      label: 'PostgreSQL 18 (embedded)',
      start: () => startEmbeddedPostgres(programs, dataDir, lasting, abort),
    });
  }
  if (ways.length === 0) {
    missing.push(
      `PostgreSQL: no DATABASE_URL, no container engine, no embedded PostgreSQL for ${process.platform} ${process.arch}`,
    );
  }
  return ways;
}
