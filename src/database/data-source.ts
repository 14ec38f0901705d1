import { type DataSourceOptions } from 'typeorm';
import { CheckinEntity } from '../activity/checkin.entity.js';
import { ReviewEntity } from '../activity/review.entity.js';
import { AccessTokenEntity } from '../auth/tokens/access-token.entity.js';
import { ClientEntity } from '../auth/clients/client.entity.js';
import { SessionEntity } from '../oauth/sessions/session.entity.js';
import { CategoryEntity } from '../categories/category.entity.js';
import { SubcategoryEntity } from '../categories/subcategory.entity.js';
import { type Environment } from '../config/environment.js';
import { FollowEntity } from '../follows/follow.entity.js';
import { UserEntity } from '../users/user.entity.js';
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
import { SelfClosingClient } from './self-closing-client.js';

/** Milliseconds. A frozen database must not hold a request: it is given up before the caller gives up. */
const serviceTimeouts = {
  connectionTimeoutMillis: 1000,
  query_timeout: 1700,
  statement_timeout: 1500,
  Client: SelfClosingClient,
};

/** The care of the index holds one while it uses another. */
const backgroundConnections = 3;

/** Commands wait for a connection, but let their statements take the time they need. */
const commandTimeouts = { connectionTimeoutMillis: 10_000 };

/**
 * How PostgreSQL is reached.
 *
 * @param purpose a service answers in time or not at all; a command (import, reindex, migrate) may take long; what a
 * service does in the background has connections of its own
 */
export function dataSourceOptions(
  environment: Pick<Environment, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>,
  purpose: 'service' | 'background' | 'command',
): DataSourceOptions {
  return {
    type: 'postgres',
    url: environment.DATABASE_URL,
    applicationName: `place-directory ${purpose}`,
    entities: [
      UserEntity,
      FollowEntity,
      CategoryEntity,
      SubcategoryEntity,
      CheckinEntity,
      ReviewEntity,
      ClientEntity,
      AccessTokenEntity,
      SessionEntity,
    ],
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
    // Its other loggers write migrations that fail to standard output, also where they are tried again.
    logger: 'debug',
    extra: {
      max: purpose === 'background' ? backgroundConnections : environment.DATABASE_POOL_SIZE,
      ...(purpose === 'command' ? commandTimeouts : serviceTimeouts),
    },
  };
}
