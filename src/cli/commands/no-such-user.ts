import { CommandError } from '../command-error.js';

/** People are often named by their e-mail address, but commands take the identifier. */
export function noSuchUser(id: string): CommandError {
  const list = id.includes('@') ? `users list --email ${id}` : 'users list';
  return new CommandError(`User ${id} does not exist. See ${list} for identifiers.`);
}
