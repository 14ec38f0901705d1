import { type Command } from 'commander';
import { type ListedToken, type RevokedTokens, TokenAdministration } from '../../auth/tokens/token-administration.js';
import { ClientStore } from '../../auth/clients/client-store.js';
import { AccountsService } from '../../users/accounts.service.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../table.js';
import { parseLimit } from './limit.js';
import { findClient } from './find-client.js';
import { noSuchUser } from './no-such-user.js';

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
export function addTokenAdministration(tokens: Command, run: RunInContext): void {
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
  const text = `Revoked ${accessTokens.toLocaleString('en')} access tokens, ${families.toLocaleString('en')} sign-ins`;
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
