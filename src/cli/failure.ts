import { QueryFailedError } from 'typeorm';
import { EnvironmentError } from '../config/environment.js';

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

const networkErrors = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'EPIPE'];
const searchErrors = ['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError', 'ResponseError'];
const tableIsMissing = '42P01';

/** What to tell whoever typed the command. A stack only where nobody foresaw what happened. */
export function describe(error: unknown): string {
  if (error instanceof Failure || error instanceof EnvironmentError) return error.message;
  if (error instanceof QueryFailedError) {
    return codeOf(error) === tableIsMissing
      ? 'The database lacks tables: run `migrate` first.'
      : `PostgreSQL: ${error.message}`;
  }
  if (isSearchError(error)) return `Elasticsearch: ${reasonOf(error)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Elasticsearch cannot be reached, or answers with an error. */
export function isSearchError(error: unknown): boolean {
  return error instanceof Error && searchErrors.includes(error.name);
}

/** A lost or impossible connection, as against a statement that PostgreSQL refuses. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return true;
  return networkErrors.includes(code) || /^(08|57P)/.test(code);
}

/** The SQLSTATE, or the system's code. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** The message; of several tries (`localhost` has two addresses) the messages of all. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
