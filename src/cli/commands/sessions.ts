import { type Command } from 'commander';
import { UserAdministration } from '../../users/user-administration.service.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { noSuchUser } from './no-such-user.js';

interface RevokeOptions {
  user?: string;
  all: boolean;
  json: boolean;
}

const help = `
People have to sign in again on the authorization pages. Tokens of apps stay: see tokens revoke.

Examples:
  sessions revoke --user maria
  sessions revoke --all`;

/** `sessions revoke` */
export function addSessions(program: Command, run: RunInContext): void {
  const sessions = program.command('sessions').description('Ends browser sessions of users who are signed in.');
  sessions
    .command('revoke')
    .description('Ends the browser sessions of a user, or all.')
    .option('--user <id>', 'sessions of this user')
    .option('--all', 'all sessions', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', help)
    .action((options: RevokeOptions) => run((context) => revoke(context, options)));
}

async function revoke(context: CommandContext, { user, all, json }: RevokeOptions): Promise<void> {
  const { app, terminal } = context;
  if ((user === undefined) !== all) throw new CommandError('Give --user or --all.', 2);
  if (user !== undefined && !(await app.get(UserAdministration).find(user))) throw noSuchUser(user);
  const sessions = await audited(
    context,
    ({ users }) => users.endSessions(user),
    (ended) => ['sessions.revoke', user === undefined ? undefined : `user:${user}`, { sessions: ended }],
  );
  terminal.print(json ? JSON.stringify({ sessions }, null, 2) : `Ended ${sessions.toLocaleString('en')} sessions`);
}
