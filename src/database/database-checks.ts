import { Inject, Injectable, Logger, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Pool } from 'pg';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { addressOf, DatabaseError } from './connect.js';
import { SchemaError } from './pending-migrations.js';

const defaultTimeoutMs = 500;

/**
 * Checks that PostgreSQL answers and accepts writes, over a connection of its own. With the pool of requests, a busy pool would look like an
 * outage and take all replicas out of service at once.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseProbe.name);
  private readonly pool: Pool;
  private readonly address: string;
  private fault: string | undefined;

  constructor(
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
    @Optional() timeoutMs = defaultTimeoutMs,
  ) {
    this.address = addressOf({ url: environment.DATABASE_URL });
    this.pool = new Pool({
      connectionString: environment.DATABASE_URL,
      application_name: 'place-directory health',
      max: 1,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      allowExitOnIdle: true,
    });
    // An idle connection broke. The next check opens another one.
    this.pool.on('error', () => undefined);
  }

  /** @throws Error if PostgreSQL does not answer in time */
  async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  /** @throws Error if PostgreSQL does not answer in time; DatabaseError if the service may not write */
  async check(): Promise<void> {
    try {
      await checkAccess(
        (text, values) => this.pool.query(text, values).then(({ rows }): unknown => rows),
        this.address,
      );
      if (this.fault !== undefined) this.logger.log('PostgreSQL accepts writes again');
      this.fault = undefined;
    } catch (error) {
      const fault = error instanceof DatabaseError ? error.message : undefined;
      if (fault !== undefined && fault !== this.fault) this.logger.error(fault);
      this.fault = fault;
      throw error;
    }
  }

  /** Whether PostgreSQL answered the last check, and the service may not write. */
  get deniesWrites(): boolean {
    return this.fault !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

/** Rights on tables or sequences. */
interface Needed {
  privileges: string;
  kind: 'TABLE' | 'SEQUENCE';
  /** Default: all. */
  names?: readonly string[];
}

/** What commands need. */
export const neededByCommands: readonly Needed[] = [
  { privileges: 'SELECT, INSERT, UPDATE, DELETE', kind: 'TABLE' },
  { privileges: 'USAGE', kind: 'SEQUENCE' },
];

/** What the service needs. Triggers write with the same rights. */
const neededByService: readonly Needed[] = [
  {
    privileges: 'SELECT',
    kind: 'TABLE',
    names: [
      ...['migrations', 'secrets', 'follows', 'checkins', 'reviews', 'list_sizes'],
      ...['places', 'place_categories', 'categories', 'subcategories', 'sources'],
    ],
  },
  // Their rows are locked (`FOR KEY SHARE`) while tokens and sessions are written, which takes the right to update them.
  { privileges: 'SELECT, UPDATE', kind: 'TABLE', names: ['clients', 'users'] },
  {
    privileges: 'SELECT, INSERT, UPDATE, DELETE',
    kind: 'TABLE',
    names: [
      ...['access_tokens', 'authorization_codes', 'refresh_tokens', 'token_families', 'sessions'],
      ...['attempts', 'known_sources', 'quotas'],
      ...['audit_log', 'import_runs', 'job_runs', 'place_changes', 'place_indices', 'dead_letters'],
      ...['areas', 'area_runs', 'joined_areas'],
    ],
  },
  { privileges: 'USAGE', kind: 'SEQUENCE', names: ['place_versions', 'place_changes_sequence_seq'] },
];

/** What does not exist is not missing here: `checkSchema` names the migration. Looks only at catalogues. */
const statement = `
  SELECT quote_ident(current_user) AS role, pg_is_in_recovery() AS "isStandby",
         current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         CASE WHEN NOT has_schema_privilege(schema.oid, 'USAGE') THEN format('USAGE ON SCHEMA %I', nspname) END AS "schemaGrant",
         ARRAY(SELECT format('%s ON %s %s', privileges, kind, string_agg(format('%I.%I', nspname, relname), ', '))
                 FROM jsonb_to_recordset($1) AS needed (privileges text, kind text, names text[])
                 JOIN pg_class ON relnamespace = schema.oid AND relkind = CASE kind WHEN 'TABLE' THEN 'r' ELSE 'S' END
                      AND (names IS NULL OR relname = ANY (names))
                WHERE EXISTS (SELECT FROM unnest(string_to_array(privileges, ', ')) AS privilege
                  WHERE CASE kind WHEN 'TABLE' THEN NOT has_table_privilege(pg_class.oid, privilege)
                        ELSE NOT has_sequence_privilege(pg_class.oid, privilege) END)
                GROUP BY privileges, kind) AS grants
    FROM pg_namespace AS schema WHERE nspname = coalesce(current_schema(), 'public')`;

interface Access {
  role: string;
  isStandby: boolean;
  isReadOnly: boolean;
  /** Null if the role may use the schema. */
  schemaGrant: string | null;
  /** What the role lacks, as `GRANT` takes it. */
  grants: string[];
}

/** PostgreSQL is a standby or read-only. It may be promoted soon. */
class ReadOnlyError extends DatabaseError {}

/** The role lacks rights. The message has the SQL that grants them. */
class RightsError extends SchemaError {}

/**
 * Checks that the service, or a command, may write what it writes. Cheap: readiness asks every second.
 *
 * @param where names the database in messages
 * @throws ReadOnlyError, RightsError
 */
export async function checkAccess(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  where: string,
  needed = neededByService,
): Promise<void> {
  const [access] = (await query(statement, [JSON.stringify(needed)])) as Access[];
  if (!access) return;
  const database = `The database ${where} (DATABASE_URL)`;
  if (access.isStandby) throw new ReadOnlyError(`${database} is a standby: name the primary.`);
  if (access.isReadOnly)
    throw new ReadOnlyError(`${database} is read-only: default_transaction_read_only is on for it, or for the role.`);
  const { role, schemaGrant, grants } = access;
  const missing = [...(schemaGrant === null ? [] : [schemaGrant]), ...grants];
  if (missing.length === 0) return;
  const statements = missing.map((grant) => `GRANT ${grant} TO ${role};`);
  throw new RightsError(
    `${database} denies its role ${role} what the service needs. Run as the owner:\n${statements.join('\n')}`,
  );
}
