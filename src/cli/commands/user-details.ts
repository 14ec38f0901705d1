import { type Command } from 'commander';
import { UserAdministration, type UserDetails, type UserSummary } from '../../users/user-administration.service.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../table.js';
import { parseLimit } from './limit.js';
import { noSuchUser } from './no-such-user.js';

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
export function addUserDetails(users: Command, run: RunInContext): void {
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
