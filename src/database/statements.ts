import { createHash } from 'node:crypto';
import { type Pool, type QueryConfig, type ClientBase, Client } from 'pg';
import { type DataSource } from 'typeorm';

/** Runs a statement with parameters on a connection of the pool, until the signal is aborted. @returns the rows */
export type RunStatement = <Rows>(pool: Pool, statement: Statement, signal?: AbortSignal) => Promise<Rows>;

type Statement = Required<Pick<QueryConfig, 'text' | 'values'>>;

/**
 * SQLSTATEs of a connection that lost a prepared statement (26000), that has one of the same name (42P05), or that
 * prepared it before the type of a column changed (0A000). PostgreSQL reports them before it executes the statement.
 */
const outdated = ['26000', '42P05', '0A000'];

/** More than the service has. Each name takes memory in each connection. */
const maxNames = 100;

const names = new Map<string, string>();

export const runUnnamed: RunStatement = (pool, statement, signal) => run(pool, statement, signal);

/** Each connection parses the text once, and plans it a few times. The text must be constant. */
export const runNamed: RunStatement = async <Rows>(pool: Pool, statement: Statement, signal?: AbortSignal) => {
  try {
    return await run<Rows>(pool, { name: nameOf(statement.text), ...statement }, signal);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    // The pool has closed the connection, so each connection fails only once.
    return run<Rows>(pool, statement, signal);
  }
};

async function run<Rows>(pool: Pool, statement: QueryConfig, signal: AbortSignal | undefined): Promise<Rows> {
  return signal ? queryUntilAborted(pool, statement, signal) : ((await pool.query(statement)).rows as Rows);
}

/** The name depends on the text only: equal names mean equal statements, also behind a pooler. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNames) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16);
  names.set(text, name);
  return name;
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && outdated.includes(String(error.code));
}

/** SQLSTATE of a statement that was cancelled. Its connection stays usable. */
const cancelled = '57014';

/**
 * Runs a statement on a connection of the pool, and cancels it in PostgreSQL when nobody waits for its rows any more.
 *
 * @throws the reason of `signal` once it is aborted
 */
async function queryUntilAborted<Rows>(pool: Pool, statement: QueryConfig, signal: AbortSignal): Promise<Rows> {
  signal.throwIfAborted();
  const connection = await pool.connect();
  let failure: unknown;
  let cancellation: Promise<unknown> | undefined;
  const cancel = (): void => {
    // Behind a pooler this is no process of PostgreSQL. The statement then ends by its time-out.
    cancellation = pool.query('SELECT pg_cancel_backend($1)', [processIdOf(connection)]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    return (await connection.query(statement)).rows as Rows;
  } catch (error) {
    failure = error;
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Otherwise it might end the next statement of the connection.
    await cancellation;
    connection.release(isUsableAfter(failure, signal) ? undefined : true);
  }
}

function isUsableAfter(failure: unknown, signal: AbortSignal): boolean {
  if (failure === undefined || failure === signal.reason) return true;
  return failure instanceof Error && 'code' in failure && failure.code === cancelled;
}

/** `@types/pg` does not declare it. */
function processIdOf(connection: ClientBase): number {
  return (connection as unknown as { processID: number }).processID;
}

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
