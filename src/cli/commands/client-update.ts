import { type Command, Option } from 'commander';
import { type ClientChanges, ClientStore, type GrantType, grantTypes } from '../../auth/clients/client-store.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { printClient } from './client-details.js';
import {
  checkClient,
  noPkceHelp,
  parseGrants,
  parseName,
  parseQuota,
  parseScopes,
  warnOfSettings,
} from './client-options.js';
import { findClient } from './find-client.js';
import { parseRedirectUri } from './redirect-uri.js';

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

const help = `
Options that are absent change nothing. --redirect-uri replaces all redirect addresses. Tokens stay valid; those of a client
that loses the scope trust lose it at once, on all replicas.

Examples:
  clients update partner --name 'Partner GmbH'
  clients update web --redirect-uri https://app.example.org/back https://app.example.org/other
  clients update partner --quota 600/60      600 requests in 60 seconds, for each kind of its tokens and each of its users
  clients update partner --no-quota          the quotas of the settings again
  clients update partner --scopes read,trust`;

/** `clients update` */
export function addClientUpdate(clients: Command, run: RunInContext): void {
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
    .addHelpText('after', help)
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
