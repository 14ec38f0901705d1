import { type Command } from 'commander';
import { IndexInspector, type IndexStatus } from '../../places/search-index/lifecycle/index-inspector.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../table.js';
import { parseSeconds, verify, type VerifyOptions } from './index-verify.js';

const help = `
Each difference is a line: missing (not in the index), stale (the index holds something else), extra (not in
PostgreSQL), rejected (by Elasticsearch, with the reason) or pending (its change is not indexed yet).

Exit status: 0 the index equals PostgreSQL, if needed after --repair; 1 it does not.

Examples:
  index verify
  index verify --repair`;

/** `index status` and `index verify` */
export function addIndex(program: Command, run: RunInContext): void {
  const index = program.command('index').description('Shows the search index, and compares it with PostgreSQL.');
  index
    .command('status')
    .description('Shows the state of the search index.')
    .option('--json', 'as JSON', false)
    .addHelpText('after', '\nExample:\n  index status')
    .action(({ json }: { json: boolean }) => run((context) => status(context, json), { onlyReads: true }));
  index
    .command('verify')
    .summary('Compares the search index with PostgreSQL.')
    .description('Compares every place in PostgreSQL with its document in the search index, and lists the differences.')
    .option('--repair', 'index the places that differ once more', false)
    .option('--json', 'print JSON', false)
    .option('--wait <seconds>', 'how long to wait for pending changes', parseSeconds, 10)
    .addHelpText('after', help)
    .action((options: VerifyOptions) => run((context) => verify(context, options), { onlyReads: !options.repair }));
}

async function status({ app, terminal }: CommandContext, json: boolean): Promise<void> {
  const indexStatus = await app.get(IndexInspector).status();
  terminal.print(json ? JSON.stringify(indexStatus, null, 2) : formatStatus(indexStatus));
}

function formatStatus(indexStatus: IndexStatus): string {
  const { alias, live, active, retired, mappingVersion, places, lag, deadLetters } = indexStatus;
  return formatTable([
    ['alias', alias],
    ['index', live ? `${live.name}, ${live.health}, ${live.shards} shards, ${live.replicas} replicas` : 'none yet'],
    // An index that is being built, or was left by a crash. Changes are written to it too.
    ...active.filter((name) => name !== live?.name).map((name) => ['building', name]),
    ...retired.map((name) => ['retired', `${name}, kept for cursors`]),
    [
      'mapping',
      live?.isCurrent === true
        ? `${mappingVersion}, current`
        : `${live?.mappingVersion ?? 'none'}: \`reindex\` creates ${mappingVersion}`,
    ],
    ['places', `${places.toLocaleString('en')} stored, ${(live?.documents ?? 0).toLocaleString('en')} in the index`],
    ['lag', `${lag.pendingChanges.toLocaleString('en')} changes, the oldest made ${lag.seconds.toFixed(1)} s ago`],
    ['dead letters', lag.deadLetters === 0 ? 'none' : lag.deadLetters.toLocaleString('en')],
    ...deadLetters.map(({ id, reason, rejectedAt }) => ['', `${id}: ${reason} (${rejectedAt.toISOString()})`]),
  ]);
}
