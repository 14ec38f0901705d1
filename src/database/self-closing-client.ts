import { Client, type ClientConfig } from 'pg';

/** What pg says when `query_timeout` is over; it has no code for it. */
const timedOut = 'Query read timeout';

type Query = (...given: unknown[]) => unknown;

/**
 * A connection that closes itself when the answer to a statement does not come in time (`query_timeout`). Nobody knows
 * then what PostgreSQL has made of the statement, nor whether a transaction is open: back in the pool, its next user
 * would go on with that transaction, and commit it. A server that is alive has answered by then, because
 * `statement_timeout` is shorter.
 */
export class SelfClosingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query: Query = (...given) => (super.query as Query).apply(this, given);
    // Assigned, since a method of this class would have to repeat all ways to call it.
    this.query = this.watched(query) as Client['query'];
  }

  private watched(query: Query): Query {
    return (...given) => {
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
          this.closeAfter(error);
          (callback as Query)(error, result);
        });
      }
      const result = query(...given);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        this.closeAfter(error);
        throw error;
      });
    };
  }

  /** The pool drops a client that has ended, and what is still asked of it fails at once. */
  private closeAfter(error: unknown): void {
    if (!(error instanceof Error) || error.message !== timedOut) return;
    void this.end();
    // A farewell would wait for a server that does not answer.
    this.connection.stream.destroy();
  }
}
