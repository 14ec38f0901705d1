import { type Counts } from '../import-summary.js';
import { type ReplacementState } from './source-replacement.js';

/**
 * `OSM: 9 read, 2 added, 1 changed, 5 unchanged, 3 deleted (with 4 reviews and 0 check-ins), 1 rejected, in 0.4 s`
 *
 * @param state the work of all runs since the replacement began
 * @param read the counts of the lines of this run, which has read the whole edition
 * @param seconds the duration of this run
 */
export function formatReport(source: string, state: ReplacementState, read: Counts, seconds: number): string {
  const { added, changed, deleted, deletedReviews, deletedCheckins } = state;
  const { read: lines = 0, rejected = 0, skipped = 0 } = read;
  // An interrupted run may have added places that this run did not read.
  const unchanged = Math.max(lines - added - changed - rejected - skipped, 0);
  const activity = `(with ${count(deletedReviews)} reviews and ${count(deletedCheckins)} check-ins)`;
  return [
    `${source}: ${count(lines)} read`,
    `${count(added)} added`,
    `${count(changed)} changed`,
    `${count(unchanged)} unchanged`,
    `${count(deleted)} deleted${deletedReviews + deletedCheckins > 0 ? ` ${activity}` : ''}`,
    `${count(rejected)} rejected`,
    ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
    `in ${seconds.toFixed(1)} s`,
  ].join(', ');
}

function count(number: number): string {
  return number.toLocaleString('en');
}
