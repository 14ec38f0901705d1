/** Counts of lines and records by outcome. Absent means 0. */
export interface Counts {
  /** Lines, without blank lines. */
  read?: number;
  created?: number;
  changed?: number;
  rejected?: number;
  skipped?: number;
  /** Stored lines with values that were left out, or kept without use. */
  warned?: number;
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

  /** Since the file was opened. */
  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  /** What the report says of the file, by the heads of its columns. */
  figures(isDryRun: boolean): Record<string, number> {
    const { read = 0, created = 0, changed = 0, rejected = 0, skipped = 0, warned = 0, removed = 0 } = this.counts;
    // `unchanged` includes lines that a later line of the same record replaced.
    const unchanged = read - created - changed - rejected - skipped;
    return {
      read,
      ...(isDryRun ? { valid: created } : { new: created, changed, unchanged }),
      rejected,
      skipped,
      warned,
      removed,
    };
  }
}
