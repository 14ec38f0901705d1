import { Client, type ClientConfig } from 'pg';

/** The message of pg's error after `query_timeout`. The error has no code. */
const timeoutMessage = 'Query read timeout';

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that closes itself after `query_timeout`. Works around pg, which returns such a connection to the pool although
 * its transaction may still be open: the next user would continue the transaction and commit it. A healthy server always
 * answers before, because `statement_timeout` is shorter.
 */
export class SelfClosingClient extends Client {
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
    if (!(error instanceof Error) || error.message !== timeoutMessage) return;
    void this.end();
    // `end()` alone would wait for a server that does not answer.
    this.connection.stream.destroy();
  }
}
