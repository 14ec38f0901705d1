import { type Command, InvalidArgumentError, Option } from 'commander';
import { ClientStore, type GrantType, grantTypes } from '../../auth/clients/client-store.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { readClientSecret } from '../read-password.js';
import { addClientDetails } from './client-details.js';
import { checkClient, noPkceHelp, parseGrants, parseName, publicGrants, warnOfSettings } from './client-options.js';
import { addClientSecret } from './client-secret.js';
import { addClientState } from './client-state.js';
import { addClientUpdate } from './client-update.js';
import { parseRedirectUri } from './redirect-uri.js';

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
    .option('--trusted', 'give its tokens the scope trusted', false)
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
