import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { AccountsService } from '../../users/accounts.service.js';
import { changeAndRecord, recordAction } from '../audit.js';
import { CommandError, errorCode, interruptible } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import {
  UserAdministration,
  type UserDetails,
  type NewUser,
  deletionProof,
} from '../../users/user-administration.service.js';
import { formatMembers } from '../terminal.js';
import { type CommandGroup, parseLimit, printList } from '../command-table.js';
import { deleteIfConfirmed, yesOption } from '../deletion.js';
import { disableAndEnable, readPassword } from './accounts.js';
import { email, identifier, type Rule, text } from '../import/records/fields.js';
import { exportUser } from './export.js';
import { writePrivateFile } from '../private-file.js';

export const command: CommandGroup = {
  usesIndex: false,
  commands: [
    {
      name: 'list',
      description: 'Lists users, ordered by identifier.',
      options: (command) =>
        command
          .option('--email <address>', 'only the user with this e-mail address')
          .option('--disabled', 'only disabled users')
          .option('--no-disabled', 'only users who are not disabled')
          .option('--after <id>', 'only users whose identifier follows this one')
          .option('--limit <number>', 'how many users at most', parseLimit, 100),
      examples: [
        'users list --email maria@example.com',
        'users list --disabled',
        'users list --after maria --limit 50      the next page: identifiers after maria',
      ],
      work: list,
    },
    {
      name: 'show <id>',
      description: 'Shows a user, and how much is stored about the user.',
      examples: ['users show maria'],
      work: show,
    },
    {
      name: 'create',
      description: 'Creates a user and prints the identifier.',
      options: (command) =>
        command
          .requiredOption('--name <name>', 'display name', parse(text(500)))
          .option('--id <id>', 'identifier (default: random)', parse(identifier('me')))
          .option('--email <address>', 'e-mail address, with which the user signs in', parse(email))
          .option('--password-stdin', 'read the password from standard input', false),
      notes: `\
Without a password the user cannot sign in. It has 8 to 1,000 characters and is not a common one. Use import for photos,
birthdays and many users.`,
      examples: [
        "users create --name 'Ana Souza'",
        "pass show ana | users create --id ana --name 'Ana Souza' --email ana@example.com --password-stdin",
      ],
      work: create,
    },
    {
      name: 'set-password <id>',
      description: 'Replaces the password of a user, and ends the sessions and tokens of the user.',
      options: (command) => command.requiredOption('--password-stdin', 'read the password from standard input'),
      notes: `\
All sessions and tokens of the user end at once. The password has 8 to 1,000 characters and is not a common one. It is read
from standard input, so that neither the history of the shell nor the list of processes shows it.`,
      examples: ['pass show ana | users set-password ana --password-stdin'],
      work: setPassword,
    },
    ...disableAndEnable({
      noun: 'user',
      example: 'maria',
      disable: 'Disables a user, who can no longer sign in, and revokes the tokens of the user.',
      enable: 'Lets a disabled user sign in again. Old tokens stay revoked.',
      check: checkUser,
      store: ({ accounts }) => accounts,
    }),
    {
      name: 'delete <id>',
      description: 'Deletes a user with everything that is stored about the user.',
      options: (command) => command.option(...yesOption),
      notes: `\
Deletes the record, reviews, check-ins, follows, sessions and tokens, and makes the audit log anonymous. Not reversible. Backups,
exports and logs keep what they have: see docs/operations/administration.md. Run recount to update statistics of places.`,
      examples: ['users delete ana --yes'],
      work: deleteUser,
    },
    {
      name: 'export <id>',
      description: 'Writes everything that is stored about a user as JSON, except hashes of passwords and tokens.',
      options: (command) =>
        command
          .option('--json', 'accepted, as by the other commands: the output is always JSON', true)
          .option('--output <file>', 'a file that only you can read (default: standard output)'),
      examples: ['users export ana --output ana.json'],
      work: writeExport,
    },
  ],
};

interface ListOptions {
  email?: string;
  disabled?: boolean;
  after?: string;
  limit: number;
}

async function list(context: CommandContext, filter: ListOptions): Promise<void> {
  const users = await context.app.get(UserAdministration).list(filter);
  printList(context, users, ['id', 'name', 'email', 'hasPassword', 'disabled']);
}

async function show(context: CommandContext, id: string): Promise<void> {
  const user = await findUser(context, id);
  const { stored, ...summary } = user;
  context.print(user, formatMembers({ ...summary, ...stored }));
}

interface CreateOptions extends Omit<NewUser, 'id' | 'password'> {
  id?: string;
  passwordStdin: boolean;
}

const uniqueViolation = '23505';

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { id = randomUUID(), passwordStdin, email: address } = options;
  if (passwordStdin && address === undefined)
    throw new CommandError('A user signs in with an e-mail address: add --email.', 2);
  const password = passwordStdin ? { password: await readPassword(context.terminal, address) } : {};
  try {
    await changeAndRecord(
      context,
      async ({ users }) => {
        // Another program may have stored the other form of an international domain, which the index does not know.
        if (address !== undefined && (await users.list({ email: address, limit: 1 })).length > 0)
          throw userExistsError();
        await users.create({ ...options, ...password, id });
      },
      () => ['user.create', `user:${id}`],
    );
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error;
    throw userExistsError();
  }
  context.print({ id }, `id ${id}`);
}

const userExistsError = () => new CommandError('Another user has this identifier or e-mail address.');

async function setPassword(context: CommandContext, id: string): Promise<void> {
  const user = await findUser(context, id);
  const password = await readPassword(context.terminal, user.email);
  await changeAndRecord(
    context,
    async ({ users }) => {
      if (!(await users.setPassword(id, password))) throw noSuchUser(id);
    },
    () => ['user.set-password', `user:${id}`],
  );
  context.print({ id }, `Changed the password of ${id}. All sessions and tokens of the user have ended.`);
}

/** Reads an option by the rule of an imported field. */
function parse(rule: Rule<string>): (value: string) => string {
  return (value) => {
    try {
      return rule(value);
    } catch (error) {
      throw new InvalidArgumentError(`It ${error instanceof Error ? error.message : ''}.`);
    }
  };
}

async function deleteUser(context: CommandContext, id: string, { yes }: { yes: boolean }): Promise<void> {
  await deleteIfConfirmed(context, yes, {
    delete: async ({ users }) => {
      const rows = await users.delete([id]);
      if (!rows) throw noSuchUser(id);
      return rows;
    },
    describe: () => ['user.delete', undefined, { sha256: deletionProof(id) }],
    print: (deleted) => {
      context.print({ id, dryRun: !yes, deleted }, formatMembers(deleted));
    },
  });
}

async function writeExport(context: CommandContext, id: string, { output }: { output?: string }): Promise<void> {
  const exported = await context.database.transaction('REPEATABLE READ', (manager) => exportUser(manager, id));
  if (!exported) throw noSuchUser(id);
  await recordAction(context, 'user.export', `user:${id}`);
  const text = JSON.stringify(exported, null, 2);
  if (output === undefined) context.terminal.print(text);
  else await interruptible((signal) => writePrivateFile(output, [`${text}\n`], signal));
}

/** @throws CommandError if there is no such user */
export async function checkUser({ app }: CommandContext, id: string): Promise<void> {
  if ((await app.get(AccountsService).isDisabled(id)) === undefined) throw noSuchUser(id);
}

async function findUser({ app }: CommandContext, id: string): Promise<UserDetails> {
  const user = await app.get(UserAdministration).find(id);
  if (!user) throw noSuchUser(id);
  return user;
}

/** People are often named by their e-mail address, but commands take the identifier. */
export function noSuchUser(id: string): CommandError {
  const list = id.includes('@') ? `users list --email ${id}` : 'users list';
  return new CommandError(`User ${id} does not exist. See ${list} for identifiers.`);
}
