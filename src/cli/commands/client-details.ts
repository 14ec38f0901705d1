import { type Command } from 'commander';
import { type Client, ClientStore, scopesOf } from '../../auth/clients/client-store.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../table.js';
import { type Terminal } from '../terminal.js';
import { findClient } from './find-client.js';

const tableHead = ['ID', 'NAME', 'TRUSTED', 'GRANTS', 'PKCE', 'REDIRECT URIS', 'CREATED', 'STATE'];

/** `clients list|show` */
export function addClientDetails(clients: Command, run: RunInContext): void {
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

export function printClient(terminal: Terminal, client: Client, json: boolean): void {
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
