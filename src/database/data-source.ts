import { join } from 'node:path';
import { type DataSourceOptions } from 'typeorm';
import { type Environment } from '../config/environment.js';
import { serviceConnection } from './connect.js';

/** The index lifecycle holds one connection (an advisory lock) while it uses another. */
const backgroundConnections = 3;

/** A command waits for a connection. Its statements have no time limit. */
const commandConnection = { connectionTimeoutMillis: 10_000 };

/**
 * The TypeORM settings for PostgreSQL. Modules add their own entities (`TypeOrmModule.forFeature`).
 *
 * @param purpose `service` serves requests; `background` is the service's background work; both have short timeouts. `command`
 * is a run of the command line, whose statements have no time limit
 */
export function dataSourceOptions(
  environment: Pick<Environment, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>,
  purpose: 'service' | 'background' | 'command',
): DataSourceOptions {
  return {
    type: 'postgres',
    url: environment.DATABASE_URL,
    // By file name, which begins with a number that gives the order.
    migrations: [join(__dirname, 'migrations', '[0-9]*.{ts,js}')],
    synchronize: false,
    migrationsTransactionMode: 'each',
    // The other loggers of TypeORM print a failed migration to standard output, even if the migration is retried.
    logger: 'debug',
    extra: {
      ...(purpose === 'command' ? commandConnection : serviceConnection),
      application_name: `place-directory ${purpose}`,
      max: purpose === 'background' ? backgroundConnections : environment.DATABASE_POOL_SIZE,
    },
  };
}
