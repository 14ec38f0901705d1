import { isNativeError } from 'node:util/types';
import { EnvironmentError } from '../config/environment.js';
import { DatabaseError } from '../database/connect.js';
import { DemonstrationError } from '../demonstration/working-credentials.js';
import { errorMessage } from '../config/error-message.js';
import { MapFileError } from '../base-map/map-file.js';
import { SynonymsError } from '../places/synonyms/synonym-file.js';

/** The message for the operator if the start fails. Only an unexpected error has a stack. */
export function startFailure(error: unknown): string {
  const known = [EnvironmentError, DatabaseError, DemonstrationError, SynonymsError, MapFileError];
  if (known.some((type) => error instanceof type)) return errorMessage(error);
  if (error instanceof ListenError) return portFailure(error.cause, error.variable) ?? error.message;
  if (!isNativeError(error)) return String(error);
  return portFailure(error, 'PORT') ?? error.stack ?? error.message;
}

function portFailure(error: unknown, variable: string): string | undefined {
  if (!isNativeError(error)) return undefined;
  const { syscall, code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRNOTAVAIL')
    return `The service cannot listen on ${address ?? ''} (LISTEN_ADDRESS): this machine does not have this address.`;
  if (port === undefined) return undefined;
  const reason = code === 'EADDRINUSE' ? 'another program uses it' : message;
  return `The service cannot listen on port ${port} (${variable}): ${reason}.`;
}

/** The service cannot listen on a port. `cause` is the error of the system. */
export class ListenError extends Error {
  /** @param variable the environment variable that sets the port */
  constructor(
    readonly variable: string,
    cause: unknown,
  ) {
    super(`Cannot listen on the port of ${variable}`, { cause });
  }
}
