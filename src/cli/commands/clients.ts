import { InvalidArgumentError, Option } from 'commander';
import {
  ClientStore,
  type GrantType,
  grantTypes,
  type Client,
  scopesOf,
  type ClientChanges,
  scopeNames,
} from '../../auth/client-store.js';
import { changeAndRecord } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { readClientSecret, disableAndEnable } from './accounts.js';
import { type CommandGroup, parseDuration, printList } from '../command-table.js';
import { quota as quotaSchema } from '../../config/values.js';
import { isStorable } from '../../http/parameters.js';

interface CreateOptions {
  name: string;
  trusted: boolean;
  public: boolean;
  firstParty: boolean;
  grants?: GrantType[];
  redirectUri?: string[];
  pkce: boolean;
  id?: string;
  secretStdin: boolean;
}

/** Other grants need a client secret. */
const publicGrants: GrantType[] = ['authorization_code', 'refresh_token'];

export const command: CommandGroup = {
  usesIndex: false,
  commands: [
    {
      name: 'create',
      description: 'Registers a client. Prints its identifier and its secret, which is shown only once.',
      options: (command) =>
        command
          .requiredOption('--name <name>', 'display name', parseName)
          .option('--trusted', 'give its tokens the scope trust', false)
          .option('--public', 'for apps on phones and in browsers, which cannot keep a secret', false)
          .option('--first-party', 'users are not asked for their consent', false)
          .addOption(
            grantsOption().default(
              undefined,
              'client_credentials; for public clients authorization_code,refresh_token',
            ),
          )
          .option('--redirect-uri <uri...>', redirectUriHelp, parseRedirectUri)
          .option('--no-pkce', noPkceHelp)
          .option('--id <id>', 'identifier (default: random)', parseId)
          .option('--secret-stdin', 'read the secret from standard input, for old apps with a secret built in', false),
      examples: [
        'clients create --name Partner',
        'clients create --name Phone --public --redirect-uri https://app.example.org/back',
      ],
      work: create,
    },
    {
      name: 'list',
      description: 'Lists the clients.',
      examples: ['clients list', 'clients list --json'],
      work: list,
    },
    {
      name: 'show <id>',
      description: 'Shows a client, without its secret.',
      examples: ['clients show demo-app'],
      work: show,
    },
    {
      name: 'update <id>',
      description: 'Changes a client. Its secret and identifier stay.',
      options: (command) =>
        command
          .option('--name <name>', 'display name', parseName)
          .addOption(grantsOption())
          .option('--scopes <scopes>', 'scopes of its tokens: read, or read,trust', parseScopes)
          .option('--redirect-uri <uri...>', redirectUriHelp, parseRedirectUri)
          .option('--quota <requests/seconds>', 'quota of its own', parseQuota)
          .option('--no-quota', 'the quotas of the settings')
          .option('--first-party', 'users are not asked for their consent')
          .option('--no-first-party', 'users are asked for their consent')
          .option('--pkce', 'it has to use PKCE')
          .option('--no-pkce', noPkceHelp),
      notes: `\
Options that are absent change nothing. --redirect-uri replaces all redirect addresses. Tokens stay valid; those of a client
that loses the scope trust lose it at once, on all replicas.`,
      examples: [
        "clients update partner --name 'Partner GmbH'",
        'clients update web --redirect-uri https://app.example.org/back https://app.example.org/other',
        'clients update partner --quota 600/60      600 requests in 60 seconds, for each kind of its tokens and each of its users',
        'clients update partner --no-quota          the quotas of the settings again',
        'clients update partner --scopes read,trust',
      ],
      work: update,
    },
    {
      name: 'rotate-secret <id>',
      summary: 'Replaces the secret of a client.',
      description: 'Replaces the secret of a client and prints the new one once.',
      options: (command) =>
        command.option('--overlap <time>', 'how long the old secret works too, such as 30m, 24h or 7d', parseOverlap),
      notes: `\
Without --overlap the old secret stops working and all tokens of the client are revoked, at once: use that if somebody else
may know the secret. With --overlap both secrets work for that time, and tokens stay. A client has two secrets at most: a
second rotation within the time ends the oldest one.`,
      examples: ['clients rotate-secret partner', 'clients rotate-secret partner --overlap 24h'],
      work: rotateSecret,
    },
    ...disableAndEnable({
      noun: 'client',
      example: 'partner',
      disable: 'Disables a client and revokes its tokens.',
      enable: 'Lets a disabled client get tokens again. Old tokens stay revoked.',
      check: findClient,
      store: ({ clients }) => clients,
    }),
  ],
};

const redirectUriHelp = 'where users return after signing in; compared exactly';

function grantsOption(): Option {
  const help = `how it gets tokens, comma-separated: ${grantTypes.join(', ')}`;
  return new Option('--grants <grants>', help).argParser(parseGrants);
}

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { app, terminal } = context;
  const { name, trusted, firstParty, redirectUri: redirectUris = [], id } = options;
  const grants = options.grants ?? (options.public ? publicGrants : ['client_credentials']);
  checkClient({ ...options, grants, redirectUris });
  const given = options.secretStdin ? await readGivenSecret(context, options) : undefined;
  const store = app.get(ClientStore);
  if (id !== undefined && (await store.findIncludingDisabled(id)))
    throw new CommandError(`Client ${id} already exists.`);
  const { pkce } = options;
  const registration = { name, trusted, public: options.public, firstParty, grants, redirectUris, pkce };
  const identity = { ...(id !== undefined && { id }), ...(given !== undefined && { secret: given }) };
  const registered = await changeAndRecord(
    context,
    ({ clients }) => clients.register({ ...registration, ...identity }),
    (created) => ['client.create', `client:${created.id}`, registration],
  );
  warnOfSettings(context, registration);
  const secret = given === undefined ? registered.secret : undefined;
  const lines = [`id     ${registered.id}`, ...(secret === undefined ? [] : [`secret ${secret}`])];
  context.print({ id: registered.id, secret }, lines.join('\n'));
  if (secret !== undefined) terminal.log('The secret is stored only as a hash. It is not shown again.');
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

async function list(context: CommandContext): Promise<void> {
  const clients = await context.app.get(ClientStore).list();
  const columns = ['id', 'name', 'trusted', 'public', 'grants', 'pkce', 'redirectUris', 'created', 'disabled'] as const;
  printList(context, clients.map(detailsOf), columns);
}

async function show(context: CommandContext, id: string): Promise<void> {
  context.print(detailsOf(await findClient(context, id)));
}

function detailsOf(client: Client) {
  return { ...client, scopes: scopesOf(client) };
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
}

async function update(context: CommandContext, id: string, options: UpdateOptions): Promise<void> {
  const client = await findClient(context, id);
  const changes = changesOf(options);
  if (Object.keys(changes).length === 0) throw new CommandError('Nothing to change: give an option.', 2);
  const { quota: _, ...fields } = changes;
  checkClient({ ...client, ...fields });
  const updated = await changeAndRecord(
    context,
    ({ clients }) => clients.update(id, changes),
    () => ['client.update', `client:${id}`, changes],
  );
  if (!updated) return;
  context.print(detailsOf(updated));
  warnOfSettings(context, updated);
}

function changesOf({ scopes: trusted, redirectUri: redirectUris, quota, ...options }: UpdateOptions): ClientChanges {
  const { name, grants, firstParty, pkce } = options;
  const all = { name, grants, trusted, redirectUris, quota: quota === false ? null : quota, firstParty, pkce };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function rotateSecret(context: CommandContext, id: string, { overlap }: { overlap?: number }): Promise<void> {
  const { app, terminal } = context;
  await findClient(context, id);
  const secret = await changeAndRecord(
    context,
    async ({ clients }) => {
      const created = await clients.rotateSecret(id, overlap);
      if (created === undefined) throw new CommandError(`Client ${id} is public and has no secret.`);
      return created;
    },
    () => ['client.rotate-secret', `client:${id}`, { overlap: overlap ?? 0 }],
  );
  const client = await app.get(ClientStore).findIncludingDisabled(id);
  const expires = client?.previousSecretExpires;
  context.print({ id, secret, ...(expires && { previousSecretExpires: expires }) }, `secret ${secret}`);
  terminal.log('The secret is stored only as a hash. It is not shown again.');
  terminal.log(
    expires ? `The old secret works until ${expires.toISOString()}.` : 'All tokens of the client are revoked.',
  );
  if (client?.disabled) terminal.log(`Client ${id} is still disabled.`);
}

/** @throws CommandError if there is no such client */
export async function findClient({ app }: CommandContext, id: string): Promise<Client> {
  const client = await app.get(ClientStore).findIncludingDisabled(id);
  if (!client) throw new CommandError(`Client ${id} does not exist. See clients list.`);
  return client;
}

type CheckedFields = Pick<Client, 'public' | 'trusted' | 'grants' | 'redirectUris'> &
  Partial<Pick<Client, 'firstParty' | 'pkce'>>;

/** @throws CommandError if the fields of a client contradict each other */
function checkClient(client: CheckedFields): void {
  const { trusted, grants, redirectUris, firstParty = false, pkce = true } = client;
  if (client.public && trusted) throw new CommandError('A public client cannot be trusted, because it has no secret.');
  const forbidden = grants.filter((grant) => !publicGrants.some((allowed) => allowed === grant));
  if (client.public && forbidden.length > 0) {
    throw new CommandError(
      `A public client cannot have the grants ${forbidden.join(', ')}: allowed are ${publicGrants.join(', ')}.`,
    );
  }
  if (grants.includes('password') && !trusted) {
    throw new CommandError(
      'Only trusted clients may use the password grant: add --trusted, or in an update --scopes read,trust.',
    );
  }
  if (grants.includes('authorization_code') && redirectUris.length === 0) {
    throw new CommandError('The authorization_code grant needs an address where users return: add --redirect-uri.');
  }
  if (client.public && !pkce) {
    // RFC 8252, section 8.1: another app could redeem its codes.
    throw new CommandError('A public client has to use PKCE, because it has no secret: leave out --no-pkce.');
  }
  if (client.public && firstParty && !redirectUris.every((uri) => uri.startsWith('https://'))) {
    // RFC 8252, section 8.6: another app could pretend to be it, and would get the code without a question.
    throw new CommandError(
      'A public client can be first-party only if all its redirect addresses begin with https://: another app can receive what is sent to others.',
    );
  }
}

const noPkceHelp = 'it may leave PKCE out, as old clients do, if OLD_CLIENTS has no-pkce';

/** Says which setting a client needs for what it is registered for. The service may have other settings than this command. */
function warnOfSettings({ environment, terminal }: CommandContext, client: Pick<Client, 'grants' | 'pkce'>): void {
  if (client.grants.includes('password') && !environment.OLD_CLIENTS.includes('password-grant'))
    terminal.log('The password grant works only with password-grant in OLD_CLIENTS.');
  if (!client.pkce && !environment.OLD_CLIENTS.includes('no-pkce'))
    terminal.log('The client may leave PKCE out only with no-pkce in OLD_CLIENTS.');
}

function parseName(value: string): string {
  const name = value.trim();
  const isValid = name !== '' && name.length <= 200 && isStorable(name);
  if (!isValid) throw new InvalidArgumentError('It must have 1 to 200 characters.');
  return name;
}

function parseGrants(value: string): GrantType[] {
  const names = [...new Set(value.split(',').map((grant) => grant.trim()))] as GrantType[];
  if (!names.every((name) => grantTypes.includes(name)))
    throw new InvalidArgumentError(`Allowed: ${grantTypes.join(', ')}.`);
  return names;
}

/** @returns whether the client is trusted: the scopes decide that */
function parseScopes(value: string): boolean {
  const names = new Set(value.split(',').map((name) => name.trim()));
  const isKnown = [...names].every((name) => scopeNames.includes(name));
  if (!isKnown || !names.has(scopeNames[0] ?? '')) throw new InvalidArgumentError('Allowed: read, or read,trust.');
  return names.size > 1;
}

function parseQuota(value: string): string {
  const { data, error } = quotaSchema.safeParse(value);
  if (data === undefined) throw new InvalidArgumentError(`It ${error.issues[0]?.message ?? ''}.`);
  return data;
}

const maxOverlap = parseDuration('90d');

/** @returns seconds */
function parseOverlap(value: string): number {
  const seconds = parseDuration(value);
  if (seconds > maxOverlap) throw new InvalidArgumentError('It must be 90d at most.');
  return seconds;
}

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Schemes that a browser executes or displays instead of redirecting. */
const forbiddenScheme = /^(javascript|data|vbscript|blob|about|file|filesystem|view-source|ws|wss|ftp):$/;

/**
 * Parses a redirect URI: absolute and without a fragment (RFC 6749, section 3.1.2); https, http on the loopback interface, or
 * the scheme of an app (RFC 8252, section 7).
 *
 * @param previous those given before it
 */
function parseRedirectUri(value: string, previous: string[] = []): string[] {
  if (!URL.canParse(value) || !/^[\x21-\x7E]+$/.test(value) || value.includes('#')) {
    throw new InvalidArgumentError('It must be an absolute URI in ASCII, without white space or fragment.');
  }
  const { protocol, hostname } = new URL(value);
  if (protocol === 'http:' ? !loopbackHost.test(hostname) : forbiddenScheme.test(protocol)) {
    throw new InvalidArgumentError('Use https, http on localhost, 127.0.0.1 or [::1], or the scheme of an app.');
  }
  return [...previous, value];
}
