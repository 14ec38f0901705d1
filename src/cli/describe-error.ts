import { isNativeError } from 'node:util/types';
import { EnvironmentError } from '../config/environment.js';
import { errorMessage } from '../config/error-message.js';
import { DatabaseError } from '../database/connect.js';
import { IndexUnavailableError } from '../places/elasticsearch/unavailable.js';
import { CommandError, errorCode } from './command-error.js';

const searchErrors = ['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError', 'ResponseError'];

const undefinedTable = '42P01';

/** The message for an error. Only unexpected errors get a stack. */
export function describeError(error: unknown): string {
  if (error instanceof CommandError || error instanceof EnvironmentError) return error.message;
  if (error instanceof DatabaseError || error instanceof IndexUnavailableError) return error.message;
  if (errorCode(error) === undefinedTable) return 'Tables are missing: run `migrate` first.';
  if (isNativeError(error) && error.name === 'QueryFailedError') return `PostgreSQL: ${error.message}`;
  if (isSearchError(error)) return `Elasticsearch: ${errorMessage(error)}`;
  // System errors, such as a refused or lost connection.
  if (errorCode(error) !== undefined) return errorMessage(error);
  return isNativeError(error) ? (error.stack ?? error.message) : String(error);
}

/** Elasticsearch cannot be reached or rejects a request. */
export function isSearchError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return searchErrors.includes(error.name) || error instanceof IndexUnavailableError;
}
