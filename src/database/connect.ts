import { type DataSource, type DataSourceOptions } from 'typeorm';
import { errorMessage } from '../error-message.js';
import { type Pool } from 'pg';
import { SelfClosingClient } from './self-closing-client.js';

/** PostgreSQL is unreachable or unusable. The message gives the reason and names DATABASE_URL, without its password. */
export class DatabaseError extends Error {}

/** @throws DatabaseError when PostgreSQL cannot be reached */
export async function connect(database: DataSource): Promise<DataSource> {
  try {
    return await database.initialize();
  } catch (error) {
    const address = addressOf(database.options);
    throw new DatabaseError(`PostgreSQL cannot be reached at ${address} (DATABASE_URL): ${errorMessage(error)}`);
  }
}

/** Host, port and database. */
export function addressOf(options: DataSourceOptions | { url: string }): string {
  const { hostname, port, pathname } = urlOf(options);
  return `${hostname}:${port || '5432'}${pathname}`;
}

export function urlOf(options: DataSourceOptions | { url: string }): URL {
  return new URL('url' in options && options.url ? options.url : 'postgres://localhost');
}

/** The connection pool inside TypeORM's PostgreSQL driver. TypeORM has no public access to it. */
export function poolOf(database: DataSource): Pool {
  return (database.driver as unknown as { master: Pool }).master;
}

/** Settings of `pg`: sends TCP keep-alive probes after 10 s instead of the two hours that systems default to. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Settings of `pg` for connections of the service. All times are in milliseconds, and shorter than callers wait. */
export const serviceConnection = {
  application_name: 'place-directory service',
  connectionTimeoutMillis: 1000,
  query_timeout: 1700,
  statement_timeout: 1500,
  Client: SelfClosingClient,
};
