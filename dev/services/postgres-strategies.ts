import { startPostgresContainer } from './containers.js';
import { postgresPrograms, startEmbeddedPostgres } from './embedded-postgres.js';
import { existingServer, type StartStrategy, type StrategyOptions } from './start-strategy.js';

/** The strategies to start PostgreSQL here, the preferred one first; or what is missing. */
export function postgresStrategies(options: StrategyOptions): StartStrategy[] | string {
  const { env, engine, dataDir, persistent, abort } = options;
  if (env.DATABASE_URL) return [existingServer('PostgreSQL', env.DATABASE_URL)];
  const strategies: StartStrategy[] = [];
  if (engine) {
    strategies.push({
      label: 'PostgreSQL 18 (container)',
      start: () => startPostgresContainer({ dataDir, persistent }),
    });
  }
  const programs = postgresPrograms();
  if (programs) {
    strategies.push({
      label: 'PostgreSQL 18 (embedded)',
      start: () => startEmbeddedPostgres(programs, dataDir, persistent, abort),
    });
  }
  if (strategies.length > 0) return strategies;
  return `PostgreSQL: no DATABASE_URL, no container engine, no embedded PostgreSQL for ${process.platform} ${process.arch}`;
}
