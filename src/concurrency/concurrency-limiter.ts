export interface ConcurrencyLimits {
  /** Requests in flight during a burst. */
  burst: number;
  /** Requests in flight once the overload lasts. Lower, because a long queue only adds latency. */
  sustained: number;
  /** How long `sustained` must be exceeded before it applies, in milliseconds. */
  burstMs: number;
}

/**
 * Limits requests in flight. Rejects at once instead of queueing.
 *
 * A burst may use `burst` slots. If `sustained` is exceeded for `burstMs`, `sustained` is the limit until half of its slots
 * are free.
 */
export class ConcurrencyLimiter {
  private inFlight = 0;
  private rejected = 0;
  /** When the limiter was last below its threshold, by `performance.now()`. */
  private belowThresholdAt = performance.now();
  private isOverloaded = false;

  constructor(private readonly limits: ConcurrencyLimits) {}

  /** The requests in flight, and how many have been rejected since the start. */
  get state(): { inFlight: number; rejected: number } {
    return { inFlight: this.inFlight, rejected: this.rejected };
  }

  /** How many requests may be in flight now. */
  get limit(): number {
    this.updateOverloaded();
    return this.isOverloaded ? this.limits.sustained : this.limits.burst;
  }

  /**
   * @param exceedsLimit whether the request may exceed the limit
   * @returns a function that releases the slot, or undefined if the limit is reached
   */
  acquire(exceedsLimit = false): (() => void) | undefined {
    if (this.inFlight >= this.limit && !exceedsLimit) {
      this.reject();
      return undefined;
    }
    this.inFlight += 1;
    let isReleased = false;
    return () => {
      if (!isReleased) this.inFlight -= 1;
      isReleased = true;
    };
  }

  /** Counts a request that the caller rejects. */
  reject(): void {
    this.rejected += 1;
  }

  private updateOverloaded(): void {
    const { sustained, burstMs } = this.limits;
    const now = performance.now();
    // During an overload one free slot is no sign of its end: the threshold is lower then.
    const threshold = this.isOverloaded ? sustained / 2 : sustained;
    if (this.inFlight < threshold) this.belowThresholdAt = now;
    this.isOverloaded = now - this.belowThresholdAt >= burstMs;
  }
}
