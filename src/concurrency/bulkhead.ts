/** The bulkhead rejected the work: too much waits already, or this work has waited for too long. */
export class BulkheadFullError extends Error {}

interface Waiting {
  /** By `performance.now()`. */
  readonly since: number;
  start(): void;
  reject(reason: BulkheadFullError): void;
}

export interface BulkheadLimits {
  /** How much work runs at the same time. */
  concurrency: number;
  /** How much work waits at most. */
  maxWaiting: number;
  /** Milliseconds. Once the oldest work has waited for this long, the newest starts first. */
  newestFirstAfterMs: number;
  /** Milliseconds that work waits at most. */
  waitTimeoutMs: number;
}

/**
 * A bounded queue in front of a dependency: limits how much work runs at the same time, and lets some more wait.
 *
 * The oldest work starts first. During a lasting overload the newest starts first and the oldest is rejected: some work is
 * then done in time, instead of all of it too late.
 */
export class Bulkhead {
  private running = 0;
  /** The oldest first. */
  private readonly waiting: Waiting[] = [];
  private rejected = 0;

  constructor(private readonly limits: BulkheadLimits) {}

  /** How much work runs and waits, and how much has been rejected since the start. */
  get state(): { running: number; waiting: number; rejected: number } {
    return { running: this.running, waiting: this.waiting.length, rejected: this.rejected };
  }

  /** @throws BulkheadFullError if the work is rejected; it has not started then */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limits.concurrency) await this.wait();
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The slot passes to waiting work directly, so that new work cannot take it first.
      const next = this.next();
      if (next) next.start();
      else this.running -= 1;
    }
  }

  /** Rejects all waiting work, because the dependency is down. */
  rejectWaiting(): void {
    for (const waiting of this.waiting.splice(0)) waiting.reject(new BulkheadFullError('The dependency is down'));
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
        waiting.reject(new BulkheadFullError('The wait was too long'));
      }, this.limits.waitTimeoutMs);
      const waiting: Waiting = {
        since: performance.now(),
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: (reason) => {
          clearTimeout(timer);
          this.rejected += 1;
          reject(reason);
        },
      };
      this.waiting.push(waiting);
      if (this.waiting.length > this.limits.maxWaiting) {
        this.waiting.shift()?.reject(new BulkheadFullError('Too much work is waiting'));
      }
    });
  }
}
