/** Pseudo-random numbers, reproducible by their seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** At least 0 and less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `greatest`. */
  between(least: number, greatest: number): number {
    return least + Math.floor(this.next() * (greatest - least + 1));
  }

  pick<T>(values: readonly T[]): T {
    // The list must not be empty.
    return values[this.between(0, values.length - 1)] as T;
  }

  shuffle<T>(values: readonly T[]): T[] {
    const keyed = values.map((value) => [this.next(), value] as const);
    return keyed.sort(([a], [b]) => a - b).map(([, value]) => value);
  }
}
