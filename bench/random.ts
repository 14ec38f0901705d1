/** Numbers that look random and are the same for the same seed (mulberry32), so that a run can be repeated. */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to 1, which it never is. */
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
    // The position is within the list, unless that is empty.
    return values[this.between(0, values.length - 1)] as T;
  }

  shuffle<T>(values: readonly T[]): T[] {
    const keyed = values.map((value) => [this.next(), value] as const);
    return keyed.sort(([a], [b]) => a - b).map(([, value]) => value);
  }
}
