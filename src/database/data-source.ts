import { type DataSourceOptions } from 'typeorm';
import { type Environment } from '../config/environment.js';
import { Directory1790000000000 } from './migrations/1790000000000-directory.js';
import { ClientsAndTokens1790000000001 } from './migrations/1790000000001-clients-and-tokens.js';
import { PlaceChanges1790000000002 } from './migrations/1790000000002-place-changes.js';
import { Secrets1790000000003 } from './migrations/1790000000003-secrets.js';
import { OAuthGrants1790000000010 } from './migrations/1790000000010-oauth-grants.js';
import { Sessions1790000000011 } from './migrations/1790000000011-sessions.js';
import { IndexLife1790000000030 } from './migrations/1790000000030-index-life.js';
import { TruncatedCategories1790000000031 } from './migrations/1790000000031-truncated-categories.js';
import { ListSizes1790000000040 } from './migrations/1790000000040-list-sizes.js';
import { TableChanges1790000000041 } from './migrations/1790000000041-table-changes.js';
import { Utilities1790000000050 } from './migrations/1790000000050-utilities.js';
import { serviceConnection } from './service-connection.js';

/** The index lifecycle holds one connection (an advisory lock) while it uses another. */
const backgroundConnections = 3;

/** A command waits for a connection. Its statements have no time limit. */
const commandConnection = { connectionTimeoutMillis: 10_000 };

/**
 * The TypeORM settings for PostgreSQL. Modules add their own entities (`TypeOrmModule.forFeature`).
 *
 * @param purpose `service` serves requests, with short timeouts; `background` is what the service does besides; `command`
 * is a run of the command line, without a limit on statements
 */
export function dataSourceOptions(
  environment: Pick<Environment, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>,
  purpose: 'service' | 'background' | 'command',
): DataSourceOptions {
  return {
    type: 'postgres',
    url: environment.DATABASE_URL,
    migrations: [
      Directory1790000000000,
      ClientsAndTokens1790000000001,
      PlaceChanges1790000000002,
      Secrets1790000000003,
      OAuthGrants1790000000010,
      Sessions1790000000011,
      IndexLife1790000000030,
      TruncatedCategories1790000000031,
      ListSizes1790000000040,
      TableChanges1790000000041,
      Utilities1790000000050,
    ],
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
