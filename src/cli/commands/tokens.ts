import { type Command, InvalidArgumentError } from 'commander';
import { ClientStore, scopesOf } from '../../auth/clients/client-store.js';
import { AccountsService } from '../../users/accounts.service.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { findClient } from './find-client.js';
import { noSuchUser } from './no-such-user.js';
import { addTokenAdministration } from './token-administration.js';

interface IssueOptions {
  client: string;
  user?: string;
  ttl?: number;
  json: boolean;
}

/** Seconds; the limit of ACCESS_TOKEN_TTL. */
const maxTtl = 31_536_000;

const issueHelp = `
Examples:
  tokens issue --client demo-app
  tokens issue --client demo-trusted --user maria --ttl 600`;

/** `tokens issue|list|revoke` */
export function addTokens(program: Command, run: RunInContext): void {
  const tokens = program.command('tokens').description('Issues, lists and revokes tokens.');
  tokens
    .command('issue')
    .description('Prints a new access token with the full scope of the client.')
    .requiredOption('--client <id>', 'client of the token')
    .option('--user <id>', 'user on whose behalf the client acts (default: none, an application token)')
    .option('--ttl <seconds>', 'lifetime (default: ACCESS_TOKEN_TTL)', parseTtl)
    .option('--json', 'print JSON', false)
    .addHelpText('after', issueHelp)
    .action((options: IssueOptions) => run((context) => issue(context, options)));
  addTokenAdministration(tokens, run);
}

async function issue(context: CommandContext, options: IssueOptions): Promise<void> {
  const { app, environment, terminal } = context;
  const client = await findClient(app.get(ClientStore), options.client);
  if (client.disabled) throw new CommandError(`Client ${client.id} is disabled.`);
  const { user, ttl = environment.ACCESS_TOKEN_TTL } = options;
  const isDisabled = user === undefined ? false : await app.get(AccountsService).isDisabled(user);
  if (user !== undefined && isDisabled === undefined) throw noSuchUser(user);
  if (isDisabled) throw new CommandError(`User ${user} is disabled.`);
  const owner = { clientId: client.id, ...(user !== undefined && { userId: user }) };
  const subject = user === undefined ? `client:${client.id}` : `user:${user}`;
  const token = await audited(
    context,
    ({ tokens }) => tokens.issue({ ...owner, scope: scopesOf(client), lifetime: ttl }),
    () => ['token.issue', subject, { client: client.id, ttl }],
  );
  const issued = { token, client: client.id, user, scope: scopesOf(client), ttl };
  terminal.print(options.json ? JSON.stringify(issued, null, 2) : token);
}

function parseTtl(value: string): number {
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (seconds < 1 || seconds > maxTtl) {
    throw new InvalidArgumentError(`It must be a whole number of seconds from 1 to ${maxTtl}.`);
  }
  return seconds;
}
