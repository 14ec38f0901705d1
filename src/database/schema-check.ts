import { type DataSource, MigrationExecutor } from 'typeorm';
import { addressOf, DatabaseError } from './connect.js';

/** The tables are older than the service. */
export class SchemaError extends DatabaseError {}

/**
 * Makes sure that all migrations have been run. A newer schema than ours is fine: while replicas are replaced, those of
 * the old version still serve.
 *
 * @throws SchemaError when one is pending
 */
export async function checkSchema(database: DataSource): Promise<void> {
  const [pending] = await new MigrationExecutor(database).getPendingMigrations();
  if (pending === undefined) return;
  const where = addressOf(database.options);
  throw new SchemaError(
    `The database ${where} (DATABASE_URL) lacks the migration ${pending.name}: run \`migrate\` first.`,
  );
}
