import { Inject } from '@nestjs/common';
import { type DataSourceOptions } from 'typeorm';
import { type Environment } from '../config/environment.js';
import { keepAlive, serviceConnection } from './connect.js';
import { Schema1790000000109 } from './migrations/1790000000109-schema.js';

/** In their order. TypeORM's glob finds none in a folder such as "directory (1)". */
const migrations = [Schema1790000000109];

/** The index lifecycle holds one connection (an advisory lock) while it uses another. */
const backgroundConnections = 3;

/** Besides its pool, a replica has the background pool, the two connections of the listener, and the probe of readiness. */
export const connectionsBesidesPool = backgroundConnections + 3;

/** A command waits for a connection. Its statements have no time limit, so only probes show that a connection is dead. */
const commandConnection = { connectionTimeoutMillis: 10_000, ...keepAlive };

/**
 * The TypeORM settings for PostgreSQL. Modules add their own entities (`TypeOrmModule.forFeature`), and commands theirs.
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
    migrations,
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

/**
 * Names the data source for background work: index sync, clean-up. Its pool is separate from the pool of
 * requests, so that neither can use up the other's connections. Commands have one pool for both.
 */
export const BACKGROUND = 'background';

/** The token of that data source. `InjectDataSource(BACKGROUND)` would load Nest's module for TypeORM, and its container, for a command. */
export const BACKGROUND_DATABASE = Symbol('BACKGROUND_DATABASE');

export const InjectBackground = () => Inject(BACKGROUND_DATABASE);
