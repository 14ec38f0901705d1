import { type Command } from 'commander';
import { ClientStore } from '../../auth/clients/client-store.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { parseOverlap } from './client-options.js';
import { findClient } from './find-client.js';

interface RotateOptions {
  overlap?: number;
  json: boolean;
}

const help = `
Without --overlap the old secret stops working and all tokens of the client are revoked, at once: use that if somebody else
may know the secret. With --overlap both secrets work for that time, and tokens stay. A client has two secrets at most: a
second rotation within the time ends the oldest one.

Examples:
  clients rotate-secret partner
  clients rotate-secret partner --overlap 24h`;

/** `clients rotate-secret` */
export function addClientSecret(clients: Command, run: RunInContext): void {
  clients
    .command('rotate-secret')
    .summary('Replaces the secret of a client.')
    .description('Replaces the secret of a client and prints the new one once.')
    .argument('<id>')
    .option('--overlap <time>', 'how long the old secret works too, such as 30m, 24h or 7d', parseOverlap)
    .option('--json', 'print JSON', false)
    .addHelpText('after', help)
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
