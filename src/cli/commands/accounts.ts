import { errorMessage } from '../../config/error-message.js';
import { readSmallStream } from '../../config/small-file.js';
import { changeAndRecord, type TransactionStores } from '../audit.js';
import { type CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { type CommandRow } from '../command-table.js';
import { password } from '../import/records/fields.js';
import { type Terminal } from '../terminal.js';

interface Subject {
  noun: 'client' | 'user';
  /** An identifier for the help. */
  example: string;
  /** The descriptions of the two commands. */
  disable: string;
  enable: string;
  /** @throws CommandError if there is none of this identifier */
  check: (context: CommandContext, id: string) => Promise<unknown>;
  store: (stores: TransactionStores) => Readonly<Record<'disable' | 'enable', (id: string) => Promise<boolean>>>;
}

/** `disable` and `enable` */
export function disableAndEnable({ noun, example, check, store, ...descriptions }: Subject): CommandRow[] {
  const title = noun === 'client' ? 'Client' : 'User';
  return (['disable', 'enable'] as const).map((action) => ({
    name: `${action} <id>`,
    description: descriptions[action],
    examples: [`${noun}s ${action} ${example}`],
    work: async (context: CommandContext, id: string) => {
      const disabled = action === 'disable';
      await check(context, id);
      await changeAndRecord(
        context,
        async (stores) => {
          const isChanged = await store(stores)[action](id);
          if (!isChanged) throw new CommandError(`${title} ${id} is ${disabled ? 'already' : 'not'} disabled.`);
        },
        () => [`${noun}.${action}`, `${noun}:${id}`],
      );
      context.print({ id, disabled }, `${disabled ? 'Disabled' : 'Enabled'} ${id}`);
    },
  }));
}

/**
 * Reads a new password from standard input, where neither the history of the shell nor the list of processes shows it.
 *
 * @param email of the user
 */
export async function readPassword({ input }: Terminal, email: string | null | undefined): Promise<string> {
  const given = await readLine(input, 'password');
  try {
    return password(given, email);
  } catch (error) {
    throw new CommandError(`The password ${error instanceof Error ? error.message : ''}.`, 2);
  }
}

const minSecretLength = 16;

const minSecretCharacters = 8;

/** Reads the secret of a client from standard input. It must be hard to guess, since an app that has it cannot change it. */
export async function readClientSecret({ input }: Terminal, id: string): Promise<string> {
  const secret = await readLine(input, 'secret');
  const fault = /^[\x21-\x7E]{1,200}$/.test(secret)
    ? weakness(secret, id)
    : 'must be 1 to 200 printable ASCII characters without spaces';
  if (fault !== undefined) throw new CommandError(`The secret ${fault}.`, 2);
  return secret;
}

function weakness(secret: string, id: string): string | undefined {
  if (secret.length < minSecretLength) return `is too weak: it must have ${minSecretLength} characters or more`;
  if (new Set(secret).size < minSecretCharacters)
    return `is too weak: it must have ${minSecretCharacters} different characters or more`;
  return secret.toLowerCase().includes(id.toLowerCase())
    ? 'is too weak: it must not contain the identifier'
    : undefined;
}

/** Far more than a password or secret may have. */
const maxLineBytes = 65_536;

/** Standard input without the line break at its end. @throws CommandError if it is too long */
async function readLine(input: Terminal['input'], name: string): Promise<string> {
  try {
    return (await readSmallStream(input, maxLineBytes)).toString().replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(`The ${name} cannot be read: ${errorMessage(error)}.`, 2);
  }
}
