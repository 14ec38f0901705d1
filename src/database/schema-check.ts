import { type DataSource, MigrationExecutor } from 'typeorm';
import { addressOf, DatabaseError } from './connect.js';

/** A migration of this version has not been run. */
export class SchemaError extends DatabaseError {}

/**
 * Checks that all migrations have been run. A newer schema is accepted: during an upgrade, replicas of the old version still
 * serve.
 *
 * @throws SchemaError if a migration is pending
 */
export async function checkSchema(database: DataSource): Promise<void> {
  const [pending] = await new MigrationExecutor(database).getPendingMigrations();
  if (pending === undefined) return;
  const where = addressOf(database.options);
  throw new SchemaError(
    `The database ${where} (DATABASE_URL) lacks the migration ${pending.name}: run \`migrate\` first.`,
  );
}
