import { type DataSource, type DataSourceOptions } from 'typeorm';
import { reasonOf } from '../error-message.js';

/** PostgreSQL cannot be worked with. The message says why and names DATABASE_URL, without the password. */
export class DatabaseError extends Error {}

/** @throws DatabaseError when PostgreSQL cannot be reached */
export async function connect(database: DataSource): Promise<DataSource> {
  try {
    return await database.initialize();
  } catch (error) {
    const where = addressOf(database.options);
    throw new DatabaseError(`PostgreSQL cannot be reached at ${where} (DATABASE_URL): ${reasonOf(error)}`);
  }
}

/** Host, port and database. */
export function addressOf(options: DataSourceOptions): string {
  const { hostname, port, pathname } = new URL('url' in options && options.url ? options.url : 'postgres://localhost');
  return `${hostname}:${port || '5432'}${pathname}`;
}
