import { createHash } from 'node:crypto';
import { type Pool, type QueryConfig } from 'pg';
import { queryUntilAborted } from './query-until-aborted.js';

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
