import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds. */
export interface SampleLimits {
  /** How long a value stays good. */
  maxAge: number;
  /** How long one waits for a new one. */
  patience: number;
}

/**
 * Something that costs a question to a server: asked at most once in a while, by one at a time however many want to
 * know, and waited for only so long.
 */
export class Sample<T> {
  private last: { value: T; taken: number } | undefined;
  private reading: Promise<T | undefined> | undefined;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly limits: SampleLimits,
  ) {}

  /** The value; undefined when it cannot be had, or not in time. */
  async value(): Promise<T | undefined> {
    if (this.last && performance.now() - this.last.taken < this.limits.maxAge) return this.last.value;
    this.reading ??= this.take();
    const patience = new AbortController();
    const tooLate = delay(this.limits.patience, undefined, { signal: patience.signal }).catch(() => undefined);
    try {
      return await Promise.race([this.reading, tooLate]);
    } finally {
      patience.abort();
    }
  }

  private async take(): Promise<T | undefined> {
    try {
      const value = await this.read();
      this.last = { value, taken: performance.now() };
      return value;
    } catch {
      return undefined;
    } finally {
      this.reading = undefined;
    }
  }
}
