import { type Migration, type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { addressOf, DatabaseError } from './connect.js';

/** The schema is not the one that this version needs. Waiting does not change that. */
export class SchemaError extends DatabaseError {}

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

/** The migrations to run. @param runner its connection is used, if given */
export function pendingMigrations(database: DataSource, runner?: QueryRunner): Promise<Migration[]> {
  return new MigrationExecutor(database, runner).getPendingMigrations();
}
