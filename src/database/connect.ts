import { Client, type ClientConfig, type Pool } from 'pg';
import { type DataSource, type DataSourceOptions } from 'typeorm';
import { errorMessage } from '../config/error-message.js';

/** The message of pg's error after `query_timeout`. The error has no code. */
export const queryTimeoutMessage = 'Query read timeout';

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that closes itself after `query_timeout`. Works around pg, which returns such a connection to the pool although
 * its transaction may still be open: the next user would continue the transaction and commit it. A healthy server always
 * answers before, because `statement_timeout` is shorter.
 */
class SelfClosingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query: Query = (...args) => (super.query as Query).apply(this, args);
    // An assignment, because a method would have to repeat all overloads of `query`.
    this.query = this.closingOnTimeout(query) as Client['query'];
  }

  private closingOnTimeout(query: Query): Query {
    return (...args) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          this.closeOnTimeout(error);
          (callback as Query)(error, result);
        });
      }
      const result = query(...args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        this.closeOnTimeout(error);
        throw error;
      });
    };
  }

  /** The pool drops an ended client. Its pending statements fail at once. */
  private closeOnTimeout(error: unknown): void {
    if (!(error instanceof Error) || error.message !== queryTimeoutMessage) return;
    void this.end();
    // `end()` alone would wait for a server that does not answer.
    this.connection.stream.destroy();
  }
}

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
  const { hostname, port, pathname } = new URL('url' in options && options.url ? options.url : 'postgres://localhost');
  return `${hostname}:${port || '5432'}${pathname}`;
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
