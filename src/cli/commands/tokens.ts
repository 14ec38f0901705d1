import { type Command, InvalidArgumentError } from 'commander';
import { ClientStore, scopesOf } from '../../auth/client-store.js';
import { AccountsService } from '../../users/accounts.service.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { findClient } from './clients.js';
import { noSuchUser } from './users.js';
import { type ListedToken, type RevokedTokens, TokenAdministration } from '../../auth/token-administration.js';
import { formatTable } from '../terminal.js';
import { parseLimit } from '../arguments.js';
import { UserAdministration } from '../../users/user-administration.service.js';
import { countOf } from '../visible-text.js';

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

interface OwnerOptions {
  client?: string;
  user?: string;
  json: boolean;
}

const revokeHelp = `
Tokens end on all replicas at once. Browser sessions stay: see sessions revoke.

Examples:
  tokens revoke --client partner
  tokens revoke --user maria
  tokens revoke --client web --user maria      what maria has allowed web
  tokens revoke --all`;

/** `tokens list|revoke` */
function addTokenAdministration(tokens: Command, run: RunInContext): void {
  tokens
    .command('list')
    .description('Lists valid tokens, the newest first. The tokens themselves are not stored.')
    .option('--client <id>', 'only tokens of this client')
    .option('--user <id>', 'only tokens of this user')
    .option('--limit <number>', 'how many tokens at most', parseLimit, 100)
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  tokens list --user maria')
    .action((options: OwnerOptions & { limit: number }) =>
      run((context) => list(context, options), { onlyReads: true }),
    );
  tokens
    .command('revoke')
    .description('Revokes one access token, or all tokens of a client, a user or everybody, on all replicas.')
    .argument('[token]', 'the access token')
    .option('--client <id>', 'all tokens of this client')
    .option('--user <id>', 'all tokens of this user')
    .option('--all', 'all tokens', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', revokeHelp)
    .action((token: string | undefined, options: OwnerOptions & { all: boolean }) =>
      run((context) => revoke(context, token, options)),
    );
}

async function list({ app, terminal }: CommandContext, options: OwnerOptions & { limit: number }): Promise<void> {
  const tokens = await app.get(TokenAdministration).list(ownerOf(options), options.limit);
  const head = ['KIND', 'ID', 'CLIENT', 'USER', 'SCOPE', 'CREATED', 'EXPIRES'];
  terminal.print(options.json ? JSON.stringify(tokens, null, 2) : formatTable([head, ...tokens.map(cellsOf)]));
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
    await revokeOne(context, token, options.json);
    return;
  }
  await checkOwner(context, options);
  const subject = options.user === undefined ? subjectOf(options) : `user:${options.user}`;
  const revoked = await audited(
    context,
    ({ tokenAdministration }) => tokenAdministration.revoke(owner),
    (counts) => ['tokens.revoke', subject, { ...counts }],
  );
  const { accessTokens, families } = revoked;
  const text = `Revoked ${countOf(accessTokens, 'access token')}, ${countOf(families, 'sign-in')}`;
  context.terminal.print(options.json ? JSON.stringify(revoked, null, 2) : text);
}

async function revokeOne(context: CommandContext, token: string, json: boolean): Promise<void> {
  await audited(
    context,
    async ({ tokens }) => {
      if (!(await tokens.revoke(token))) throw new CommandError('The token does not exist or is already revoked.');
    },
    () => ['token.revoke'],
  );
  const revoked: RevokedTokens = { accessTokens: 1, families: 0 };
  context.terminal.print(json ? JSON.stringify(revoked, null, 2) : 'Revoked');
}

/** A misspelt identifier must not look like a revocation. */
async function checkOwner({ app }: CommandContext, { client, user }: OwnerOptions): Promise<void> {
  if (client !== undefined) await findClient(app.get(ClientStore), client);
  if (user !== undefined && (await app.get(AccountsService).isDisabled(user)) === undefined) throw noSuchUser(user);
}

function ownerOf({ client, user }: OwnerOptions): { clientId?: string; userId?: string } {
  return { ...(client !== undefined && { clientId: client }), ...(user !== undefined && { userId: user }) };
}

function subjectOf({ client }: OwnerOptions): string | undefined {
  return client === undefined ? undefined : `client:${client}`;
}

function cellsOf({ kind, id, clientId, userId, scope, created, expires }: ListedToken): string[] {
  return [kind, id, clientId, userId ?? '', scope.join(' '), created.toISOString(), expires.toISOString()];
}

interface RevokeSessionsOptions {
  user?: string;
  all: boolean;
  json: boolean;
}

const sessionsHelp = `
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
    .addHelpText('after', sessionsHelp)
    .action((options: RevokeSessionsOptions) => run((context) => revokeSessions(context, options)));
}

async function revokeSessions(context: CommandContext, { user, all, json }: RevokeSessionsOptions): Promise<void> {
  const { app, terminal } = context;
  if ((user === undefined) !== all) throw new CommandError('Give --user or --all.', 2);
  if (user !== undefined && !(await app.get(UserAdministration).find(user))) throw noSuchUser(user);
  const sessions = await audited(
    context,
    ({ users }) => users.endSessions(user),
    (ended) => ['sessions.revoke', user === undefined ? undefined : `user:${user}`, { sessions: ended }],
  );
  terminal.print(json ? JSON.stringify({ sessions }, null, 2) : `Ended ${countOf(sessions, 'session')}`);
}
