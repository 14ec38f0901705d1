import { escapeControls, escapeInvisible, quoteValue } from '../visible-text.js';
import { type ValueFault } from './parse-row.js';

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

/** Line numbers listed for each reason. */
const maxLineNumbers = 5;

/** Values listed for each kind of fault. */
const maxExamples = 3;

/** Distinct reasons. Some quote a value of the line, so their number is not bounded by itself. */
const maxReasons = 40;

const otherReasons = 'other reasons';

interface CountedReason {
  reason: string;
  count: number;
  /** The first of them. */
  lines: number[];
}

interface CountedFault {
  reason: string;
  count: number;
  /** The first of them, `"n.a." in line 3`. */
  examples: string[];
}

/** Counts lines by reason and remembers the first line numbers of each. */
export class ReasonCounts {
  count = 0;
  private readonly byReason = new Map<string, CountedReason>();

  add(reason: string, line: number): void {
    this.count += 1;
    const key = this.byReason.has(reason) || this.byReason.size < maxReasons ? reason : otherReasons;
    const entry = this.byReason.get(key) ?? { reason: key, count: 0, lines: [] };
    entry.count += 1;
    if (entry.lines.length < maxLineNumbers) entry.lines.push(line);
    this.byReason.set(key, entry);
  }

  /** The most frequent first. */
  counted(): CountedReason[] {
    return byCount(this.byReason);
  }

  /** `12 × has no name (lines 3, 8, 9, …)`, the most frequent first. */
  list(): string[] {
    return this.counted().map(({ reason, count, lines }) => {
      const numbers = `${lines.length > 1 ? 'lines' : 'line'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
      return `${count.toLocaleString('en')} × ${reason} (${numbers})`;
    });
  }
}

/** Counts values that were left out, or kept without use, and remembers the first of each kind. */
export class FaultCounts {
  private readonly byKind = new Map<string, CountedFault>();

  add({ member, value, reason, isKept = false }: ValueFault, line: number): void {
    const kind = `${member.replace(/\[\d+\]/g, '[]')} ${reason}${isKept ? '' : ', left out'}`;
    const key = this.byKind.has(kind) || this.byKind.size < maxReasons ? kind : otherReasons;
    const entry = this.byKind.get(key) ?? { reason: key, count: 0, examples: [] };
    entry.count += 1;
    if (entry.examples.length < maxExamples)
      entry.examples.push(`${escapeInvisible(quoteValue(value))} in line ${line}`);
    this.byKind.set(key, entry);
  }

  /** The most frequent first. */
  counted(): CountedFault[] {
    return byCount(this.byKind);
  }

  /** `12 × phones[] holds no telephone number, left out: "n.a." in line 3, "?" in line 8, …`, the most frequent first. */
  list(): string[] {
    return this.counted().map(({ reason, count, examples }) => {
      const more = count > examples.length ? ', …' : '';
      return escapeControls(`${count.toLocaleString('en')} × ${reason}: ${examples.join(', ')}${more}`);
    });
  }
}

function byCount<T extends { count: number }>(counted: ReadonlyMap<string, T>): T[] {
  return [...counted.values()].sort((first, second) => second.count - first.count);
}
