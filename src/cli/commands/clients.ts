import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Client, ClientStore, grantTypes } from '../../auth/client.store.js';
import { isStorable } from '../../http/storable.js';
import { Failure } from '../failure.js';
import { type Run, type Session } from '../session.js';
import { tableOf } from '../table.js';

interface CreateOptions {
  name: string;
  trusted: boolean;
  grants: string[];
  redirectUri: string[];
  id?: string;
}

/** `clients create|list|disable` */
export function addClients(program: Command, run: Run): void {
  const clients = program.command('clients').description('Registers and lists the clients that may call the service.');
  clients
    .command('create')
    .description('Registers a client and prints its identifier and its secret, which is shown this once.')
    .requiredOption('--name <name>', 'what it is called', readName)
    .option('--trusted', 'its tokens may do what trusted clients may', false)
    .addOption(
      new Option('--grants <grants>', `how it gets tokens, separated by commas: ${grantTypes.join(', ')}`)
        .argParser(readGrants)
        .default(['client_credentials'], 'client_credentials'),
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
    .command('disable')
    .description('Disables a client. Its tokens are no longer good, at once.')
    .argument('<id>')
    .action((id: string) => run((session) => disable(session, id)));
}

async function create({ app, terminal }: Session, options: CreateOptions): Promise<void> {
  const { name, trusted, grants, redirectUri: redirectUris, id } = options;
  if (grants.includes('password') && !trusted) {
    throw new Failure('The password grant is for trusted clients only: add --trusted.');
  }
  const store = app.get(ClientStore);
  if (id !== undefined && (await store.list()).some((client) => client.id === id)) {
    throw new Failure(`There is a client ${id} already.`);
  }
  const registered = await store.register({ name, trusted, grants, redirectUris, ...(id !== undefined && { id }) });
  terminal.print(`id     ${registered.id}\nsecret ${registered.secret}`);
  terminal.say('The secret is not kept, and not shown again.');
}

async function list({ app, terminal }: Session, json: boolean): Promise<void> {
  const clients = await app.get(ClientStore).list();
  if (json) {
    terminal.print(JSON.stringify(clients, null, 2));
    return;
  }
  const head = ['ID', 'NAME', 'TRUSTED', 'GRANTS', 'REDIRECT URIS', 'CREATED', 'STATE'];
  terminal.print(tableOf([head, ...clients.map(cellsOf)]));
}

function cellsOf({ id, name, trusted, grants, redirectUris, created, disabled }: Client): string[] {
  const state = disabled ? `disabled ${disabled.toISOString()}` : 'enabled';
  return [id, name, trusted ? 'yes' : 'no', grants.join(','), redirectUris.join(' '), created.toISOString(), state];
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

function readGrants(value: string): string[] {
  const grants = [...new Set(value.split(',').map((grant) => grant.trim()))];
  const unknown = grants.filter((grant) => !grantTypes.some((known) => known === grant));
  if (unknown.length > 0) throw new InvalidArgumentError(`Allowed are: ${grantTypes.join(', ')}.`);
  return grants;
}

/** RFC 6749 section 3.1.2: absolute, without a fragment. */
function readRedirectUri(value: string, before: string[]): string[] {
  if (!URL.canParse(value) || value.includes('#')) {
    throw new InvalidArgumentError('It must be an absolute address without a fragment.');
  }
  return [...before, value];
}
