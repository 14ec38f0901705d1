/** Lines that are named for each reason. */
const mostLines = 5;

/** Reasons that are told apart: some name a value of the line. */
const mostReasons = 40;

const others = 'other reasons';

/** Counts lines by what is said of them, and remembers the first of each. */
export class Reasons {
  count = 0;
  private readonly byReason = new Map<string, { count: number; lines: number[] }>();

  add(reason: string, line: number): void {
    this.count += 1;
    const known = this.byReason.has(reason) || this.byReason.size < mostReasons ? reason : others;
    const entry = this.byReason.get(known) ?? { count: 0, lines: [] };
    entry.count += 1;
    if (entry.lines.length < mostLines) entry.lines.push(line);
    this.byReason.set(known, entry);
  }

  /** `12 × has no name (lines 3, 8, 9, …)`, the most frequent first. */
  list(): string[] {
    return [...this.byReason]
      .sort(([, first], [, second]) => second.count - first.count)
      .map(([reason, { count, lines }]) => {
        const named = `${lines.length > 1 ? 'lines' : 'line'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
        return `${count.toLocaleString('en')} × ${reason} (${named})`;
      });
  }
}
