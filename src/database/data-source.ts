import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Inject } from '@nestjs/common';
import { type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { type Environment } from '../config/environment.js';
import { keepAlive, serviceConnection } from './connect.js';

const load = createRequire(__filename);

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
    migrations: migrationClasses(),
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
 * The classes in the folder `migrations`, by file name: a number gives the order. TypeORM could find them by a glob, but
 * finds none if the path of the installation contains a character such as `(`.
 */
function migrationClasses(): (new () => MigrationInterface)[] {
  const folder = join(__dirname, 'migrations');
  return readdirSync(folder)
    .filter((name) => /^\d+-[\w-]+\.[jt]s$/.test(name))
    .sort()
    .flatMap((name) => Object.values(load(join(folder, name)) as Record<string, new () => MigrationInterface>));
}

/**
 * Names the data source for background work: index sync, clean-up. Its pool is separate from the pool of
 * requests, so that neither can use up the other's connections. Commands have one pool for both.
 */
export const BACKGROUND = 'background';

/** The token of that data source. `InjectDataSource(BACKGROUND)` would load Nest's module for TypeORM, and its container, for a command. */
export const BACKGROUND_DATABASE = Symbol('BACKGROUND_DATABASE');

export const InjectBackground = () => Inject(BACKGROUND_DATABASE);
