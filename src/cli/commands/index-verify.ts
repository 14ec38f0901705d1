import { InvalidArgumentError } from 'commander';
import { type ComparisonRun, type Difference } from '../../places/search-index/lifecycle/index-comparison.js';
import { IndexVerifier } from '../../places/search-index/lifecycle/index-verifier.js';
import { Failure } from '../failure.js';
import { interruptible } from '../interruption.js';
import { type Session } from '../session.js';

export interface VerifyOptions {
  repair: boolean;
  /** Seconds to wait for pending changes. */
  wait: number;
}

/** Milliseconds between messages. */
const restMs = 2000;

/** `index verify` */
export async function verify({ app, terminal }: Session, { repair, wait }: VerifyOptions): Promise<void> {
  const verifier = app.get(IndexVerifier);
  const pending = repair ? 0 : await verifier.waitForPendingChanges(wait * 1000);
  if (pending > 0) {
    const changes = `${pending.toLocaleString('en')} changes are not indexed yet`;
    terminal.say(`${changes}: is the service running? Their places may differ.`);
  }
  const counts = new Map<string, number>();
  let left = 0;
  await interruptible(async (signal) => {
    const comparison: ComparisonRun = { stored: 0, indexed: 0, settleMs: wait * 1000, signal };
    const progress = setInterval(() => {
      terminal.say(`${comparison.stored.toLocaleString('en')} places compared`);
    }, restMs);
    try {
      for await (const difference of repair ? verifier.repair(comparison) : verifier.differences(comparison)) {
        counts.set(difference.kind, (counts.get(difference.kind) ?? 0) + 1);
        if (!isRepaired(difference)) left += 1;
        terminal.print(lineOf(difference));
      }
    } finally {
      clearInterval(progress);
    }
    terminal.print(summaryOf(comparison, counts));
  });
  if (left === 0) return;
  const places = `${left.toLocaleString('en')} places`;
  throw new Failure(
    repair ? `${places} still differ.` : `The index differs from PostgreSQL in ${places}; --repair indexes them again.`,
  );
}

export function readSeconds(value: string): number {
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number of seconds.');
}

function isRepaired(difference: Difference): boolean {
  return 'repaired' in difference && difference.repaired === true;
}

function lineOf(difference: Difference): string {
  const { id, kind, reason } = difference;
  return `${kind} ${id}${reason === undefined ? '' : `: ${reason}`}${isRepaired(difference) ? ', repaired' : ''}`;
}

function summaryOf({ stored, indexed }: ComparisonRun, counts: ReadonlyMap<string, number>): string {
  const differences = [...counts].map(([is, count]) => `${count.toLocaleString('en')} ${is}`);
  const found = differences.length === 0 ? 'no difference' : differences.join(', ');
  return `${stored.toLocaleString('en')} places stored, ${indexed.toLocaleString('en')} in the index: ${found}`;
}
