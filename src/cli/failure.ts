import { isNativeError } from 'node:util/types';
import { QueryFailedError } from 'typeorm';
import { EnvironmentError } from '../config/environment.js';
import { DatabaseError } from '../database/connect.js';
import { errorMessage } from '../error-message.js';
import { IndexBusyError } from '../places/search-index/index-busy-error.js';

/** The command cannot do what it was asked to; the message says why, for whoever typed it. */
export class Failure extends Error {
  constructor(
    message: string,
    /** The exit status: 1, or what shells expect of an interrupted program. */
    readonly status = 1,
  ) {
    super(message);
  }
}

/** Some of it is done, and it has been said what is not. */
export function notAllDone(): Failure {
  return new Failure('Not everything is done: see above.');
}

const searchErrors = ['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError', 'ResponseError'];
const tableIsMissing = '42P01';

/** What to tell whoever typed the command. A stack only where nobody foresaw what happened. */
export function describe(error: unknown): string {
  if (error instanceof Failure || error instanceof EnvironmentError || error instanceof DatabaseError)
    return error.message;
  if (codeOf(error) === tableIsMissing) return 'The database lacks tables: run `migrate` first.';
  if (error instanceof QueryFailedError) return `PostgreSQL: ${error.message}`;
  if (error instanceof IndexBusyError) return error.message;
  if (isSearchError(error)) return `Elasticsearch: ${errorMessage(error)}`;
  // A connection that cannot be made, or is lost.
  if (codeOf(error) !== undefined) return errorMessage(error);
  return isNativeError(error) ? (error.stack ?? error.message) : String(error);
}

/** Elasticsearch cannot be reached, or does not do what it is asked to. */
export function isSearchError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return searchErrors.includes(error.name) || error instanceof IndexBusyError;
}

/** The SQLSTATE, or the system's code. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
