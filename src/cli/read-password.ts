import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.js';
import { password } from './import/records/fields.js';
import { type Terminal } from './terminal.js';

/** Reads a password from standard input, where neither the history of the shell nor the list of processes shows it. */
export async function readPassword({ input }: Terminal): Promise<string> {
  const given = (await text(input)).replace(/\r?\n$/, '');
  try {
    return password(given);
  } catch (error) {
    throw new CommandError(`The password ${error instanceof Error ? error.message : ''}.`, 2);
  }
}
