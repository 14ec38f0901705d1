import { escapeControls, escapeInvisible } from '../escape-controls.js';
import { type ValueFault } from './parse-row.js';
import { quoteValue } from './quote-value.js';

/** Line numbers listed for each reason. */
const maxLineNumbers = 5;

/** Values listed for each kind of fault. */
const maxExamples = 3;

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

/** Counts values that were left out, or kept without use, and remembers the first of each kind. */
export class FaultCounts {
  private readonly byKind = new Map<string, { count: number; examples: string[] }>();

  add({ member, value, reason, isKept = false }: ValueFault, line: number): void {
    const kind = `${member.replace(/\[\d+\]/g, '[]')} ${reason}${isKept ? '' : ', left out'}`;
    const key = this.byKind.has(kind) || this.byKind.size < maxReasons ? kind : otherReasons;
    const entry = this.byKind.get(key) ?? { count: 0, examples: [] };
    entry.count += 1;
    if (entry.examples.length < maxExamples)
      entry.examples.push(`${escapeInvisible(quoteValue(value))} in line ${line}`);
    this.byKind.set(key, entry);
  }

  /** `12 × phones[] holds no telephone number, left out: "n.a." in line 3, "?" in line 8, …`, the most frequent first. */
  list(): string[] {
    return [...this.byKind]
      .sort(([, first], [, second]) => second.count - first.count)
      .map(([kind, { count, examples }]) => {
        const more = count > examples.length ? ', …' : '';
        return escapeControls(`${count.toLocaleString('en')} × ${kind}: ${examples.join(', ')}${more}`);
      });
  }
}
