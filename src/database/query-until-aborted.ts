import { type ClientBase, type Pool, type QueryConfig } from 'pg';

/** SQLSTATE of a statement that was cancelled. Its connection stays usable. */
const cancelled = '57014';

/**
 * Runs a statement on a connection of the pool, and cancels it in PostgreSQL when nobody waits for its rows any more.
 *
 * @throws the reason of `signal` once it is aborted
 */
export async function queryUntilAborted<Rows>(pool: Pool, statement: QueryConfig, signal: AbortSignal): Promise<Rows> {
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
export function processIdOf(connection: ClientBase): number {
  return (connection as unknown as { processID: number }).processID;
}
