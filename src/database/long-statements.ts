import { Client } from 'pg';
import { type DataSource } from 'typeorm';
import { processIdOf } from './query-until-aborted.js';

/** Other statements of the service have much less time. */
const timeouts = { connectionTimeoutMillis: 5000, statement_timeout: 300_000, query_timeout: 305_000 };

/** Connections with long time-outs, for statements of a job over all rows of a table. */
export class LongStatements {
  private readonly clients = new Set<Client>();
  private stopped = false;

  /** @param name of the job, shown in `pg_stat_activity` */
  constructor(
    private readonly database: DataSource,
    private readonly url: string,
    private readonly name: string,
  ) {}

  /** Runs statements on a connection of their own. @throws Error once stopped */
  async with<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const application_name = `place-directory ${this.name}`;
    const client = new Client({ connectionString: this.url, application_name, ...timeouts });
    // An idle connection broke. The next statement fails.
    client.on('error', () => undefined);
    await client.connect();
    this.clients.add(client);
    try {
      if (this.stopped) throw new Error('The service is shutting down');
      return await work(client);
    } finally {
      this.clients.delete(client);
      await client.end();
    }
  }

  /** Cancels the statements, and starts no more of them. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const client of this.clients) {
      // PostgreSQL goes on with a statement whose connection is closed. Behind a pooler this is no process of PostgreSQL.
      await this.database.query('SELECT pg_cancel_backend($1)', [processIdOf(client)]).catch(() => undefined);
      void client.end();
    }
  }
}
