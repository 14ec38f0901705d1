import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Client, ClientStore, type GrantType, grantTypes } from '../../auth/clients/client-store.js';
import { isStorable } from '../../http/request/storable.js';
import { Failure } from '../failure.js';
import { type Run, type Session } from '../session.js';
import { tableOf } from '../table.js';
import { readRedirectUri } from './redirect-uri.js';

interface CreateOptions {
  name: string;
  trusted: boolean;
  public: boolean;
  grants?: GrantType[];
  redirectUri: string[];
  id?: string;
}

const head = ['ID', 'NAME', 'TRUSTED', 'GRANTS', 'REDIRECT URIS', 'CREATED', 'STATE'];

/** The others need a secret. */
const publicGrants: GrantType[] = ['authorization_code', 'refresh_token'];

/** `clients create|list|show|disable|rotate-secret` */
export function addClients(program: Command, run: Run): void {
  const clients = program.command('clients').description('Registers and lists the clients that may call the service.');
  clients
    .command('create')
    .description('Registers a client and prints its identifier and its secret, if any, which is shown this once.')
    .requiredOption('--name <name>', 'what it is called', readName)
    .option('--trusted', 'its tokens may do what trusted clients may', false)
    .option('--public', 'it cannot keep a secret, as apps on phones and in browsers, and gets none', false)
    .addOption(
      new Option('--grants <grants>', `how it gets tokens, separated by commas: ${grantTypes.join(', ')}`)
        .argParser(readGrants)
        .default(undefined, 'client_credentials; of a public client authorization_code,refresh_token'),
    )
    .option('--redirect-uri <uri...>', 'where users are sent back to; compared exactly', readRedirectUri, [])
    .option('--id <id>', 'its identifier; made up when not given', readId)
    .action((options: CreateOptions) => run((session) => create(session, options)));
  clients
    .command('list')
    .description('Lists the clients.')
    .option('--json', 'as JSON', false)
    .action(({ json }: { json: boolean }) => run((session) => list(session, json)));
  clients
    .command('show')
    .description('Tells all of a client but its secret.')
    .argument('<id>')
    .option('--json', 'as JSON', false)
    .action((id: string, { json }: { json: boolean }) => run((session) => show(session, id, json)));
  clients
    .command('rotate-secret')
    .description('Gives a client a new secret and prints it, this once. The one before is no longer good; tokens stay.')
    .argument('<id>')
    .action((id: string) => run((session) => rotateSecret(session, id)));
  clients
    .command('disable')
    .description('Disables a client. Its tokens are no longer good, at once.')
    .argument('<id>')
    .action((id: string) => run((session) => disable(session, id)));
}

async function create({ app, terminal }: Session, options: CreateOptions): Promise<void> {
  const { name, trusted, redirectUri: redirectUris, id } = options;
  const grants = grantsFor(options);
  const store = app.get(ClientStore);
  if (id !== undefined && (await store.findIncludingDisabled(id)))
    throw new Failure(`There is a client ${id} already.`);
  const registration = { name, trusted, public: options.public, grants, redirectUris };
  const registered = await store.register({ ...registration, ...(id !== undefined && { id }) });
  terminal.print(`id     ${registered.id}`);
  if (registered.secret === undefined) return;
  terminal.print(`secret ${registered.secret}`);
  terminal.say('The secret is not kept, and not shown again.');
}

/** What the options add up to. @throws Failure when they contradict each other */
function grantsFor(options: CreateOptions): GrantType[] {
  const { trusted, redirectUri } = options;
  const grants = options.grants ?? (options.public ? publicGrants : ['client_credentials']);
  if (options.public && trusted)
    throw new Failure('A public client cannot be trusted: leave out --public or --trusted.');
  const tooMuch = grants.filter((grant) => !publicGrants.includes(grant));
  if (options.public && tooMuch.length > 0) {
    throw new Failure(
      `A public client cannot have the grants ${tooMuch.join(', ')}: allowed are ${publicGrants.join(', ')}.`,
    );
  }
  if (grants.includes('password') && !trusted) {
    throw new Failure('The password grant is for trusted clients only: add --trusted.');
  }
  if (grants.includes('authorization_code') && redirectUri.length === 0) {
    throw new Failure('The grant authorization_code needs to know where users are sent back to: add --redirect-uri.');
  }
  return grants;
}

async function list({ app, terminal }: Session, json: boolean): Promise<void> {
  const clients = await app.get(ClientStore).list();
  if (json) {
    terminal.print(JSON.stringify(clients, null, 2));
    return;
  }
  terminal.print(tableOf([head, ...clients.map(cellsOf)]));
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

async function show({ app, terminal }: Session, id: string, json: boolean): Promise<void> {
  const client = await app.get(ClientStore).findIncludingDisabled(id);
  if (!client) throw new Failure(`There is no client ${id}.`);
  if (json) terminal.print(JSON.stringify(client, null, 2));
  else terminal.print(tableOf(head.map((name, at) => [name, cellsOf(client)[at] ?? ''])));
}

async function rotateSecret({ app, terminal }: Session, id: string): Promise<void> {
  const store = app.get(ClientStore);
  const client = await store.findIncludingDisabled(id);
  if (!client) throw new Failure(`There is no client ${id}.`);
  const secret = await store.rotateSecret(id);
  if (secret === undefined) throw new Failure(`The client ${id} is public: it has no secret.`);
  terminal.print(`secret ${secret}`);
  terminal.say('The secret is not kept, and not shown again.');
  if (client.disabled) terminal.say(`The client ${id} is disabled, and stays so.`);
}

async function disable({ app, terminal }: Session, id: string): Promise<void> {
  if (!(await app.get(ClientStore).disable(id))) throw new Failure(`There is no enabled client ${id}.`);
  terminal.print(`Disabled ${id}`);
}

function readName(value: string): string {
  const name = value.trim();
  const isGood = name !== '' && name.length <= 200 && isStorable(name);
  if (!isGood) throw new InvalidArgumentError('It takes 1 to 200 characters.');
  return name;
}

function readId(value: string): string {
  const isGood = /^[A-Za-z0-9._~-]{1,100}$/.test(value);
  if (!isGood) throw new InvalidArgumentError('It takes 1 to 100 letters, digits and . _ ~ -');
  return value;
}

function readGrants(value: string): GrantType[] {
  const names = [...new Set(value.split(',').map((grant) => grant.trim()))];
  const grants = names.flatMap((name) => grantTypes.filter((known) => known === name));
  if (grants.length < names.length) throw new InvalidArgumentError(`Allowed are: ${grantTypes.join(', ')}.`);
  return grants;
}
