import { InvalidArgumentError } from 'commander';
import { type Comparison, type Difference } from '../../places/search-index/lifecycle/index-comparison.js';
import { IndexVerifier } from '../../places/search-index/lifecycle/index-verifier.js';
import { Failure } from '../failure.js';
import { interruptible } from '../interruption.js';
import { type Session } from '../session.js';

export interface VerifyOptions {
  repair: boolean;
  /** Seconds that noted changes are waited for. */
  wait: number;
}

/** Milliseconds between messages. */
const restMs = 2000;

/** `index verify` */
export async function verify({ app, terminal }: Session, { repair, wait }: VerifyOptions): Promise<void> {
  const verifier = app.get(IndexVerifier);
  const pending = repair ? 0 : await verifier.awaitCarriers(wait * 1000);
  if (pending > 0) {
    const changes = `${pending.toLocaleString('en')} changes are noted and not carried to the index`;
    terminal.say(`${changes}: does the service run? What they are about may differ.`);
  }
  const counts = new Map<string, number>();
  let left = 0;
  await interruptible(async (signal) => {
    const comparison: Comparison = { stored: 0, indexed: 0, patience: wait * 1000, signal };
    const progress = setInterval(() => {
      terminal.say(`${comparison.stored.toLocaleString('en')} places compared`);
    }, restMs);
    try {
      for await (const difference of repair ? verifier.repair(comparison) : verifier.differences(comparison)) {
        counts.set(difference.is, (counts.get(difference.is) ?? 0) + 1);
        if (!isMended(difference)) left += 1;
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
    repair
      ? `${places} still differ.`
      : `The index differs from PostgreSQL in ${places}; --repair mends what can be mended.`,
  );
}

export function readSeconds(value: string): number {
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number of seconds.');
}

function isMended(difference: Difference): boolean {
  return 'mended' in difference && difference.mended === true;
}

function lineOf(difference: Difference): string {
  const { id, is, reason } = difference;
  return `${is} ${id}${reason === undefined ? '' : `: ${reason}`}${isMended(difference) ? ', mended' : ''}`;
}

function summaryOf({ stored, indexed }: Comparison, counts: ReadonlyMap<string, number>): string {
  const differences = [...counts].map(([is, count]) => `${count.toLocaleString('en')} ${is}`);
  const found = differences.length === 0 ? 'no difference' : differences.join(', ');
  return `${stored.toLocaleString('en')} places stored, ${indexed.toLocaleString('en')} in the index: ${found}`;
}
