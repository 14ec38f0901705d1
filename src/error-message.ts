import { isNativeError } from 'node:util/types';

/** What an error says; of several tries (`localhost` has two addresses) what all of them say. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessage).join('; ');
  return isNativeError(error) ? error.message || error.name : String(error);
}
