import { InvalidArgumentError } from 'commander';
import {
  type ComparisonRun,
  type Difference,
  IndexVerifier,
} from '../../places/search-index/lifecycle/index-verifier.js';
import { CommandError } from '../command-error.js';
import { escapeControls } from '../escape-controls.js';
import { interruptible } from '../interruption.js';
import { type CommandContext } from '../command-context.js';

export interface VerifyOptions {
  repair: boolean;
  json: boolean;
  /** Seconds to wait for pending changes. */
  wait: number;
}

const progressIntervalMs = 2000;

/** `index verify` */
export async function verify({ app, terminal }: CommandContext, { repair, json, wait }: VerifyOptions): Promise<void> {
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

export function parseSeconds(value: string): number {
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
