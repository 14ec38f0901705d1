import { type WriteCounts } from './record-kind.js';

interface Counts extends Partial<WriteCounts> {
  read: number;
  rejected: number;
  skipped?: number;
}

/** Counts the lines of a file by outcome. */
export class ImportSummary {
  /** Lines, without blank lines. */
  read = 0;
  created = 0;
  changed = 0;
  rejected = 0;
  skipped = 0;
  readonly removed = { places: 0, reviews: 0, checkins: 0 };
  private readonly started = performance.now();

  add({ read, rejected, created = 0, changed = 0, skipped = 0, removed }: Counts): void {
    this.read += read;
    this.created += created;
    this.changed += changed;
    this.rejected += rejected;
    this.skipped += skipped;
    this.removed.places += removed?.places ?? 0;
    this.removed.reviews += removed?.reviews ?? 0;
    this.removed.checkins += removed?.checkins ?? 0;
  }

  /** `4 read, 2 new, 0 changed, 0 unchanged, 2 rejected, in 0.1 s (40 lines/s)` */
  toString(): string {
    return this.format({
      new: this.created,
      changed: this.changed,
      // Includes lines that a later line of the same record replaced.
      unchanged: this.read - this.created - this.changed - this.rejected - this.skipped,
      rejected: this.rejected,
      ...(this.skipped > 0 && { skipped: this.skipped }),
      ...(this.removed.places > 0 && { removed: this.removed.places }),
    });
  }

  /** `4 read, 1 valid, 2 rejected, 1 skipped, in 0.1 s (40 lines/s)` */
  toDryRunString(): string {
    return this.format({ valid: this.created, rejected: this.rejected, skipped: this.skipped });
  }

  private format(counts: Readonly<Record<string, number>>): string {
    const seconds = (performance.now() - this.started) / 1000;
    const parts = Object.entries({ read: this.read, ...counts }).map(
      ([name, count]) => `${count.toLocaleString('en')} ${name}`,
    );
    const rate = Math.round(this.read / Math.max(seconds, 0.001)).toLocaleString('en');
    return `${parts.join(', ')}, in ${seconds.toFixed(1)} s (${rate} lines/s)`;
  }
}
