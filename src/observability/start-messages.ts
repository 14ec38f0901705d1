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
  if (!isNativeError(error)) return String(error);
  // The message of Node names the address and the port.
  if ((error as NodeJS.ErrnoException).syscall === 'listen')
    return `The service cannot listen (PORT, ADMIN_PORT, LISTEN_ADDRESS): ${error.message}`;
  return error.stack ?? error.message;
}
