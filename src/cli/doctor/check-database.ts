import { type DataSource } from 'typeorm';
import { type Environment } from '../../config/environment.js';
import { addressOf, connect, DatabaseError } from '../../database/connect.js';
import { checkAccess, neededByCommands } from '../../database/database-checks.js';
import { connectionsBesidesPool } from '../../database/data-source.js';
import { checkSchema, SchemaError } from '../../database/pending-migrations.js';
import { attempt, failed, type Finding, ok, warning } from './finding.js';

/** The major version that the tests run on. */
const testedVersion = 18;
const maxClockDifferenceMs = 2000;

const facts = `
  SELECT current_setting('server_version_num')::integer / 10000 AS version,
         pg_size_pretty(pg_database_size(current_database())) AS size,
         extract(epoch FROM clock_timestamp()) * 1000 AS now,
         has_schema_privilege('public', 'CREATE') AS "mayMigrate",
         -- Other roles may not see whose connections they are, but see their number.
         (SELECT sum(numbackends)::integer FROM pg_stat_database) AS connections,
         -- The limits are of the server, the role and the database.
         (SELECT least(current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
                         - coalesce(current_setting('reserved_connections', true)::integer, 0),
                       nullif(rolconnlimit, -1), nullif(datconnlimit, -1))
            FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()) AS "maxConnections"`;

interface Facts {
  connections: number;
  maxConnections: number;
  version: number;
  size: string;
  now: string;
  mayMigrate: boolean;
}

/** Connects to PostgreSQL, which must not be connected yet. */
export function checkDatabase(
  database: DataSource,
  { DATABASE_POOL_SIZE: pool }: Pick<Environment, 'DATABASE_POOL_SIZE'>,
): Promise<Finding[]> {
  const remedy = 'Check DATABASE_URL, the network and whether PostgreSQL runs.';
  return attempt('postgresql', remedy, async () => {
    await connect(database);
    const before = Date.now();
    const [row] = await database.query<Facts[]>(facts);
    if (!row) return [];
    const now = (before + Date.now()) / 2;
    return [
      checkVersion(row),
      await checkMigrations(database),
      await checkPermissions(database, row),
      checkClock(Number(row.now) - now),
      checkConnections(row, pool),
    ];
  });
}

function checkVersion({ version, size }: Facts): Finding {
  const detail = `version ${version}, database of ${size}`;
  if (version >= testedVersion) return ok('postgresql', detail);
  return warning('postgresql', detail, `The service is tested with PostgreSQL ${testedVersion}: plan an upgrade.`);
}

async function checkMigrations(database: DataSource): Promise<Finding> {
  try {
    await checkSchema(database);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return failed('schema', error.message.replace(/: run `migrate` first\.$/, ''), 'Run migrate.');
  }
  return ok('schema', 'all migrations have been run');
}

/** As the start and `/health/ready`, but for all tables: commands write more of them than the service. */
async function checkPermissions(database: DataSource, { mayMigrate }: Facts): Promise<Finding> {
  const check = 'postgresql permissions';
  const query = (text: string, values: unknown[]) => database.query<unknown>(text, values);
  try {
    await checkAccess(query, addressOf(database.options), neededByCommands);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const [fault = '', ...grants] = error.message.split('\n');
    return failed(
      check,
      fault.replace(/[.:]$/, ''),
      grants.join(' ') || 'Name another database or role in DATABASE_URL.',
    );
  }
  const tables = 'tables can be read';
  return ok(
    check,
    mayMigrate ? `${tables}, written and migrated` : `${tables} and written; another role migrates them`,
  );
}

function checkClock(differenceMs: number): Finding {
  const detail = `${(Math.abs(differenceMs) / 1000).toFixed(1)} s apart from that of PostgreSQL`;
  if (Math.abs(differenceMs) <= maxClockDifferenceMs) return ok('clock', detail);
  return warning('clock', detail, 'Synchronise the clocks of all machines (NTP): logs and expiry times disagree.');
}

/**
 * Checks that the connections of two replicas of the service fit beside a command. A roll-out starts the next one before it ends the last
 * one.
 */
function checkConnections({ connections, maxConnections }: Facts, pool: number): Finding {
  const check = 'postgresql connections';
  const each = pool + connectionsBesidesPool;
  const fitting = Math.max(Math.floor((maxConnections - pool) / each), 0);
  const detail =
    `${connections} of ${maxConnections} in use; a replica of the service opens up to ${each}, ` +
    `so ${fitting} ${fitting === 1 ? 'fits' : 'fit'} beside a command`;
  if (connections < maxConnections * 0.8 && fitting >= 2) return ok(check, detail);
  const remedy =
    'Raise max_connections, lower DATABASE_POOL_SIZE or the number of replicas, or put a pooler in front of PostgreSQL.';
  return warning(check, detail, remedy);
}
