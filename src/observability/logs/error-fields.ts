import { isNativeError } from 'node:util/types';
import { errorMessage } from '../../error-message.js';

/** The maximum number of nested causes. */
const maxCauses = 4;

/** The logged fields of an error. Other properties are dropped: PostgreSQL's errors have the values of the statement. */
export function errorFields(error: unknown, levels = maxCauses): unknown {
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
