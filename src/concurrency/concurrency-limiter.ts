export interface ConcurrencyLimits {
  /** Requests in flight during a burst. */
  burst: number;
  /** Requests in flight once the overload lasts. Lower, because a long queue only adds latency. */
  sustained: number;
  /** How long `sustained` must be exceeded before it applies, in milliseconds. */
  burstMs: number;
}

/** The part of the slots that is left to small owners, and the part of the slots below which an owner is small. */
const reserve = { share: 0.2, small: 0.1 };

/** Why there is no slot: all are taken, or the rest is reserved for owners with fewer requests in flight. */
export type Rejection = 'full' | 'reserved';

/**
 * Limits requests in flight. Rejects at once instead of queueing.
 *
 * A burst may use `burst` slots. If `sustained` is exceeded for `burstMs`, `sustained` is the limit until half of its slots
 * are free. A fifth of the slots is reserved for small owners, so that one owner cannot take all.
 */
export class ConcurrencyLimiter {
  private inFlight = 0;
  /** Requests of small owners that were accepted above the limit, which has fallen below what others have in flight. */
  private aboveLimit = 0;
  private readonly inFlightOf = new Map<string, number>();
  /** When the limiter was last below its threshold, by `performance.now()`. */
  private belowThresholdAt = performance.now();
  private isOverloaded = false;

  constructor(private readonly limits: ConcurrencyLimits) {}

  /** Requests in flight. */
  get count(): number {
    return this.inFlight;
  }

  /**
   * @param owner whose request it is
   * @returns a function that releases the slot, or why there is none
   */
  acquire(owner: string): (() => void) | Rejection {
    this.updateOverloaded();
    const limit = this.isOverloaded ? this.limits.sustained : this.limits.burst;
    const reserved = Math.floor(reserve.share * limit);
    const own = this.inFlightOf.get(owner) ?? 0;
    if (reserved > 0 && this.inFlight >= limit - reserved && own >= Math.max(1, reserve.small * limit))
      return 'reserved';
    const isAboveLimit = this.inFlight >= limit;
    if (isAboveLimit && (this.inFlight >= this.limits.burst || this.aboveLimit >= reserved)) return 'full';
    this.change(owner, 1, isAboveLimit);
    let isReleased = false;
    return () => {
      if (!isReleased) this.change(owner, -1, isAboveLimit);
      isReleased = true;
    };
  }

  private change(owner: string, by: 1 | -1, isAboveLimit: boolean): void {
    this.inFlight += by;
    if (isAboveLimit) this.aboveLimit += by;
    const count = (this.inFlightOf.get(owner) ?? 0) + by;
    if (count > 0) this.inFlightOf.set(owner, count);
    else this.inFlightOf.delete(owner);
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
