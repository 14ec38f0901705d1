import { type Command, InvalidArgumentError } from 'commander';
import { IndexInspector, type IndexStatus } from '../../places/index/inspect.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { formatTable } from '../terminal.js';
import { type ComparisonRun, type Difference, IndexVerifier } from '../../places/index/verify.js';
import { CommandError } from '../command-error.js';
import { escapeControls } from '../visible-text.js';
import { interruptible } from '../interruption.js';
import { IndexLifecycle } from '../../places/index/lifecycle.js';
import { PlaceReader } from '../../places/place-reader.js';
import { audit } from '../audit.js';
import { SyncLagMeter } from '../../places/index/relay.js';
import { withBackgroundIndexing } from '../background-indexing.js';
import { DeadLetters } from '../../places/index/writer.js';

const verifyHelp = `
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
    .action(({ json }: { json: boolean }) => run((context) => showIndexStatus(context, json), { onlyReads: true }));
  index
    .command('verify')
    .summary('Compares the search index with PostgreSQL.')
    .description('Compares every place in PostgreSQL with its document in the search index, and lists the differences.')
    .option('--repair', 'index the places that differ once more', false)
    .option('--json', 'print JSON', false)
    .option('--wait <seconds>', 'how long to wait for pending changes', parseSeconds, 10)
    .addHelpText('after', verifyHelp)
    .action((options: VerifyOptions) => run((context) => verify(context, options), { onlyReads: !options.repair }));
}

async function showIndexStatus({ app, terminal }: CommandContext, json: boolean): Promise<void> {
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

interface VerifyOptions {
  repair: boolean;
  json: boolean;
  /** Seconds to wait for pending changes. */
  wait: number;
}

const progressIntervalMs = 2000;

/** `index verify` */
async function verify({ app, terminal }: CommandContext, { repair, json, wait }: VerifyOptions): Promise<void> {
  const verifier = app.get(IndexVerifier);
  // Before the wait, because an index that is not there needs none.
  await verifier.liveIndex();
  const pending = repair ? 0 : await verifier.waitForPendingChanges(wait * 1000);
  if (pending > 0) {
    const changes = `${pending.toLocaleString('en')} changes are not indexed yet`;
    terminal.log(`${changes}: is the service running? Their places may differ.`);
  }
  const counts = new Map<string, number>();
  const differences: Difference[] = [];
  let remaining = 0;
  await interruptible(async (signal) => {
    const comparison: ComparisonRun = { stored: 0, indexed: 0, settleMs: wait * 1000, signal };
    const progress = setInterval(() => {
      terminal.log(`${comparison.stored.toLocaleString('en')} places compared`);
    }, progressIntervalMs);
    try {
      for await (const difference of repair ? verifier.repair(comparison) : verifier.differences(comparison)) {
        counts.set(difference.kind, (counts.get(difference.kind) ?? 0) + 1);
        if (!isRepaired(difference)) remaining += 1;
        if (json) differences.push(difference);
        else terminal.print(formatDifference(difference));
      }
    } finally {
      clearInterval(progress);
    }
    const { stored, indexed } = comparison;
    if (json) terminal.print(JSON.stringify({ stored, indexed, differences }, null, 2));
    else terminal.print(formatSummary(comparison, counts));
  });
  if (remaining === 0) return;
  const places = `${remaining.toLocaleString('en')} places`;
  throw new CommandError(
    repair ? `${places} still differ.` : `The index differs from PostgreSQL in ${places}; --repair indexes them again.`,
  );
}

function parseSeconds(value: string): number {
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number of seconds.');
}

function isRepaired(difference: Difference): boolean {
  return 'repaired' in difference && difference.repaired === true;
}

export function formatDifference(difference: Difference): string {
  const { id, kind, reason } = difference;
  const line = `${kind} ${id}${reason === undefined ? '' : `: ${reason}`}${isRepaired(difference) ? ', repaired' : ''}`;
  // Elasticsearch's reasons may have several lines.
  return escapeControls(line);
}

function formatSummary({ stored, indexed }: ComparisonRun, counts: ReadonlyMap<string, number>): string {
  const differences = [...counts].map(([is, count]) => `${count.toLocaleString('en')} ${is}`);
  const found = differences.length === 0 ? 'no difference' : differences.join(', ');
  return `${stored.toLocaleString('en')} places stored, ${indexed.toLocaleString('en')} in the index: ${found}`;
}

const reindexProgressMs = 2000;

/** `reindex` */
export function addReindex(program: Command, run: RunInContext): void {
  program
    .command('reindex')
    .summary('Rebuilds the search index.')
    .description('Builds a new search index and swaps it in. Searches use the old index until then.')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  reindex')
    .action(({ json }: { json: boolean }) => run((context) => reindex(context, json)));
}

async function reindex(context: CommandContext, json: boolean): Promise<void> {
  const { app, terminal } = context;
  const lifecycle = app.get(IndexLifecycle);
  const places = await app.get(PlaceReader).count();
  const started = performance.now();
  let reportedAt = started;
  const progress = (done: number): void => {
    const now = performance.now();
    if (now - reportedAt < reindexProgressMs) return;
    reportedAt = now;
    const left = Math.ceil((((now - started) / done) * Math.max(places - done, 0)) / 1000);
    terminal.log(`${done.toLocaleString('en')} of ${places.toLocaleString('en')} places, ${left} s left`);
  };
  const built = await interruptible((signal) => lifecycle.rebuild({ onProgress: progress, signal }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = { places: built.places, rejected: built.rejected };
  await audit(context, 'reindex', undefined, counts);
  if (json) terminal.print(JSON.stringify({ ...counts, seconds: Number(seconds) }, null, 2));
  else terminal.print(`The new index is live: ${built.places.toLocaleString('en')} places in ${seconds} s`);
  if (built.rejected > 0) {
    terminal.log(
      `Elasticsearch rejected ${built.rejected.toLocaleString('en')} places. Run \`index status\` to list them.`,
    );
  }
}

const outboxHelp = `
The running service does the same by itself, every second. Use this while the service is stopped, or to see why changes are not
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
    .action(({ json }: { json: boolean }) => run((context) => showOutbox(context, json), { onlyReads: true }));
  outbox
    .command('retry')
    .description('Indexes the changes that wait now.')
    .option('--json', 'print JSON', false)
    .addHelpText('after', outboxHelp)
    .action(({ json }: { json: boolean }) => run((context) => retryOutbox(context, json)));
}

async function showOutbox({ app, terminal }: CommandContext, json: boolean): Promise<void> {
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

async function retryOutbox(context: CommandContext, json: boolean): Promise<void> {
  const { app, terminal } = context;
  const { pendingChanges } = await app.get(SyncLagMeter).measure();
  await withBackgroundIndexing(context, (indexing) => indexing.indexNewChanges());
  await audit(context, 'outbox.retry', undefined, { pendingChanges });
  const text = `Indexed ${pendingChanges.toLocaleString('en')} changes`;
  terminal.print(json ? JSON.stringify({ indexed: pendingChanges }, null, 2) : text);
}

interface RetryOptions {
  id?: string[];
  json: boolean;
}

const deadLettersHelp = `
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
    .action(({ json }: { json: boolean }) => run((context) => listDeadLetters(context, json), { onlyReads: true }));
  deadLetters
    .command('retry')
    .description('Indexes rejected places once more.')
    .option('--id <id...>', 'only these places (default: all)')
    .option('--json', 'print JSON', false)
    .addHelpText('after', deadLettersHelp)
    .action((options: RetryOptions) => run((context) => retryDeadLetters(context, options)));
}

async function listDeadLetters({ app, terminal }: CommandContext, json: boolean): Promise<void> {
  const letters = await app.get(DeadLetters).list();
  const rows = letters.map(({ id, reason, rejectedAt }) => [id, rejectedAt.toISOString(), reason]);
  terminal.print(json ? JSON.stringify(letters, null, 2) : formatTable([['PLACE', 'REJECTED', 'REASON'], ...rows]));
}

async function retryDeadLetters(context: CommandContext, { id: wanted, json }: RetryOptions): Promise<void> {
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
