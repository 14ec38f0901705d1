import { IndexInspector, type IndexStatus } from '../../places/search-index/inspect.js';
import { type CommandContext } from '../command-context.js';
import { type CommandRow, type CommandGroup, wholeNumber } from '../command-table.js';
import { formatTable } from '../terminal.js';
import {
  type ComparisonRun,
  type Difference,
  IndexComparison,
  IndexVerifier,
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
        command
          .option('--repair', 'index the places that differ once more', false)
          .option('--wait <seconds>', 'how long to wait for pending changes', wholeNumber(0, 999_999), 10),
      notes: `\
Each difference is a line: missing (not in the index), stale (the index holds something else), extra (not in
PostgreSQL), rejected (by Elasticsearch, with the reason) or pending (its change is not indexed yet).

Exit status: 0 the index equals PostgreSQL, if needed after --repair; 1 it does not.`,
      examples: ['index verify', 'index verify --repair'],
      runOptions: ({ repair }: VerifyOptions) => ({ onlyReads: !repair }),
      work: verify,
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

interface VerifyOptions {
  repair: boolean;
  /** Seconds to wait for pending changes. */
  wait: number;
}

const progressIntervalMs = 2000;

async function verify(context: CommandContext, { repair, wait }: VerifyOptions): Promise<void> {
  const { app, terminal, json } = context;
  const verifier = app.get(IndexVerifier);
  // Before the wait, because an index that is not there needs none.
  await verifier.liveIndex();
  const pending = repair ? 0 : await verifier.waitForPendingChanges(wait * 1000);
  if (pending > 0) {
    const changes = pending === 1 ? '1 change is' : `${pending.toLocaleString('en')} changes are`;
    terminal.log(`${changes} not indexed yet: is the service running? Their places may differ.`);
  }
  const counts = new Map<string, number>();
  const differences: Difference[] = [];
  let remaining = 0;
  await interruptible(async (signal) => {
    const comparison: ComparisonRun = { stored: 0, indexed: 0, settleMs: wait * 1000, signal };
    const progress = setInterval(() => {
      terminal.log(`${countOf(comparison.stored, 'place')} compared`);
    }, progressIntervalMs);
    try {
      const found = repair
        ? verifier.repair(comparison)
        : app.get(IndexComparison).differences(await verifier.liveIndex(), comparison);
      for await (const difference of found) {
        counts.set(difference.kind, (counts.get(difference.kind) ?? 0) + 1);
        if (!isRepaired(difference)) remaining += 1;
        if (json) differences.push(difference);
        else terminal.print(formatDifference(difference));
      }
    } finally {
      clearInterval(progress);
    }
    const { stored, indexed } = comparison;
    context.print({ stored, indexed, differences }, formatSummary(comparison, counts));
  });
  if (repair) {
    const found = [...counts.values()].reduce((sum, count) => sum + count, 0);
    await recordAction(context, 'index.repair', undefined, { repaired: found - remaining, remaining });
  }
  if (remaining === 0) return;
  const places = countOf(remaining, 'place');
  throw new CommandError(
    repair
      ? `${places} still ${remaining === 1 ? 'differs' : 'differ'}.`
      : `The index differs from PostgreSQL in ${places}; --repair indexes them again.`,
  );
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
  return `${countOf(stored, 'place')} stored, ${indexed.toLocaleString('en')} in the index: ${found}`;
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
