import { type Command } from 'commander';
import { ClientStore } from '../../auth/clients/client-store.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { findClient } from './find-client.js';

/** `clients disable|enable` */
export function addClientState(clients: Command, run: RunInContext): void {
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
