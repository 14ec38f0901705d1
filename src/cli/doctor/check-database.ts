import { Client } from 'pg';
import { type DataSource, MigrationExecutor } from 'typeorm';
import { isLoopback } from '../../config/loopback.js';
import { addressOf, connect, urlOf } from '../../database/connect.js';
import { attempt, failed, type Finding, ok, warning } from './finding.js';

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
         (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
         current_setting('max_connections')::integer AS "maxConnections"`;

interface Facts {
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
  connections: number;
  maxConnections: number;
}

/** Connects to PostgreSQL, which must not be connected yet. */
export function checkDatabase(database: DataSource): Promise<Finding[]> {
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
      checkConnections(row),
    ];
  });
}

/** Checks the servers of DATABASE_REPLICA_URLS. @param primary is connected, unless it is away */
export async function checkReplicas(urls: readonly string[], primary: DataSource): Promise<Finding[]> {
  const remedy = 'Its load is on the other servers. Start it, or correct DATABASE_REPLICA_URLS.';
  const findings = urls.map((url) => {
    const check = `read replica ${addressOf({ url })}`;
    return attempt(check, remedy, async () => [ok(check, await lagOf(url, primary))]);
  });
  return (await Promise.all(findings)).flat();
}

async function lagOf(url: string, primary: DataSource): Promise<string> {
  const written = primary.isInitialized ? await positionOf(primary, 'pg_current_wal_insert_lsn()') : undefined;
  const replica = new Client({ connectionString: url, application_name: 'place-directory command' });
  // The connection may break while nobody waits for it.
  replica.on('error', () => undefined);
  try {
    await replica.connect();
    const { rows } = await replica.query<{ behind: string | null }>(
      `SELECT CASE WHEN pg_is_in_recovery()
           THEN pg_size_pretty(greatest($1::numeric - (pg_last_wal_replay_lsn() - '0/0'), 0)) END AS behind`,
      [written ?? null],
    );
    if (written === undefined) return 'answers';
    return rows[0]?.behind ? `${rows[0].behind} behind` : 'answers, but is no streaming replica: its lag is not known';
  } finally {
    // A silent server does not end the connection.
    void replica.end().catch(() => undefined);
  }
}

async function positionOf(database: DataSource, position: string): Promise<string | undefined> {
  const [row] = await database.query<{ bytes: string }[]>(`SELECT (${position} - '0/0')::text AS bytes`);
  return row?.bytes;
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
  const pending = await new MigrationExecutor(database).getPendingMigrations();
  if (pending.length === 0) return ok('schema', 'all migrations have been run');
  return failed(
    'schema',
    `${pending.length} migrations are missing, from ${pending[0]?.name ?? ''} on`,
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
  if (denied > 0) return failed(check, `${denied} tables cannot be read or written`, grant);
  if (!mayVersion)
    return failed(
      check,
      'the sequence of versions cannot be used',
      'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public to the user of DATABASE_URL.',
    );
  if (mayMigrate) return ok(check, 'tables can be read, written and migrated');
  const remedy = 'Normal if another user runs migrate. Else GRANT CREATE ON SCHEMA public.';
  return warning(check, 'tables can be read and written, but not migrated', remedy);
}

function checkClock(differenceMs: number): Finding {
  const detail = `${(Math.abs(differenceMs) / 1000).toFixed(1)} s apart from that of PostgreSQL`;
  if (Math.abs(differenceMs) <= maxClockDifferenceMs) return ok('clock', detail);
  return warning('clock', detail, 'Synchronise the clocks of all machines (NTP): logs and expiry times disagree.');
}

function checkConnections({ connections, maxConnections }: Facts): Finding {
  const detail = `${connections} of ${maxConnections} in use`;
  if (connections < maxConnections * 0.8) return ok('postgresql connections', detail);
  const remedy = 'Raise max_connections, or lower DATABASE_POOL_SIZE or the number of replicas.';
  return warning('postgresql connections', detail, remedy);
}
