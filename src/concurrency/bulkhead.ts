/** Nobody may go in, and too many wait already, or this one has waited too long. */
export class BulkheadFullError extends Error {}

interface Waiting {
  /** By `performance.now()`. */
  readonly since: number;
  enter(): void;
  giveUp(reason: BulkheadFullError): void;
}

export interface BulkheadLimits {
  /** How many work at once. */
  concurrency: number;
  /** How many wait at most. */
  maxWaiting: number;
  /** Milliseconds after which who waits has waited long. */
  newestFirstAfterMs: number;
  /** Milliseconds that one waits at most. */
  waitTimeoutMs: number;
}

/**
 * Lets some work in at once and the rest wait, so that a crowd does not slow down everybody inside. They go in as they
 * came; but when one has waited long, the newest goes first, and who has waited longest is turned away when there are too
 * many: when more comes than can be done, what is done is done in time, instead of all of it too late.
 */
export class Bulkhead {
  private inside = 0;
  /** The oldest first. */
  private readonly waiting: Waiting[] = [];
  private refused = 0;

  constructor(private readonly limits: BulkheadLimits) {}

  /** How many work, how many wait, and how many have been turned away so far. */
  get state(): { inside: number; waiting: number; refused: number } {
    return { inside: this.inside, waiting: this.waiting.length, refused: this.refused };
  }

  /** @throws GateFullError instead of doing the work */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // Who leaves hands the place to the next, so nobody slips in between.
    if (this.inside >= this.limits.concurrency) await this.wait();
    else this.inside += 1;
    try {
      return await work();
    } finally {
      const next = this.next();
      if (next) next.enter();
      else this.inside -= 1;
    }
  }

  /** Turns away all who wait: there is nothing to wait for. */
  rejectWaiting(): void {
    for (const waiting of this.waiting.splice(0)) waiting.giveUp(new BulkheadFullError('There is nothing to wait for'));
  }

  private next(): Waiting | undefined {
    const [oldest] = this.waiting;
    const isLate = oldest !== undefined && performance.now() - oldest.since > this.limits.newestFirstAfterMs;
    return isLate ? this.waiting.pop() : this.waiting.shift();
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        waiting.giveUp(new BulkheadFullError('The wait was too long'));
      }, this.limits.waitTimeoutMs);
      const waiting: Waiting = {
        since: performance.now(),
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
        giveUp: (reason) => {
          clearTimeout(timer);
          this.refused += 1;
          reject(reason);
        },
      };
      this.waiting.push(waiting);
      if (this.waiting.length > this.limits.maxWaiting) {
        this.waiting.shift()?.giveUp(new BulkheadFullError('Too many are waiting'));
      }
    });
  }
}
