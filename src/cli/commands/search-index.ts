import { IndexInspector, type IndexStatus, PlaceInspector } from '../../places/search-index/inspect.js';
import { type CommandContext } from '../command-context.js';
import { type CommandRow, type CommandGroup, wholeNumber } from '../command-table.js';
import { formatTable } from '../terminal.js';
import {
  type ComparisonRun,
  type Difference,
  IndexComparison,
  IndexVerifier,
  type RepairedDifference,
} from '../../places/search-index/verify.js';
import { CommandError, interruptible } from '../command-error.js';
import { countOf, escapeControls } from '../visible-text.js';
import { nameLanguages } from '../background-indexing.js';
import { IndexLifecycle } from '../../places/search-index/lifecycle.js';
import { PlaceReader } from '../../places/place-reader.js';
import { recordAction } from '../audit.js';

export const command: CommandGroup = {
  commands: [
    {
      name: 'status',
      description: 'Shows the state of the search index.',
      notes:
        'Exit status: 0 the index can be reached; 1 it cannot. Pending changes and dead letters are listed also then.',
      examples: ['index status'],
      work: showIndexStatus,
    },
    {
      name: 'verify',
      summary: 'Compares the search index with PostgreSQL.',
      description:
        'Compares every place in PostgreSQL with its document in the search index, and lists the differences.',
      options: (command) =>
        command.option(
          '--wait <seconds>',
          'how long to wait for pending changes',
          wholeNumber(0, 999_999),
          settleSeconds,
        ),
      notes: `\
Each difference is a line: missing (not in the index), stale (the index holds something else), extra (not in
PostgreSQL), rejected (by Elasticsearch, with the reason) or pending (its change is not indexed yet).

Exit status: 0 the index equals PostgreSQL; 1 it does not.`,
      examples: ['index verify'],
      runOptions: () => ({ onlyReads: true }),
      work: verify,
    },
    {
      name: 'repair',
      summary: 'Indexes pending changes, and the places that differ.',
      description:
        'Indexes pending changes, then compares as verify does, and indexes the places that differ once more.',
      options: (command) => command.argument('[id...]', 'only these places, which are indexed once more in any case'),
      notes: 'Exit status: 0 the index equals PostgreSQL; 1 places still differ.',
      examples: ['index repair', 'index repair p1'],
      work: repair,
    },
  ],
};

export const reindexCommand: CommandRow = {
  name: 'reindex',
  description: 'Builds a new search index and swaps it in. Searches use the old index until then.',
  examples: ['reindex'],
  work: reindex,
};

async function showIndexStatus(context: CommandContext): Promise<void> {
  const indexStatus = await context.app.get(IndexInspector).status();
  const { fault, ...known } = indexStatus;
  context.print(known, formatStatus(indexStatus));
  if (fault !== undefined) throw fault;
}

function formatStatus(indexStatus: IndexStatus): string {
  const { alias, live, fault, active, retired, mappingVersion, languages, places, lag, deadLetters } = indexStatus;
  const missing = languages.filter((language) => live?.languages.includes(language) !== true);
  const isKnown = fault === undefined;
  const absent = isKnown ? 'none yet' : 'unreachable';
  const size = live && `${live.health}, ${countOf(live.shards, 'shard')}, ${countOf(live.replicas, 'replica')}`;
  const mapping = live?.isCurrent
    ? `${live.mappingVersion}, current`
    : `${live?.mappingVersion ?? 'none'}: \`reindex\` creates ${mappingVersion}`;
  const added = missing.length > 0 ? `: \`reindex\` adds ${nameLanguages(missing)}` : '';
  const indexed = isKnown ? `, ${(live?.documents ?? 0).toLocaleString('en')} in the index` : '';
  return formatTable([
    ['alias', alias],
    ['index', live ? `${live.name}, ${size}` : absent],
    // An index that is being built, or was left by a crash. Changes are written to it too.
    ...active.filter((name) => name !== live?.name).map((name) => [isKnown ? 'building' : 'active', name]),
    ...retired.map((name) => ['retired', `${name}, kept for cursors`]),
    ...(isKnown
      ? [
          ['mapping', mapping],
          ['languages', nameLanguages(live?.languages ?? []) + added],
        ]
      : []),
    ['places', `${places.toLocaleString('en')} stored${indexed}`],
    ['lag', `${countOf(lag.pendingChanges, 'change')}, the oldest made ${lag.seconds.toFixed(1)} s ago`],
    ['dead letters', lag.deadLetters === 0 ? 'none' : lag.deadLetters.toLocaleString('en')],
    ...deadLetters.map(({ id, reason, rejectedAt }) => ['', `${id}: ${reason} (${rejectedAt.toISOString()})`]),
  ]);
}

const progressIntervalMs = 2000;

/** How long changes may be pending. */
const settleSeconds = 10;

async function verify(context: CommandContext, { wait }: { wait: number }): Promise<void> {
  const verifier = context.app.get(IndexVerifier);
  // Before the wait, because an index that is not there needs none.
  const live = await verifier.liveIndex();
  const pending = await verifier.waitForPendingChanges(wait * 1000);
  if (pending > 0) {
    const changes = pending === 1 ? '1 change is' : `${pending.toLocaleString('en')} changes are`;
    context.terminal.log(`${changes} not indexed yet: is the service running? Their places may differ.`);
  }
  const comparison = context.app.get(IndexComparison);
  const { found } = await listDifferences(context, wait * 1000, (run) => comparison.differences(live, run));
  if (found === 0) return;
  throw new CommandError(`The index differs from PostgreSQL in ${countOf(found, 'place')}: run \`index repair\`.`);
}

async function repair(context: CommandContext, ids: readonly string[]): Promise<void> {
  const verifier = context.app.get(IndexVerifier);
  if (ids.length > 0) await assertExist(context, ids);
  const { found, repaired } = await listDifferences(context, settleSeconds * 1000, (run) =>
    ids.length > 0 ? verifier.indexAgain(ids, run) : verifier.repair(run),
  );
  const remaining = found - repaired;
  await recordAction(context, 'index.repair', ids.length === 1 ? `place:${ids[0]}` : undefined, {
    ...(ids.length > 1 && { places: ids }),
    repaired,
    remaining,
  });
  if (remaining > 0)
    throw new CommandError(`${countOf(remaining, 'place')} still ${remaining === 1 ? 'differs' : 'differ'}.`);
}

/** A misspelt identifier must not look like an indexed place. A document without a record is removed. */
async function assertExist({ app }: CommandContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { record, document } = await app.get(PlaceInspector).inspect(id);
    if (!record && !document) throw new CommandError(`Place ${id} does not exist.`);
  }
}

/** Prints differences as they are found. @returns how many there are, and how many of them have been repaired */
async function listDifferences(
  { terminal, json, print }: CommandContext,
  settleMs: number,
  find: (run: ComparisonRun) => AsyncIterable<Difference | RepairedDifference>,
): Promise<{ found: number; repaired: number }> {
  const counts = new Map<string, number>();
  const differences: Difference[] = [];
  let repaired = 0;
  await interruptible(async (signal) => {
    const run: ComparisonRun = { stored: 0, settleMs, signal };
    const progress = setInterval(() => {
      terminal.log(`${countOf(run.stored, 'place')} compared`);
    }, progressIntervalMs);
    try {
      for await (const difference of find(run)) {
        counts.set(difference.kind, (counts.get(difference.kind) ?? 0) + 1);
        if (isRepaired(difference)) repaired += 1;
        if (json) differences.push(difference);
        else terminal.print(formatDifference(difference));
      }
    } finally {
      clearInterval(progress);
    }
    const { stored, indexed } = run;
    const value = indexed === undefined ? { differences } : { stored, indexed, differences };
    print(value, `${countOf(stored, 'place')} compared: ${formatCounts(counts)}`);
  });
  return { found: [...counts.values()].reduce((sum, count) => sum + count, 0), repaired };
}

function isRepaired(difference: Difference): boolean {
  return 'repaired' in difference && difference.repaired === true;
}

function formatDifference(difference: Difference): string {
  const { id, kind, reason } = difference;
  const line = `${kind} ${id}${reason === undefined ? '' : `: ${reason}`}${isRepaired(difference) ? ', repaired' : ''}`;
  // Elasticsearch's reasons may have several lines.
  return escapeControls(line);
}

/** `2 missing, 1 stale` */
function formatCounts(counts: ReadonlyMap<string, number>): string {
  const all = [...counts].map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`);
  return all.length === 0 ? 'no difference' : all.join(', ');
}

async function reindex(context: CommandContext): Promise<void> {
  const { app, terminal } = context;
  const lifecycle = app.get(IndexLifecycle);
  const places = await app.get(PlaceReader).count();
  const started = performance.now();
  let reportedAt = started;
  const progress = (done: number): void => {
    const now = performance.now();
    if (now - reportedAt < progressIntervalMs) return;
    reportedAt = now;
    const left = Math.ceil((((now - started) / done) * Math.max(places - done, 0)) / 1000);
    terminal.log(`${done.toLocaleString('en')} of ${countOf(places, 'place')}, ${left} s left`);
  };
  const built = await interruptible((signal) => lifecycle.rebuild({ onProgress: progress, signal }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = { places: built.places, rejected: built.rejected };
  await recordAction(context, 'reindex', undefined, counts);
  const text =
    `The new index is live: ${countOf(built.places, 'place')} in ${seconds} s\n` +
    `It finds inflections of: ${nameLanguages(built.languages)}.`;
  context.print({ ...counts, seconds: Number(seconds), languages: built.languages }, text);
  if (built.rejected > 0) {
    terminal.log(
      `Elasticsearch rejected ${countOf(built.rejected, 'place')}. Run \`index status\` to list ${built.rejected === 1 ? 'it' : 'them'}.`,
    );
  }
}
