import { type Stored } from './record-kind.js';

/** What a number of lines came to. */
interface Counts extends Partial<Stored> {
  read: number;
  rejected: number;
  leftOut?: number;
}

/** Counts what became of the lines of a source. */
export class ImportSummary {
  /** Lines, without the blank ones. */
  read = 0;
  created = 0;
  changed = 0;
  rejected = 0;
  leftOut = 0;
  readonly removed = { places: 0, reviews: 0, checkins: 0 };
  private readonly started = performance.now();

  add({ read, rejected, created = 0, changed = 0, leftOut = 0, removed }: Counts): void {
    this.read += read;
    this.created += created;
    this.changed += changed;
    this.rejected += rejected;
    this.leftOut += leftOut;
    this.removed.places += removed?.places ?? 0;
    this.removed.reviews += removed?.reviews ?? 0;
    this.removed.checkins += removed?.checkins ?? 0;
  }

  /** One line: what was read, what became of it, and how fast. */
  toString(): string {
    return this.sentence({
      new: this.created,
      changed: this.changed,
      // Lines that a later one of the same record makes void are among them: nothing came of them.
      unchanged: this.read - this.created - this.changed - this.rejected - this.leftOut,
      rejected: this.rejected,
      ...(this.leftOut > 0 && { 'left out': this.leftOut }),
      ...(this.removed.places > 0 && { removed: this.removed.places }),
    });
  }

  /** The same where nothing was written. */
  toDryString(): string {
    return this.sentence({ 'would come in': this.created, rejected: this.rejected, 'left out': this.leftOut });
  }

  private sentence(counts: Readonly<Record<string, number>>): string {
    const seconds = (performance.now() - this.started) / 1000;
    const parts = Object.entries({ read: this.read, ...counts }).map(
      ([name, count]) => `${count.toLocaleString('en')} ${name}`,
    );
    const rate = Math.round(this.read / Math.max(seconds, 0.001)).toLocaleString('en');
    return `${parts.join(', ')}, in ${seconds.toFixed(1)} s (${rate} lines/s)`;
  }
}
