import { type Command } from 'commander';
import { SyncLagMeter } from '../../places/search-index/sync/sync-lag.js';
import { audit } from '../audit.js';
import { withBackgroundIndexing } from '../background-indexing.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../table.js';

const retryHelp = `
The running service does the same by itself, every two seconds. Use this while the service is stopped, or to see why changes are not
indexed.

Example:
  outbox retry`;

/** `outbox status|retry` */
export function addOutbox(program: Command, run: RunInContext): void {
  const outbox = program
    .command('outbox')
    .description('Shows and indexes the changes of places that wait for the index.');
  outbox
    .command('status')
    .description('Shows how many changes wait, and for how long.')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  outbox status --json')
    .action(({ json }: { json: boolean }) => run((context) => status(context, json), { onlyReads: true }));
  outbox
    .command('retry')
    .description('Indexes the changes that wait now.')
    .option('--json', 'print JSON', false)
    .addHelpText('after', retryHelp)
    .action(({ json }: { json: boolean }) => run((context) => retry(context, json)));
}

async function status({ app, terminal }: CommandContext, json: boolean): Promise<void> {
  const { pendingChanges, seconds, deadLetters } = await app.get(SyncLagMeter).measure();
  if (json) {
    terminal.print(JSON.stringify({ pendingChanges, seconds, deadLetters }, null, 2));
    return;
  }
  terminal.print(
    formatTable([
      ['pending changes', pendingChanges.toLocaleString('en')],
      ['oldest', pendingChanges === 0 ? 'none' : `${seconds.toFixed(1)} s ago`],
      ['dead letters', deadLetters.toLocaleString('en')],
    ]),
  );
}

async function retry(context: CommandContext, json: boolean): Promise<void> {
  const { app, terminal } = context;
  const { pendingChanges } = await app.get(SyncLagMeter).measure();
  await withBackgroundIndexing(context, (indexing) => indexing.indexNewChanges());
  await audit(context, 'outbox.retry', undefined, { pendingChanges });
  const text = `Indexed ${pendingChanges.toLocaleString('en')} changes`;
  terminal.print(json ? JSON.stringify({ indexed: pendingChanges }, null, 2) : text);
}
