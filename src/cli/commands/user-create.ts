import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { type NewUser, UserAdministration } from '../../users/user-administration.service.js';
import { audited } from '../audit.js';
import { CommandError, errorCode } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { email, identifier, type Rule, text } from '../import/records/fields.js';
import { readPassword } from '../read-password.js';
import { noSuchUser } from './no-such-user.js';

interface CreateOptions extends Omit<NewUser, 'id' | 'password'> {
  id?: string;
  passwordStdin: boolean;
  json: boolean;
}

const createHelp = `
Without a password the user cannot sign in. It has 8 to 1,000 characters and is not a common one. Use import for photos,
birthdays and many users.

Examples:
  users create --name 'Ana Souza'
  pass show ana | users create --id ana --name 'Ana Souza' --email ana@example.com --password-stdin`;

const passwordHelp = `
All sessions and tokens of the user end at once. The password has 8 to 1,000 characters and is not a common one. It is read
from standard input, so that neither the history of the shell nor the list of processes shows it.

Example:
  pass show ana | users set-password ana --password-stdin`;

const uniqueViolation = '23505';

/** `users create|set-password` */
export function addUserCreate(users: Command, run: RunInContext): void {
  users
    .command('create')
    .description('Creates a user and prints the identifier.')
    .requiredOption('--name <name>', 'display name', parse(text(500)))
    .option('--id <id>', 'identifier (default: random)', parse(identifier('me')))
    .option('--email <address>', 'e-mail address, with which the user signs in', parse(email))
    .option('--password-stdin', 'read the password from standard input', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', createHelp)
    .action((options: CreateOptions) => run((context) => create(context, options)));
  users
    .command('set-password')
    .description('Replaces the password of a user, and ends the sessions and tokens of the user.')
    .argument('<id>')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .option('--json', 'print JSON', false)
    .addHelpText('after', passwordHelp)
    .action((id: string, { json }: { json: boolean }) => run((context) => setPassword(context, id, json)));
}

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { terminal } = context;
  const { id = randomUUID(), passwordStdin, json, ...fields } = options;
  if (passwordStdin && fields.email === undefined)
    throw new CommandError('A user signs in with an e-mail address: add --email.', 2);
  const password = passwordStdin ? { password: await readPassword(terminal, fields.email) } : {};
  try {
    await audited(
      context,
      async ({ users }) => {
        const { email: address } = fields;
        // Another program may have stored the other form of an international domain, which the index does not know.
        if (address !== undefined && (await users.list({ email: address, limit: 1 })).length > 0) throw taken();
        await users.create({ id, ...fields, ...password });
      },
      () => ['user.create', `user:${id}`],
    );
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error;
    throw taken();
  }
  terminal.print(json ? JSON.stringify({ id }, null, 2) : `id ${id}`);
}

const taken = () => new CommandError('Another user has this identifier or e-mail address.');

async function setPassword(context: CommandContext, id: string, json: boolean): Promise<void> {
  const { app, terminal } = context;
  const user = await app.get(UserAdministration).find(id);
  if (!user) throw noSuchUser(id);
  const password = await readPassword(terminal, user.email);
  await audited(
    context,
    async ({ users }) => {
      if (!(await users.setPassword(id, password))) throw noSuchUser(id);
    },
    () => ['user.set-password', `user:${id}`],
  );
  const text = `Changed the password of ${id}. All sessions and tokens of the user have ended.`;
  terminal.print(json ? JSON.stringify({ id }, null, 2) : text);
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
