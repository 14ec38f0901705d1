import { type Command } from 'commander';
import { IndexVerifier } from '../../places/search-index/lifecycle/index-verifier.js';
import { DeadLetters } from '../../places/search-index/sync/dead-letters.js';
import { audit } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../table.js';

interface RetryOptions {
  id?: string[];
  json: boolean;
}

const retryHelp = `
Correct the places first, for example with an import: a corrected place is indexed by itself. Retry after a change of the mapping or
of the limits of Elasticsearch.

Exit status: 0 all are indexed; 1 Elasticsearch rejects some again.

Examples:
  dead-letters retry
  dead-letters retry --id p1 p2`;

/** `dead-letters list|retry` */
export function addDeadLetters(program: Command, run: RunInContext): void {
  const deadLetters = program
    .command('dead-letters')
    .description('Shows and retries places that Elasticsearch has rejected.');
  deadLetters
    .command('list')
    .description('Lists the first 100 rejected places with the reason.')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  dead-letters list --json')
    .action(({ json }: { json: boolean }) => run((context) => list(context, json), { onlyReads: true }));
  deadLetters
    .command('retry')
    .description('Indexes rejected places once more.')
    .option('--id <id...>', 'only these places (default: all)')
    .option('--json', 'print JSON', false)
    .addHelpText('after', retryHelp)
    .action((options: RetryOptions) => run((context) => retry(context, options)));
}

async function list({ app, terminal }: CommandContext, json: boolean): Promise<void> {
  const letters = await app.get(DeadLetters).list();
  const rows = letters.map(({ id, reason, rejectedAt }) => [id, rejectedAt.toISOString(), reason]);
  terminal.print(json ? JSON.stringify(letters, null, 2) : formatTable([['PLACE', 'REJECTED', 'REASON'], ...rows]));
}

async function retry(context: CommandContext, { id: wanted, json }: RetryOptions): Promise<void> {
  const { app, terminal } = context;
  const ids = await app.get(DeadLetters).ids(wanted);
  const unknown = wanted?.filter((id) => !ids.includes(id)) ?? [];
  if (unknown.length > 0) throw new CommandError(`Not among the dead letters: ${unknown.join(', ')}.`);
  if (ids.length > 0) await app.get(IndexVerifier).refresh(ids);
  const rejected = await app.get(DeadLetters).ids(ids);
  const indexed = ids.length - rejected.length;
  await audit(context, 'dead-letters.retry', undefined, { indexed, rejected: rejected.length });
  const text = `Indexed ${indexed.toLocaleString('en')} places`;
  terminal.print(json ? JSON.stringify({ indexed, rejected }, null, 2) : text);
  if (rejected.length > 0)
    throw new CommandError(
      `Elasticsearch rejects ${rejected.length.toLocaleString('en')} places again: see dead-letters list.`,
    );
}
