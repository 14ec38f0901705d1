import { isNativeError } from 'node:util/types';
import { errorMessage } from '../../error-message.js';

/** How far causes of causes are followed. */
const depth = 4;

/** What a log line says of an error. Not the rest of it: those of PostgreSQL carry the values of the statement. */
export function errorFields(error: unknown, levels = depth): unknown {
  if (!isNativeError(error)) return error === undefined ? undefined : { message: errorMessage(error) };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && levels > 0 && { cause: errorFields(error.cause, levels - 1) }),
  };
}
