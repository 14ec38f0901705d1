import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  ClientStore,
  type GrantType,
  grantTypes,
  type Client,
  scopesOf,
  type ClientChanges,
} from '../../auth/client-store.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { readClientSecret } from '../read-password.js';
import {
  checkClient,
  noPkceHelp,
  parseGrants,
  parseName,
  publicGrants,
  warnOfSettings,
  parseRedirectUri,
  parseQuota,
  parseScopes,
  parseOverlap,
} from './client-options.js';
import { formatTable, type Terminal } from '../terminal.js';
import { didYouMean } from '../arguments.js';

interface CreateOptions {
  name: string;
  trusted: boolean;
  public: boolean;
  firstParty: boolean;
  grants?: GrantType[];
  redirectUri: string[];
  pkce: boolean;
  id?: string;
  secretStdin: boolean;
  json: boolean;
}

const createHelp = `
Examples:
  clients create --name Partner
  clients create --name Phone --public --redirect-uri https://app.example.org/back`;

/** `clients create|list|show|update|rotate-secret|disable|enable` */
export function addClients(program: Command, run: RunInContext): void {
  const clients = program.command('clients').description('Manages the clients that may call the service.');
  clients
    .command('create')
    .description('Registers a client. Prints its identifier and its secret, which is shown only once.')
    .requiredOption('--name <name>', 'display name', parseName)
    .option('--trusted', 'give its tokens the scope trust', false)
    .option('--public', 'for apps on phones and in browsers, which cannot keep a secret', false)
    .option('--first-party', 'users are not asked for their consent', false)
    .addOption(
      new Option('--grants <grants>', `how it gets tokens, comma-separated: ${grantTypes.join(', ')}`)
        .argParser(parseGrants)
        .default(undefined, 'client_credentials; for public clients authorization_code,refresh_token'),
    )
    .option('--redirect-uri <uri...>', 'where users return after signing in; compared exactly', parseRedirectUri, [])
    .option('--no-pkce', noPkceHelp)
    .option('--id <id>', 'identifier (default: random)', parseId)
    .option('--secret-stdin', 'read the secret from standard input, for old apps with a secret built in', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', createHelp)
    .action((options: CreateOptions) => run((context) => create(context, options)));
  addClientDetails(clients, run);
  addClientUpdate(clients, run);
  addClientSecret(clients, run);
  addClientState(clients, run);
}

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { app, terminal } = context;
  const { name, trusted, firstParty, redirectUri: redirectUris, id } = options;
  const grants = options.grants ?? (options.public ? publicGrants : ['client_credentials']);
  checkClient({ ...options, grants, redirectUris });
  const given = options.secretStdin ? await readGivenSecret(context, options) : undefined;
  const store = app.get(ClientStore);
  if (id !== undefined && (await store.findIncludingDisabled(id)))
    throw new CommandError(`Client ${id} already exists.`);
  const { pkce } = options;
  const registration = { name, trusted, public: options.public, firstParty, grants, redirectUris, pkce };
  const identity = { ...(id !== undefined && { id }), ...(given !== undefined && { secret: given }) };
  const registered = await audited(
    context,
    ({ clients }) => clients.register({ ...registration, ...identity }),
    (created) => ['client.create', `client:${created.id}`, registration],
  );
  warnOfSettings(context, registration);
  const secret = given === undefined ? registered.secret : undefined;
  if (options.json) terminal.print(JSON.stringify({ id: registered.id, secret }, null, 2));
  else terminal.print(`id     ${registered.id}`);
  if (secret === undefined) return;
  if (!options.json) terminal.print(`secret ${secret}`);
  terminal.log('The secret is stored only as a hash. It is not shown again.');
}

/** The secret that apps already have, together with the identifier that they have. */
async function readGivenSecret({ terminal }: CommandContext, { id, public: isPublic }: CreateOptions): Promise<string> {
  if (isPublic) throw new CommandError('A public client has no secret: leave out --secret-stdin.', 2);
  if (id === undefined) throw new CommandError('An app with a secret built in has an identifier too: add --id.', 2);
  return readClientSecret(terminal, id);
}

function parseId(value: string): string {
  const isValid = /^[A-Za-z0-9._~-]{1,100}$/.test(value);
  if (!isValid) throw new InvalidArgumentError('It must have 1 to 100 letters, digits or . _ ~ -');
  return value;
}

const tableHead = ['ID', 'NAME', 'TRUSTED', 'GRANTS', 'PKCE', 'REDIRECT URIS', 'CREATED', 'STATE'];

/** `clients list|show` */
function addClientDetails(clients: Command, run: RunInContext): void {
  clients
    .command('list')
    .description('Lists the clients.')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExamples:\n  clients list\n  clients list --json')
    .action(({ json }: { json: boolean }) => run((context) => list(context, json), { onlyReads: true }));
  clients
    .command('show')
    .description('Shows a client, without its secret.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  clients show demo-app')
    .action((id: string, { json }: { json: boolean }) =>
      run((context) => show(context, id, json), { onlyReads: true }),
    );
}

async function list({ app, terminal }: CommandContext, json: boolean): Promise<void> {
  const clients = await app.get(ClientStore).list();
  if (json) terminal.print(JSON.stringify(clients.map(detailsOf), null, 2));
  else terminal.print(formatTable([tableHead, ...clients.map(cellsOf)]));
}

async function show({ app, terminal }: CommandContext, id: string, json: boolean): Promise<void> {
  printClient(terminal, await findClient(app.get(ClientStore), id), json);
}

function printClient(terminal: Terminal, client: Client, json: boolean): void {
  if (json) {
    terminal.print(JSON.stringify(detailsOf(client), null, 2));
    return;
  }
  const { quota = 'of the settings', previousSecretExpires: expires } = client;
  terminal.print(
    formatTable([
      ...tableHead.map((name, column) => [name, cellsOf(client)[column] ?? '']),
      ['SCOPES', scopesOf(client).join(',')],
      ['QUOTA', quota],
      ['FIRST-PARTY', client.firstParty ? 'yes' : 'no'],
      ...(expires ? [['OLD SECRET', `works until ${expires.toISOString()}`]] : []),
    ]),
  );
}

function detailsOf(client: Client): object {
  return { ...client, scopes: scopesOf(client) };
}

function cellsOf(client: Client): string[] {
  const { id, name, grants, pkce, redirectUris, created, disabled } = client;
  const state = disabled ? `disabled ${disabled.toISOString()}` : 'enabled';
  return [
    id,
    name,
    trustOf(client),
    grants.join(','),
    pkce ? 'required' : 'optional',
    redirectUris.join(' '),
    created.toISOString(),
    state,
  ];
}

function trustOf(client: Client): string {
  if (client.trusted) return 'yes';
  return client.public ? 'no, public' : 'no';
}

interface UpdateOptions {
  name?: string;
  grants?: GrantType[];
  /** Whether these scopes make the client trusted. */
  scopes?: boolean;
  redirectUri?: string[];
  /** false for `--no-quota`. */
  quota?: string | false;
  firstParty?: boolean;
  pkce?: boolean;
  json: boolean;
}

const updateHelp = `
Options that are absent change nothing. --redirect-uri replaces all redirect addresses. Tokens stay valid; those of a client
that loses the scope trust lose it at once, on all replicas.

Examples:
  clients update partner --name 'Partner GmbH'
  clients update web --redirect-uri https://app.example.org/back https://app.example.org/other
  clients update partner --quota 600/60      600 requests in 60 seconds, for each kind of its tokens and each of its users
  clients update partner --no-quota          the quotas of the settings again
  clients update partner --scopes read,trust`;

/** `clients update` */
function addClientUpdate(clients: Command, run: RunInContext): void {
  clients
    .command('update')
    .description('Changes a client. Its secret and identifier stay.')
    .argument('<id>')
    .option('--name <name>', 'display name', parseName)
    .addOption(
      new Option('--grants <grants>', `how it gets tokens, comma-separated: ${grantTypes.join(', ')}`).argParser(
        parseGrants,
      ),
    )
    .option('--scopes <scopes>', 'scopes of its tokens: read, or read,trust', parseScopes)
    .addOption(
      // The parser gets the addresses before the one that it parses.
      new Option('--redirect-uri <uri...>', 'where users return after signing in; compared exactly').argParser(
        (value: string, previous?: string[]) => parseRedirectUri(value, previous ?? []),
      ),
    )
    .option('--quota <requests/seconds>', 'quota of its own', parseQuota)
    .option('--no-quota', 'the quotas of the settings')
    .option('--first-party', 'users are not asked for their consent')
    .option('--no-first-party', 'users are asked for their consent')
    .option('--pkce', 'it has to use PKCE')
    .option('--no-pkce', noPkceHelp)
    .option('--json', 'print JSON', false)
    .addHelpText('after', updateHelp)
    .action((id: string, options: UpdateOptions) => run((context) => update(context, id, options)));
}

async function update(context: CommandContext, id: string, options: UpdateOptions): Promise<void> {
  const { app, terminal } = context;
  const store = app.get(ClientStore);
  const client = await findClient(store, id);
  const changes = changesOf(options);
  if (Object.keys(changes).length === 0) throw new CommandError('Nothing to change: give an option.', 2);
  const { quota: _, ...fields } = changes;
  checkClient({ ...client, ...fields });
  const updated = await audited(
    context,
    ({ clients }) => clients.update(id, changes),
    () => ['client.update', `client:${id}`, changes],
  );
  if (!updated) return;
  printClient(terminal, updated, options.json);
  warnOfSettings(context, updated);
}

function changesOf({ name, grants, scopes, redirectUri, quota, firstParty, pkce }: UpdateOptions): ClientChanges {
  return {
    ...(name !== undefined && { name }),
    ...(grants && { grants }),
    ...(scopes !== undefined && { trusted: scopes }),
    ...(redirectUri && { redirectUris: redirectUri }),
    ...(quota !== undefined && { quota: quota === false ? null : quota }),
    ...(firstParty !== undefined && { firstParty }),
    ...(pkce !== undefined && { pkce }),
  };
}

interface RotateOptions {
  overlap?: number;
  json: boolean;
}

const rotateHelp = `
Without --overlap the old secret stops working and all tokens of the client are revoked, at once: use that if somebody else
may know the secret. With --overlap both secrets work for that time, and tokens stay. A client has two secrets at most: a
second rotation within the time ends the oldest one.

Examples:
  clients rotate-secret partner
  clients rotate-secret partner --overlap 24h`;

/** `clients rotate-secret` */
function addClientSecret(clients: Command, run: RunInContext): void {
  clients
    .command('rotate-secret')
    .summary('Replaces the secret of a client.')
    .description('Replaces the secret of a client and prints the new one once.')
    .argument('<id>')
    .option('--overlap <time>', 'how long the old secret works too, such as 30m, 24h or 7d', parseOverlap)
    .option('--json', 'print JSON', false)
    .addHelpText('after', rotateHelp)
    .action((id: string, options: RotateOptions) => run((context) => rotateSecret(context, id, options)));
}

async function rotateSecret(context: CommandContext, id: string, options: RotateOptions): Promise<void> {
  const { app, terminal } = context;
  const store = app.get(ClientStore);
  await findClient(store, id);
  const secret = await audited(
    context,
    async ({ clients }) => {
      const created = await clients.rotateSecret(id, options.overlap);
      if (created === undefined) throw new CommandError(`Client ${id} is public and has no secret.`);
      return created;
    },
    () => ['client.rotate-secret', `client:${id}`, { overlap: options.overlap ?? 0 }],
  );
  const client = await store.findIncludingDisabled(id);
  const expires = client?.previousSecretExpires;
  if (options.json)
    terminal.print(JSON.stringify({ id, secret, ...(expires && { previousSecretExpires: expires }) }, null, 2));
  else terminal.print(`secret ${secret}`);
  terminal.log('The secret is stored only as a hash. It is not shown again.');
  terminal.log(
    expires ? `The old secret works until ${expires.toISOString()}.` : 'All tokens of the client are revoked.',
  );
  if (client?.disabled) terminal.log(`Client ${id} is still disabled.`);
}

/** `clients disable|enable` */
function addClientState(clients: Command, run: RunInContext): void {
  clients
    .command('disable')
    .description('Disables a client and revokes its tokens.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  clients disable partner')
    .action((id: string, { json }: { json: boolean }) => run((context) => disable(context, id, json)));
  clients
    .command('enable')
    .description('Lets a disabled client get tokens again. Old tokens stay revoked.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  clients enable partner')
    .action((id: string, { json }: { json: boolean }) => run((context) => enable(context, id, json)));
}

async function disable(context: CommandContext, id: string, json: boolean): Promise<void> {
  const { app, terminal } = context;
  await findClient(app.get(ClientStore), id);
  await audited(
    context,
    async ({ clients }) => {
      if (!(await clients.disable(id))) throw new CommandError(`Client ${id} is already disabled.`);
    },
    () => ['client.disable', `client:${id}`],
  );
  terminal.print(json ? JSON.stringify({ id, disabled: true }, null, 2) : `Disabled ${id}`);
}

async function enable(context: CommandContext, id: string, json: boolean): Promise<void> {
  const { app, terminal } = context;
  await findClient(app.get(ClientStore), id);
  await audited(
    context,
    async ({ clients }) => {
      if (!(await clients.enable(id))) throw new CommandError(`Client ${id} is not disabled.`);
    },
    () => ['client.enable', `client:${id}`],
  );
  terminal.print(json ? JSON.stringify({ id, disabled: false }, null, 2) : `Enabled ${id}`);
}

/** @throws CommandError that names a client with a similar identifier */
export async function findClient(clients: ClientStore, id: string): Promise<Client> {
  const client = await clients.findIncludingDisabled(id);
  if (client) return client;
  const ids = (await clients.list()).map((other) => other.id);
  throw new CommandError(`Client ${id} does not exist.${didYouMean(id, ids) || ' See clients list.'}`);
}
