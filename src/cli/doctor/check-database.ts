import { type DataSource } from 'typeorm';
import { isLoopback } from '../../config/values.js';
import { type Environment } from '../../config/environment.js';
import { connect, urlOf } from '../../database/connect.js';
import { connectionsBesidesPool } from '../../database/data-source.js';
import { pendingMigrations } from '../../database/pending-migrations.js';
import { attempt, failed, type Finding, ok, warning } from './finding.js';
import { countOf } from '../visible-text.js';

/** The major version that the tests run on. */
const testedVersion = 18;
const maxClockDifferenceMs = 2000;

const facts = `
  SELECT current_setting('server_version_num')::integer / 10000 AS version,
         pg_size_pretty(pg_database_size(current_database())) AS size,
         extract(epoch FROM clock_timestamp()) * 1000 AS now,
         current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         has_schema_privilege('public', 'CREATE') AS "mayMigrate",
         (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl) AS tls,
         -- A list of privileges would be true if any of them is held.
         (SELECT count(*)::integer FROM pg_tables WHERE schemaname = 'public' AND EXISTS (
            SELECT FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
             WHERE NOT has_table_privilege(format('%I.%I', schemaname, tablename), privilege))) AS denied,
         has_sequence_privilege(to_regclass('public.place_versions'), 'USAGE') IS NOT FALSE AS "mayVersion",
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
  /** A standby, or default_transaction_read_only is on. */
  isReadOnly: boolean;
  mayMigrate: boolean;
  /** The version of TLS; null if the connection is not encrypted. */
  tls: string | null;
  denied: number;
  /** Each indexed place takes a version from a sequence. */
  mayVersion: boolean;
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
      checkTls(row, database),
      ok('postgresql extensions', 'none are needed'),
      await checkMigrations(database),
      checkPermissions(row),
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

function checkTls({ tls }: Facts, database: DataSource): Finding {
  const check = 'postgresql tls';
  const { hostname, searchParams } = urlOf(database.options);
  const remedy = 'Add ?sslmode=verify-full to DATABASE_URL, and with a CA of your own &sslrootcert=FILE.';
  if (tls === null && isThisMachine(hostname)) return ok(check, 'not used, on this machine');
  if (tls === null) return warning(check, 'the connection is not encrypted', remedy);
  const isChecked = searchParams.get('sslmode') !== 'no-verify' && searchParams.get('uselibpqcompat') !== 'true';
  if (isChecked) return ok(check, `${tls}, with the certificate checked`);
  return warning(check, `${tls}, but the certificate may not be checked`, 'Use sslmode=verify-full in DATABASE_URL.');
}

/** A Unix socket has no host. */
const isThisMachine = (hostname: string) => isLoopback(hostname) || /^(|%2f.*)$/i.test(hostname);

async function checkMigrations(database: DataSource): Promise<Finding> {
  const pending = await pendingMigrations(database);
  if (pending.length === 0) return ok('schema', 'all migrations have been run');
  return failed(
    'schema',
    `${pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`} missing, from ${pending[0]?.name ?? ''} on`,
    'Run migrate.',
  );
}

function checkPermissions({ isReadOnly, mayMigrate, denied, mayVersion }: Facts): Finding {
  const check = 'postgresql permissions';
  if (isReadOnly)
    return failed(
      check,
      'the database is read-only',
      'It is a standby: name the primary in DATABASE_URL. Or turn default_transaction_read_only off.',
    );
  const grant = 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public to the user of DATABASE_URL.';
  if (denied > 0) return failed(check, `${countOf(denied, 'table')} cannot be read or written`, grant);
  if (!mayVersion)
    return failed(
      check,
      'the sequence of versions cannot be used',
      'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public to the user of DATABASE_URL.',
    );
  return ok(
    check,
    mayMigrate
      ? 'tables can be read, written and migrated'
      : 'tables can be read and written; another role migrates them',
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
