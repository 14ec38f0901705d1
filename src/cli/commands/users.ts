import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { AccountsService } from '../../users/accounts.service.js';
import { audited, audit } from '../audit.js';
import { CommandError, errorCode } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import {
  UserAdministration,
  type UserDetails,
  type UserSummary,
  type NewUser,
  deletionProof,
} from '../../users/user-administration.service.js';
import { formatTable } from '../terminal.js';
import { parseLimit } from '../arguments.js';
import { email, identifier, type Rule, text } from '../import/records/fields.js';
import { readPassword } from '../read-password.js';
import { exportUser } from './export.js';
import { interruptible } from '../interruption.js';
import { writePrivateFile } from '../private-file.js';
import { countOf } from '../visible-text.js';

/** `users list|show|create|set-password|disable|enable|delete|export` */
export function addUsers(program: Command, run: RunInContext): void {
  const users = program.command('users').description('Manages users.');
  addUserDetails(users, run);
  addUserCreate(users, run);
  users
    .command('disable')
    .description('Disables a user, who can no longer sign in, and revokes the tokens of the user.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  users disable maria')
    .action((id: string, { json }: { json: boolean }) => run((context) => disable(context, id, json)));
  users
    .command('enable')
    .description('Lets a disabled user sign in again. Old tokens stay revoked.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  users enable maria')
    .action((id: string, { json }: { json: boolean }) => run((context) => enable(context, id, json)));
  addUserDelete(users, run);
}

async function disable(context: CommandContext, id: string, json: boolean): Promise<void> {
  const { app, terminal } = context;
  await audited(
    context,
    async ({ accounts }) => {
      if (!(await accounts.disable(id))) throw await unchanged(app, id, 'is already disabled');
    },
    () => ['user.disable', `user:${id}`],
  );
  terminal.print(json ? JSON.stringify({ id, disabled: true }, null, 2) : `Disabled ${id}`);
}

async function enable(context: CommandContext, id: string, json: boolean): Promise<void> {
  const { app, terminal } = context;
  await audited(
    context,
    async ({ accounts }) => {
      if (!(await accounts.enable(id))) throw await unchanged(app, id, 'is not disabled');
    },
    () => ['user.enable', `user:${id}`],
  );
  terminal.print(json ? JSON.stringify({ id, disabled: false }, null, 2) : `Enabled ${id}`);
}

async function unchanged(app: CommandContext['app'], id: string, reason: string): Promise<CommandError> {
  const isThere = (await app.get(AccountsService).isDisabled(id)) !== undefined;
  return isThere ? new CommandError(`User ${id} ${reason}.`) : noSuchUser(id);
}

interface ListOptions {
  email?: string;
  disabled?: boolean;
  after?: string;
  limit: number;
  json: boolean;
}

const listHelp = `
Examples:
  users list --email maria@example.com
  users list --disabled
  users list --after maria --limit 50      the next page: identifiers after maria`;

/** `users list|show` */
function addUserDetails(users: Command, run: RunInContext): void {
  users
    .command('list')
    .description('Lists users, ordered by identifier.')
    .option('--email <address>', 'only the user with this e-mail address')
    .option('--disabled', 'only disabled users')
    .option('--no-disabled', 'only users who are not disabled')
    .option('--after <id>', 'only users whose identifier follows this one')
    .option('--limit <number>', 'how many users at most', parseLimit, 100)
    .option('--json', 'print JSON', false)
    .addHelpText('after', listHelp)
    .action((options: ListOptions) => run((context) => list(context, options), { onlyReads: true }));
  users
    .command('show')
    .description('Shows a user, and how much is stored about the user.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  users show maria')
    .action((id: string, { json }: { json: boolean }) =>
      run((context) => show(context, id, json), { onlyReads: true }),
    );
}

async function list({ app, terminal }: CommandContext, { json, ...filter }: ListOptions): Promise<void> {
  const users = await app.get(UserAdministration).list(filter);
  if (json) terminal.print(JSON.stringify(users, null, 2));
  else terminal.print(formatTable([['ID', 'NAME', 'E-MAIL', 'PASSWORD', 'STATE'], ...users.map(cellsOf)]));
}

async function show({ app, terminal }: CommandContext, id: string, json: boolean): Promise<void> {
  const user = await app.get(UserAdministration).find(id);
  if (!user) throw noSuchUser(id);
  terminal.print(json ? JSON.stringify(user, null, 2) : formatDetails(user));
}

function formatDetails(user: UserDetails): string {
  const heads = ['ID', 'NAME', 'E-MAIL', 'PASSWORD', 'STATE'];
  return formatTable([
    ...heads.map((head, column) => [head, cellsOf(user)[column] ?? '']),
    ...Object.entries(user.stored).map(([what, count]) => [what.toUpperCase(), count.toLocaleString('en')]),
  ]);
}

function cellsOf({ id, name, email, hasPassword, disabled }: UserSummary): string[] {
  const state = disabled ? `disabled ${disabled.toISOString()}` : 'enabled';
  return [id, name, email ?? '', hasPassword ? 'yes' : 'no', state];
}

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
function addUserCreate(users: Command, run: RunInContext): void {
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

const deleteHelp = `
Deletes the record, reviews, check-ins, follows, sessions and tokens, and makes the audit log anonymous. Not reversible. Backups,
exports and logs keep what they have: see docs/operations/administration.md. Run recount to update statistics of places.

Example:
  users delete ana --yes`;

/** `users delete|export` */
function addUserDelete(users: Command, run: RunInContext): void {
  users
    .command('delete')
    .description('Deletes a user with everything that is stored about the user.')
    .argument('<id>')
    .option('--yes', 'delete; without it the command only says what it would delete', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', deleteHelp)
    .action((id: string, options: DeleteOptions) => run((context) => deleteUser(context, id, options)));
  users
    .command('export')
    .description('Writes everything that is stored about a user as JSON, except hashes of passwords and tokens.')
    .requiredOption('--id <id>', 'identifier of the user')
    .option('--json', 'accepted, as by the other commands: the output is always JSON', true)
    .option('--output <file>', 'a file that only you can read (default: standard output)')
    .addHelpText('after', '\nExample:\n  users export --id ana --output ana.json')
    .action((options: ExportOptions) => run((context) => writeExport(context, options)));
}

interface DeleteOptions {
  yes: boolean;
  json: boolean;
}

async function deleteUser(context: CommandContext, id: string, { yes, json }: DeleteOptions): Promise<void> {
  const { app, terminal } = context;
  const user = await app.get(UserAdministration).find(id);
  if (!user) throw noSuchUser(id);
  if (!yes) {
    const { stored } = user;
    throw new CommandError(
      `This deletes ${id} with ${countOf(stored.reviews, 'review')} and ${countOf(stored.checkins, 'check-in')} for good: add --yes.`,
      2,
    );
  }
  const deleted = await audited(
    context,
    async ({ users }) => {
      const rows = await users.delete(id);
      if (!rows) throw noSuchUser(id);
      return rows;
    },
    () => ['user.delete', undefined, { sha256: deletionProof(id) }],
  );
  if (json) terminal.print(JSON.stringify({ id, deleted }, null, 2));
  else
    terminal.print(formatTable(Object.entries(deleted).map(([table, count]) => [table, count.toLocaleString('en')])));
}

interface ExportOptions {
  id: string;
  output?: string;
}

async function writeExport(context: CommandContext, { id, output }: ExportOptions): Promise<void> {
  const exported = await context.database.transaction('REPEATABLE READ', (manager) => exportUser(manager, id));
  if (!exported) throw noSuchUser(id);
  await audit(context, 'user.export', `user:${id}`);
  const text = JSON.stringify(exported, null, 2);
  if (output === undefined) context.terminal.print(text);
  else await interruptible((signal) => writePrivateFile(output, [`${text}\n`], signal));
}

/** People are often named by their e-mail address, but commands take the identifier. */
export function noSuchUser(id: string): CommandError {
  const list = id.includes('@') ? `users list --email ${id}` : 'users list';
  return new CommandError(`User ${id} does not exist. See ${list} for identifiers.`);
}
