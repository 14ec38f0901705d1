import { isNativeError } from 'node:util/types';

/** The message of an error. An AggregateError (`localhost` has two addresses) has none of its own: joins those of its parts. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessage).join('; ');
  return isNativeError(error) ? error.message || error.name : String(error);
}
