import { type Command } from 'commander';
import { IndexInspector, type IndexStatus } from '../../places/search-index/lifecycle/index-inspector.js';
import { DeadLetters, type DeadLetter } from '../../places/search-index/sync/dead-letters.js';
import { type Run, type Session } from '../session.js';
import { tableOf } from '../table.js';
import { readSeconds, verify, type VerifyOptions } from './index-verify.js';

const help = `
Each difference is a line: missing (not in the index), stale (the index holds something else), extra (not in
PostgreSQL), refused (Elasticsearch will not take it, with the reason) or pending (a change is noted that nobody carries).

Exit status: 0 the index equals PostgreSQL, or does so after --repair; 1 it does not.`;

/** `index status` and `index verify` */
export function addIndex(program: Command, run: Run): void {
  const index = program.command('index').description('Tells about the search index, and compares it.');
  index
    .command('status')
    .description('Tells how the search index stands.')
    .option('--json', 'as JSON', false)
    .action(({ json }: { json: boolean }) => run((session) => status(session, json)));
  index
    .command('verify')
    .summary('compare the search index with PostgreSQL')
    .description('Compares every place in PostgreSQL with its document in the search index, and names the differences.')
    .option('--repair', 'carry the places that differ once more', false)
    .option('--wait <seconds>', 'how long changes that are noted are waited for', readSeconds, 10)
    .addHelpText('after', help)
    .action((options: VerifyOptions) => run((session) => verify(session, options)));
}

async function status({ app, terminal }: Session, json: boolean): Promise<void> {
  const standing = await app.get(IndexInspector).status();
  const refusals = await app.get(DeadLetters).list();
  terminal.print(json ? JSON.stringify({ ...standing, refusals }, null, 2) : linesOf(standing, refusals));
}

function linesOf(standing: IndexStatus, refusals: readonly DeadLetter[]): string {
  const { alias, live, indices, retired, mappingVersion, places, lag } = standing;
  const isCurrent = live?.mappingVersion === mappingVersion;
  return tableOf([
    ['alias', alias],
    ['index', live ? `${live.name}, ${live.health}, ${live.shards} shards, ${live.replicas} replicas` : 'none yet'],
    // One that is being built, or that a crash left; changes are carried to it too.
    ...indices.filter((name) => name !== live?.name).map((name) => ['beside', name]),
    ...retired.map((name) => ['retired', `${name}, for the walks that are on it`]),
    [
      'mapping',
      isCurrent
        ? `${mappingVersion}, current`
        : `${live?.mappingVersion ?? 'none'}: \`reindex\` brings ${mappingVersion}`,
    ],
    ['places', `${places.toLocaleString('en')} stored, ${(live?.documents ?? 0).toLocaleString('en')} in the index`],
    ['lag', `${lag.changes.toLocaleString('en')} changes, the oldest of ${lag.seconds.toFixed(1)} s ago`],
    ['refused', lag.refused === 0 ? 'none' : lag.refused.toLocaleString('en')],
    ...refusals.map(({ id, reason, refused }) => ['', `${id}: ${reason} (${refused.toISOString()})`]),
  ]);
}
