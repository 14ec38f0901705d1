import { setTimeout as delay } from 'node:timers/promises';

export interface SampleLimits {
  /** How long a value may be reused. */
  maxAgeMs: number;
  /** How long a caller waits for a new value. */
  timeoutMs: number;
}

/** A value that is costly to read. Concurrent callers share one read, and reuse its value for a while. */
export class Sample<T> {
  private last: { value: T; readAt: number } | undefined;
  private pending: Promise<T | undefined> | undefined;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly limits: SampleLimits,
  ) {}

  /** @returns undefined if the read fails or takes too long */
  async value(): Promise<T | undefined> {
    if (this.last && performance.now() - this.last.readAt < this.limits.maxAgeMs) return this.last.value;
    this.pending ??= this.readNow();
    const timer = new AbortController();
    const timeout = delay(this.limits.timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined);
    try {
      return await Promise.race([this.pending, timeout]);
    } finally {
      timer.abort();
    }
  }

  private async readNow(): Promise<T | undefined> {
    try {
      const value = await this.read();
      this.last = { value, readAt: performance.now() };
      return value;
    } catch {
      return undefined;
    } finally {
      this.pending = undefined;
    }
  }
}
