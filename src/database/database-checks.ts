import { Inject, Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
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

/** The service reads and writes these tables, and its commands more (`doctor`). Triggers write with the same rights. */
const writtenTables = [
  ...[
    'access_tokens',
    'authorization_codes',
    'refresh_tokens',
    'token_families',
    'sessions',
    'attempts',
    'known_sources',
  ],
  ...['audit_log', 'import_runs', 'job_runs', 'place_changes', 'place_indices', 'dead_letters'],
  ...['areas', 'area_runs', 'joined_areas'],
];

const readTables = [
  ...['migrations', 'clients', 'secrets', 'users', 'follows', 'checkins', 'reviews', 'list_sizes'],
  ...['places', 'place_categories', 'categories', 'subcategories', 'sources'],
];

/** Their rows are locked (`FOR KEY SHARE`) while tokens and sessions are written, which takes the right to update them. */
const lockedTables = ['clients', 'users'];

const usedSequences = ['place_versions', 'place_changes_sequence_seq'];

interface Grant {
  privilege: string;
  kind: 'TABLE' | 'SEQUENCE';
  name: string;
}

const needed: readonly Grant[] = [
  ...[...readTables, ...writtenTables].map((name) => ({ privilege: 'SELECT', kind: 'TABLE' as const, name })),
  ...['INSERT', 'UPDATE', 'DELETE'].flatMap((privilege) =>
    writtenTables.map((name) => ({ privilege, kind: 'TABLE' as const, name })),
  ),
  ...lockedTables.map((name) => ({ privilege: 'UPDATE', kind: 'TABLE' as const, name })),
  ...usedSequences.map((name) => ({ privilege: 'USAGE', kind: 'SEQUENCE' as const, name })),
];

const parameters = (['privilege', 'kind', 'name'] as const).map((key) => needed.map((grant) => grant[key]));

/** What does not exist is not missing here: `checkSchema` names the migration. Looks only at catalogues. */
const statement = `
  SELECT quote_ident(current_user) AS role, quote_ident(schema.nspname) AS schema, pg_is_in_recovery() AS "isStandby",
         current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         has_schema_privilege(schema.oid, 'USAGE') AS "mayUseSchema",
         (SELECT coalesce(json_agg(grants ORDER BY number), '[]')
            FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS grants (privilege, kind, name, number)
            JOIN pg_class ON relnamespace = schema.oid AND relname = name
           WHERE CASE kind WHEN 'TABLE' THEN has_table_privilege(pg_class.oid, privilege)
                 ELSE has_sequence_privilege(pg_class.oid, privilege) END IS FALSE) AS missing
    FROM pg_namespace AS schema WHERE nspname = coalesce(current_schema(), 'public')`;

interface Access {
  role: string;
  schema: string;
  isStandby: boolean;
  isReadOnly: boolean;
  mayUseSchema: boolean;
  missing: Grant[];
}

/** PostgreSQL is a standby or read-only. It may be promoted soon. */
class ReadOnlyError extends DatabaseError {}

/** The role lacks rights. The message has the SQL that grants them. */
class RightsError extends SchemaError {}

/**
 * Checks that the service may write what it writes. Cheap: readiness asks every second.
 *
 * @param where names the database in messages
 * @throws ReadOnlyError, RightsError
 */
export async function checkAccess(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  where: string,
): Promise<void> {
  const [access] = (await query(statement, parameters)) as Access[];
  if (!access) return;
  const database = `The database ${where} (DATABASE_URL)`;
  if (access.isStandby) throw new ReadOnlyError(`${database} is a standby: name the primary.`);
  if (access.isReadOnly)
    throw new ReadOnlyError(`${database} is read-only: default_transaction_read_only is on for it, or for the role.`);
  if (access.mayUseSchema && access.missing.length === 0) return;
  const { role, schema } = access;
  const usage = access.mayUseSchema ? [] : [`GRANT USAGE ON SCHEMA ${schema} TO ${role};`];
  const grants = [...usage, ...grantsOf(access)];
  throw new RightsError(
    `${database} denies its role ${role} what the service needs. Run as the owner:\n${grants.join('\n')}`,
  );
}

/** One statement for each kind and set of privileges. */
function grantsOf({ role, schema, missing }: Access): string[] {
  const privileges = new Map<string, string[]>();
  for (const { kind, name, privilege } of missing) {
    const object = `${kind} ${schema}.${name}`;
    privileges.set(object, [...(privileges.get(object) ?? []), privilege]);
  }
  const objects = new Map<string, string[]>();
  for (const [object, granted] of privileges) {
    const [kind = '', name = ''] = object.split(' ');
    const grant = `${granted.join(', ')} ON ${kind}`;
    objects.set(grant, [...(objects.get(grant) ?? []), name]);
  }
  return [...objects].map(([grant, names]) => `GRANT ${grant} ${names.join(', ')} TO ${role};`);
}
