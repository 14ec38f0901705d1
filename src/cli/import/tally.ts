import { type Outcome } from './batch-store.js';

/** Counts what became of the lines of a source. */
export class Tally {
  /** Lines, without the blank ones. */
  read = 0;
  created = 0;
  changed = 0;
  rejected = 0;
  private readonly started = performance.now();

  add(lines: number, { created, changed }: Pick<Outcome, 'created' | 'changed'>, rejected: number): void {
    this.read += lines;
    this.created += created;
    this.changed += changed;
    this.rejected += rejected;
  }

  /** One line: what was read, what became of it, and how fast. */
  toString(): string {
    const seconds = (performance.now() - this.started) / 1000;
    const counts = {
      read: this.read,
      new: this.created,
      changed: this.changed,
      // Lines that a later one of the same record makes void are among them: nothing came of them.
      unchanged: this.read - this.created - this.changed - this.rejected,
      rejected: this.rejected,
    };
    const parts = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
    const rate = Math.round(this.read / Math.max(seconds, 0.001)).toLocaleString('en');
    return `${parts.join(', ')}, in ${seconds.toFixed(1)} s (${rate} lines/s)`;
  }
}
