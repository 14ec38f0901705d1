import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Client, ClientStore, type GrantType, grantTypes } from '../../auth/clients/client-store.js';
import { isStorable } from '../../storable.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../table.js';
import { parseRedirectUri } from './redirect-uri.js';

interface CreateOptions {
  name: string;
  trusted: boolean;
  public: boolean;
  grants?: GrantType[];
  redirectUri: string[];
  id?: string;
}

const tableHead = ['ID', 'NAME', 'TRUSTED', 'GRANTS', 'REDIRECT URIS', 'CREATED', 'STATE'];

/** Other grants need a client secret. */
const publicGrants: GrantType[] = ['authorization_code', 'refresh_token'];

/** `clients create|list|show|disable|rotate-secret` */
export function addClients(program: Command, run: RunInContext): void {
  const clients = program.command('clients').description('Manages the clients that may call the service.');
  clients
    .command('create')
    .description('Registers a client. Prints its identifier and its secret, which is shown only once.')
    .requiredOption('--name <name>', 'display name', parseName)
    .option('--trusted', 'give its tokens the scope trusted', false)
    .option('--public', 'for apps on phones and in browsers, which cannot keep a secret', false)
    .addOption(
      new Option('--grants <grants>', `how it gets tokens, comma-separated: ${grantTypes.join(', ')}`)
        .argParser(parseGrants)
        .default(undefined, 'client_credentials; for public clients authorization_code,refresh_token'),
    )
    .option('--redirect-uri <uri...>', 'where users return after signing in; compared exactly', parseRedirectUri, [])
    .option('--id <id>', 'identifier (default: random)', parseId)
    .action((options: CreateOptions) => run((context) => create(context, options)));
  clients
    .command('list')
    .description('Lists the clients.')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) => run((context) => list(context, json)));
  clients
    .command('show')
    .description('Shows a client, without its secret.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .action((id: string, { json }: { json: boolean }) => run((context) => show(context, id, json)));
  clients
    .command('rotate-secret')
    .description(
      'Replaces the secret of a client and prints the new one once. The old secret stops working, and its tokens are revoked.',
    )
    .argument('<id>')
    .action((id: string) => run((context) => rotateSecret(context, id)));
  clients
    .command('disable')
    .description('Disables a client and revokes its tokens.')
    .argument('<id>')
    .action((id: string) => run((context) => disable(context, id)));
}

async function create({ app, terminal }: CommandContext, options: CreateOptions): Promise<void> {
  const { name, trusted, redirectUri: redirectUris, id } = options;
  const grants = grantsFor(options);
  const store = app.get(ClientStore);
  if (id !== undefined && (await store.findIncludingDisabled(id)))
    throw new CommandError(`Client ${id} already exists.`);
  const registration = { name, trusted, public: options.public, grants, redirectUris };
  const registered = await store.register({ ...registration, ...(id !== undefined && { id }) });
  terminal.print(`id     ${registered.id}`);
  if (registered.secret === undefined) return;
  terminal.print(`secret ${registered.secret}`);
  terminal.log('The secret is stored only as a hash. It is not shown again.');
}

/** @throws CommandError if the options contradict each other */
function grantsFor(options: CreateOptions): GrantType[] {
  const { trusted, redirectUri } = options;
  const grants = options.grants ?? (options.public ? publicGrants : ['client_credentials']);
  if (options.public && trusted)
    throw new CommandError('A public client cannot be trusted: omit --public or --trusted.');
  const forbidden = grants.filter((grant) => !publicGrants.includes(grant));
  if (options.public && forbidden.length > 0) {
    throw new CommandError(
      `A public client cannot have the grants ${forbidden.join(', ')}: allowed are ${publicGrants.join(', ')}.`,
    );
  }
  if (grants.includes('password') && !trusted) {
    throw new CommandError('Only trusted clients may use the password grant: add --trusted.');
  }
  if (grants.includes('authorization_code') && redirectUri.length === 0) {
    throw new CommandError('The authorization_code grant needs an address where users return: add --redirect-uri.');
  }
  return grants;
}

async function list({ app, terminal }: CommandContext, json: boolean): Promise<void> {
  const clients = await app.get(ClientStore).list();
  if (json) {
    terminal.print(JSON.stringify(clients, null, 2));
    return;
  }
  terminal.print(formatTable([tableHead, ...clients.map(cellsOf)]));
}

function cellsOf(client: Client): string[] {
  const { id, name, grants, redirectUris, created, disabled } = client;
  const state = disabled ? `disabled ${disabled.toISOString()}` : 'enabled';
  return [id, name, trustOf(client), grants.join(','), redirectUris.join(' '), created.toISOString(), state];
}

function trustOf(client: Client): string {
  if (client.trusted) return 'yes';
  return client.public ? 'no, public' : 'no';
}

async function show({ app, terminal }: CommandContext, id: string, json: boolean): Promise<void> {
  const client = await app.get(ClientStore).findIncludingDisabled(id);
  if (!client) throw new CommandError(`Client ${id} does not exist.`);
  if (json) terminal.print(JSON.stringify(client, null, 2));
  else terminal.print(formatTable(tableHead.map((name, column) => [name, cellsOf(client)[column] ?? ''])));
}

async function rotateSecret({ app, terminal }: CommandContext, id: string): Promise<void> {
  const store = app.get(ClientStore);
  const client = await store.findIncludingDisabled(id);
  if (!client) throw new CommandError(`Client ${id} does not exist.`);
  const secret = await store.rotateSecret(id);
  if (secret === undefined) throw new CommandError(`Client ${id} is public and has no secret.`);
  terminal.print(`secret ${secret}`);
  terminal.log('The secret is stored only as a hash. It is not shown again.');
  terminal.log('All tokens of the client are revoked.');
  if (client.disabled) terminal.log(`Client ${id} is still disabled.`);
}

async function disable({ app, terminal }: CommandContext, id: string): Promise<void> {
  if (!(await app.get(ClientStore).disable(id)))
    throw new CommandError(`Client ${id} does not exist or is already disabled.`);
  terminal.print(`Disabled ${id}`);
}

function parseName(value: string): string {
  const name = value.trim();
  const isValid = name !== '' && name.length <= 200 && isStorable(name);
  if (!isValid) throw new InvalidArgumentError('It must have 1 to 200 characters.');
  return name;
}

function parseId(value: string): string {
  const isValid = /^[A-Za-z0-9._~-]{1,100}$/.test(value);
  if (!isValid) throw new InvalidArgumentError('It must have 1 to 100 letters, digits or . _ ~ -');
  return value;
}

function parseGrants(value: string): GrantType[] {
  const names = [...new Set(value.split(',').map((grant) => grant.trim()))];
  const grants = names.flatMap((name) => grantTypes.filter((grant) => grant === name));
  if (grants.length < names.length) throw new InvalidArgumentError(`Allowed: ${grantTypes.join(', ')}.`);
  return grants;
}
