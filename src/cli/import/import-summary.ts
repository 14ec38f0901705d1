/** Counts of lines and records by outcome. Absent means 0. */
export interface Counts {
  /** Lines, without blank lines. */
  read?: number;
  created?: number;
  changed?: number;
  rejected?: number;
  skipped?: number;
  /** Places that were deleted, and the reviews and check-ins that were deleted with them. */
  removed?: number;
  removedReviews?: number;
  removedCheckins?: number;
}

export function addCounts(first: Counts, second: Counts): Counts {
  const names = Object.keys({ ...first, ...second }) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]));
}

/** Counts the lines of a file by outcome. */
export class ImportSummary {
  counts: Counts = {};
  private readonly started = performance.now();

  add(counts: Counts): void {
    this.counts = addCounts(this.counts, counts);
  }

  /** `4 read, 2 new, 0 changed, 0 unchanged, 2 rejected, in 0.1 s (40 lines/s)` */
  toString(): string {
    const { read = 0, created = 0, changed = 0, rejected = 0, skipped = 0, removed = 0 } = this.counts;
    return this.format({
      new: created,
      changed,
      // Includes lines that a later line of the same record replaced.
      unchanged: read - created - changed - rejected - skipped,
      rejected,
      ...(skipped > 0 && { skipped }),
      ...(removed > 0 && { removed }),
    });
  }

  /** `4 read, 1 valid, 2 rejected, 1 skipped, in 0.1 s (40 lines/s)` */
  toDryRunString(): string {
    const { created = 0, rejected = 0, skipped = 0 } = this.counts;
    return this.format({ valid: created, rejected, skipped });
  }

  private format(counts: Readonly<Record<string, number>>): string {
    const { read = 0 } = this.counts;
    const seconds = (performance.now() - this.started) / 1000;
    const parts = Object.entries({ read, ...counts }).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
    const rate = Math.round(read / Math.max(seconds, 0.001)).toLocaleString('en');
    return `${parts.join(', ')}, in ${seconds.toFixed(1)} s (${rate} lines/s)`;
  }
}
