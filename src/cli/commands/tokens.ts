import { type Command, InvalidArgumentError } from 'commander';
import { ClientStore, scopesOf } from '../../auth/clients/client-store.js';
import { TokenStore } from '../../auth/tokens/token-store.js';
import { AccountsService } from '../../users/accounts.service.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';

interface IssueOptions {
  client: string;
  user?: string;
  ttl?: number;
}

/** Seconds; the limit of ACCESS_TOKEN_TTL. */
const maxTtl = 31_536_000;

/** `tokens issue|revoke` */
export function addTokens(program: Command, run: RunInContext): void {
  const tokens = program.command('tokens').description('Issues and revokes access tokens.');
  tokens
    .command('issue')
    .description('Prints a new access token with the full scope of the client.')
    .requiredOption('--client <id>', 'client of the token')
    .option('--user <id>', 'user on whose behalf the client acts (default: none, an application token)')
    .option('--ttl <seconds>', 'lifetime (default: ACCESS_TOKEN_TTL)', parseTtl)
    .action((options: IssueOptions) => run((context) => issue(context, options)));
  tokens
    .command('revoke')
    .description('Revokes an access token on all replicas.')
    .argument('<token>')
    .action((token: string) => run((context) => revoke(context, token)));
}

async function issue({ app, environment, terminal }: CommandContext, options: IssueOptions): Promise<void> {
  const client = await app.get(ClientStore).findIncludingDisabled(options.client);
  if (!client) throw new CommandError(`Client ${options.client} does not exist.`);
  if (client.disabled) throw new CommandError(`Client ${client.id} is disabled.`);
  const { user, ttl = environment.ACCESS_TOKEN_TTL } = options;
  const isDisabled = user !== undefined && (await app.get(AccountsService).isDisabled(user));
  if (isDisabled === undefined) throw new CommandError(`User ${user} does not exist.`);
  if (isDisabled) throw new CommandError(`User ${user} is disabled.`);
  const token = await app.get(TokenStore).issue({
    clientId: client.id,
    scope: scopesOf(client),
    lifetime: ttl,
    ...(user !== undefined && { userId: user }),
  });
  terminal.print(token);
}

async function revoke({ app, terminal }: CommandContext, token: string): Promise<void> {
  if (!(await app.get(TokenStore).revoke(token)))
    throw new CommandError('The token does not exist or is already revoked.');
  terminal.print('Revoked');
}

function parseTtl(value: string): number {
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (seconds < 1 || seconds > maxTtl) {
    throw new InvalidArgumentError(`It must be a whole number of seconds from 1 to ${maxTtl}.`);
  }
  return seconds;
}
