import { scopesOf } from '../../auth/client-store.js';
import { AccountsService } from '../../users/accounts.service.js';
import { changeAndRecord } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { findClient } from './clients.js';
import { checkUser, noSuchUser } from './users.js';
import { type RevokedTokens, TokenAdministration } from '../../auth/token-administration.js';
import { type CommandGroup, parseLimit, printList, wholeNumber } from '../command-table.js';
import { countOf } from '../visible-text.js';

interface IssueOptions {
  client: string;
  user?: string;
  ttl?: number;
}

interface OwnerOptions {
  client?: string;
  user?: string;
}

/** Seconds; the limit of ACCESS_TOKEN_TTL. */
const maxTtl = 31_536_000;

export const command: CommandGroup = {
  usesIndex: false,
  commands: [
    {
      name: 'issue',
      description: 'Prints a new access token with the full scope of the client.',
      options: (command) =>
        command
          .requiredOption('--client <id>', 'client of the token')
          .option('--user <id>', 'user on whose behalf the client acts (default: none, an application token)')
          .option('--ttl <seconds>', 'lifetime (default: ACCESS_TOKEN_TTL)', wholeNumber(1, maxTtl)),
      examples: ['tokens issue --client demo-app', 'tokens issue --client demo-trusted --user maria --ttl 600'],
      work: issue,
    },
    {
      name: 'list',
      description: 'Lists valid tokens, the newest first. The tokens themselves are not stored.',
      options: (command) =>
        command
          .option('--client <id>', 'only tokens of this client')
          .option('--user <id>', 'only tokens of this user')
          .option('--limit <number>', 'how many tokens at most', parseLimit, 100),
      examples: ['tokens list --user maria'],
      work: list,
    },
    {
      name: 'revoke',
      description: 'Revokes one access token, or all tokens of a client, a user or everybody, on all replicas.',
      options: (command) =>
        command
          .argument('[token]', 'the access token')
          .option('--client <id>', 'all tokens of this client')
          .option('--user <id>', 'all tokens of this user')
          .option('--all', 'all tokens', false),
      notes: 'Tokens end on all replicas at once. Browser sessions stay: see sessions revoke.',
      examples: [
        'tokens revoke --client partner',
        'tokens revoke --user maria',
        'tokens revoke --client web --user maria      what maria has allowed web',
        'tokens revoke --all',
      ],
      work: revoke,
    },
  ],
};

export const sessionCommands: CommandGroup = {
  usesIndex: false,
  commands: [
    {
      name: 'revoke',
      description: 'Ends the browser sessions of a user, or all.',
      options: (command) =>
        command.option('--user <id>', 'sessions of this user').option('--all', 'all sessions', false),
      notes: 'People have to sign in again on the authorization pages. Tokens of apps stay: see tokens revoke.',
      examples: ['sessions revoke --user maria', 'sessions revoke --all'],
      work: revokeSessions,
    },
  ],
};

async function issue(context: CommandContext, options: IssueOptions): Promise<void> {
  const { app, environment } = context;
  const client = await findClient(context, options.client);
  if (client.disabled) throw new CommandError(`Client ${client.id} is disabled.`);
  const { user, ttl = environment.ACCESS_TOKEN_TTL } = options;
  const isDisabled = user === undefined ? false : await app.get(AccountsService).isDisabled(user);
  if (user !== undefined && isDisabled === undefined) throw noSuchUser(user);
  if (isDisabled) throw new CommandError(`User ${user} is disabled.`);
  const owner = { clientId: client.id, ...(user !== undefined && { userId: user }) };
  const subject = user === undefined ? `client:${client.id}` : `user:${user}`;
  const token = await changeAndRecord(
    context,
    ({ tokens }) => tokens.issue({ ...owner, scope: scopesOf(client), lifetime: ttl }),
    () => ['token.issue', subject, { client: client.id, ttl }],
  );
  const issued = { token, client: client.id, user, scope: scopesOf(client), ttl };
  context.print(issued, token);
}

async function list(context: CommandContext, options: OwnerOptions & { limit: number }): Promise<void> {
  const tokens = await context.app.get(TokenAdministration).list(ownerOf(options), options.limit);
  printList(context, tokens, ['kind', 'id', 'clientId', 'userId', 'scope', 'created', 'expires']);
}

async function revoke(
  context: CommandContext,
  token: string | undefined,
  options: OwnerOptions & { all: boolean },
): Promise<void> {
  const owner = ownerOf(options);
  const isOwned = Object.keys(owner).length > 0;
  if ([token !== undefined, isOwned, options.all].filter(Boolean).length !== 1)
    throw new CommandError('Give a token, --client and --user, or --all.', 2);
  if (token !== undefined) {
    await revokeOne(context, token);
    return;
  }
  const { client, user } = options;
  // A misspelt identifier must not look like a revocation.
  if (client !== undefined) await findClient(context, client);
  if (user !== undefined) await checkUser(context, user);
  const subject = user !== undefined ? `user:${user}` : client && `client:${client}`;
  const revoked = await changeAndRecord(
    context,
    ({ tokenAdministration }) => tokenAdministration.revoke(owner),
    (counts) => ['tokens.revoke', subject, { ...counts }],
  );
  const { accessTokens, families } = revoked;
  const text = `Revoked ${countOf(accessTokens, 'access token')}, ${countOf(families, 'sign-in')}`;
  context.print(revoked, text);
}

async function revokeOne(context: CommandContext, token: string): Promise<void> {
  await changeAndRecord(
    context,
    async ({ tokens }) => {
      if (!(await tokens.revoke(token))) throw new CommandError('The token does not exist or is already revoked.');
    },
    () => ['token.revoke'],
  );
  const revoked: RevokedTokens = { accessTokens: 1, families: 0 };
  context.print(revoked, 'Revoked');
}

function ownerOf({ client, user }: OwnerOptions): { clientId?: string; userId?: string } {
  return { ...(client !== undefined && { clientId: client }), ...(user !== undefined && { userId: user }) };
}

interface RevokeSessionsOptions {
  user?: string;
  all: boolean;
}

async function revokeSessions(context: CommandContext, { user, all }: RevokeSessionsOptions): Promise<void> {
  if ((user === undefined) !== all) throw new CommandError('Give --user or --all.', 2);
  if (user !== undefined) await checkUser(context, user);
  const sessions = await changeAndRecord(
    context,
    ({ users }) => users.endSessions(user),
    (ended) => ['sessions.revoke', user === undefined ? undefined : `user:${user}`, { sessions: ended }],
  );
  context.print({ sessions }, `Ended ${countOf(sessions, 'session')}`);
}
