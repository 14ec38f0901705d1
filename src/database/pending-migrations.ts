import { type Migration, type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { addressOf, DatabaseError } from './connect.js';

const baseline = 'Baseline1790000000091';

/** The migrations that the baseline replaces, in their order. */
const migrationsBeforeBaseline: readonly string[] = [
  'Directory1790000000000',
  'ClientsAndTokens1790000000001',
  'PlaceChanges1790000000002',
  'Secrets1790000000003',
  'OAuthGrants1790000000010',
  'Sessions1790000000011',
  'IndexLife1790000000030',
  'TruncatedCategories1790000000031',
  'ListSizes1790000000040',
  'TableChanges1790000000041',
  'Utilities1790000000050',
  'FunctionNames1790000000060',
  'AttemptDelays1790000000070',
  'ChangedCredentials1790000000071',
  'PendingAttempts1790000000072',
  'Areas1790000000074',
  'Sources1790000000077',
  'ClientAdministration1790000000080',
  'AuditLog1790000000081',
  'JobRests1790000000082',
  'Streets1790000000083',
  'SourceReplacements1790000000084',
  'PublicFirstParty1790000000085',
  'TokenFamilyAge1790000000086',
  'AccountPage1790000000087',
  'SignInRules1790000000088',
  'ImportRuns1790000000091',
];

/** The schema is not the one that this version needs. Waiting does not change that. */
export class SchemaError extends DatabaseError {}

/** Only some of the migrations before the baseline have been run, and this version does not have the others. */
export class UnfinishedMigrationsError extends SchemaError {
  /** What the operator does about it. */
  static readonly remedy =
    'Run `migrate` of the last version before the baseline first (docs/operations/upgrade.md#before-the-baseline).';

  constructor(
    where: string,
    /** The migrations that are missing. */
    readonly missing: readonly string[],
  ) {
    super(
      `The database ${where} (DATABASE_URL) lacks migrations before the baseline: ${missing.join(', ')}. ${UnfinishedMigrationsError.remedy}`,
    );
  }
}

/**
 * Checks that all migrations have been run. A newer schema is accepted: during an upgrade, replicas of the old version still
 * serve.
 *
 * @throws SchemaError if a migration is pending
 */
export async function checkSchema(database: DataSource): Promise<void> {
  const [pending] = await pendingMigrations(database);
  if (pending === undefined) return;
  const where = addressOf(database.options);
  throw new SchemaError(
    `The database ${where} (DATABASE_URL) lacks the migration ${pending.name}: run \`migrate\` first.`,
  );
}

/**
 * The migrations to run, without the baseline if the migrations before it made its schema.
 *
 * @param runner its connection is used, if given
 * @throws UnfinishedMigrationsError
 */
export async function pendingMigrations(database: DataSource, runner?: QueryRunner): Promise<Migration[]> {
  const pending = await new MigrationExecutor(database, runner).getPendingMigrations();
  if (!pending.some(({ name }) => name === baseline)) return pending;
  return (await hasOldMigrations(database, runner)) ? pending.filter(({ name }) => name !== baseline) : pending;
}

/**
 * @returns whether the migrations before the baseline have been run, so that the database has its schema
 * @throws UnfinishedMigrationsError if only some have
 */
export async function hasOldMigrations(database: DataSource, runner?: QueryRunner): Promise<boolean> {
  const executed = await new MigrationExecutor(database, runner).getExecutedMigrations();
  const missing = migrationsBeforeBaseline.filter((name) => !executed.some((migration) => migration.name === name));
  if (missing.length === 0 || missing.length === migrationsBeforeBaseline.length) return missing.length === 0;
  throw new UnfinishedMigrationsError(addressOf(database.options), missing);
}
