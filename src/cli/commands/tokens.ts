import { type Command, InvalidArgumentError } from 'commander';
import { ClientStore, scopesOf } from '../../auth/clients/client-store.js';
import { TokenStore } from '../../auth/tokens/token-store.js';
import { Failure } from '../failure.js';
import { type Run, type Session } from '../session.js';

interface IssueOptions {
  client: string;
  user?: string;
  ttl?: number;
}

/** Seconds: as long as ACCESS_TOKEN_TTL can be. */
const longestLife = 31_536_000;

/** `tokens issue|revoke` */
export function addTokens(program: Command, run: Run): void {
  const tokens = program.command('tokens').description('Issues and revokes access tokens.');
  tokens
    .command('issue')
    .description('Prints a new access token, alone. Its scope is all that the client may have.')
    .requiredOption('--client <id>', 'the client it is for')
    .option('--user <id>', 'the user on whose behalf the client acts; none: an application token')
    .option('--ttl <seconds>', 'how long it lives (default: ACCESS_TOKEN_TTL)', readTtl)
    .action((options: IssueOptions) => run((session) => issue(session, options)));
  tokens
    .command('revoke')
    .description('Makes an access token worthless, at once and everywhere.')
    .argument('<token>')
    .action((token: string) => run((session) => revoke(session, token)));
}

async function issue({ app, database, environment, terminal }: Session, options: IssueOptions): Promise<void> {
  const client = (await app.get(ClientStore).list()).find(({ id }) => id === options.client);
  if (!client) throw new Failure(`There is no client ${options.client}.`);
  if (client.disabled) throw new Failure(`The client ${client.id} is disabled.`);
  const { user, ttl = environment.ACCESS_TOKEN_TTL } = options;
  if (user !== undefined) {
    const [found] = await database.query<{ disabled: Date | null }[]>('SELECT disabled FROM users WHERE id = $1', [
      user,
    ]);
    if (!found) throw new Failure(`There is no user ${user}.`);
    if (found.disabled) throw new Failure(`The user ${user} is disabled.`);
  }
  const token = await app.get(TokenStore).issue({
    clientId: client.id,
    scope: scopesOf(client),
    expires: new Date(Date.now() + ttl * 1000),
    ...(user !== undefined && { userId: user }),
  });
  terminal.print(token);
}

async function revoke({ app, terminal }: Session, token: string): Promise<void> {
  if (!(await app.get(TokenStore).revoke(token)))
    throw new Failure('There is no such token, or it is revoked already.');
  terminal.print('Revoked');
}

function readTtl(value: string): number {
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (seconds < 1 || seconds > longestLife) {
    throw new InvalidArgumentError(`It must be a whole number of seconds from 1 to ${longestLife}.`);
  }
  return seconds;
}
