/** Line numbers listed for each reason. */
const maxLineNumbers = 5;

/** Distinct reasons. Some quote a value of the line, so their number is not bounded by itself. */
const maxReasons = 40;

const otherReasons = 'other reasons';

/** Counts lines by reason and remembers the first line numbers of each. */
export class ReasonCounts {
  count = 0;
  private readonly byReason = new Map<string, { count: number; lines: number[] }>();

  add(reason: string, line: number): void {
    this.count += 1;
    const key = this.byReason.has(reason) || this.byReason.size < maxReasons ? reason : otherReasons;
    const entry = this.byReason.get(key) ?? { count: 0, lines: [] };
    entry.count += 1;
    if (entry.lines.length < maxLineNumbers) entry.lines.push(line);
    this.byReason.set(key, entry);
  }

  /** `12 × has no name (lines 3, 8, 9, …)`, the most frequent first. */
  list(): string[] {
    return [...this.byReason]
      .sort(([, first], [, second]) => second.count - first.count)
      .map(([reason, { count, lines }]) => {
        const numbers = `${lines.length > 1 ? 'lines' : 'line'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
        return `${count.toLocaleString('en')} × ${reason} (${numbers})`;
      });
  }
}
