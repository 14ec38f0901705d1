import { FairQueue, type Share } from './fair-queue.js';

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

/** Of work that takes no turns. */
const commonShare: Share = ['', ''];

/**
 * A bounded queue in front of a dependency: limits how much work runs at the same time, and lets some more wait.
 *
 * Shares take turns. Within a share, the oldest work starts first. During a lasting overload the newest starts first and the
 * oldest is rejected: some work is then done in time, instead of all of it too late. Rejects work of the largest share.
 */
export class Bulkhead {
  private running = 0;
  private readonly waiting = new FairQueue<Waiting>();
  private rejected = 0;

  constructor(private readonly limits: BulkheadLimits) {}

  /** How much work runs and waits, and how much has been rejected since the start. */
  get state(): { running: number; waiting: number; rejected: number } {
    return { running: this.running, waiting: this.waiting.size, rejected: this.rejected };
  }

  /**
   * @param share whose work it is; without it, work starts in the order of its arrival
   * @throws BulkheadFullError if the work is rejected; it has not started then
   */
  async run<T>(work: () => Promise<T>, share = commonShare): Promise<T> {
    if (this.running >= this.limits.concurrency) await this.wait(share);
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
    for (const waiting of this.waiting.removeAll()) waiting.reject(new BulkheadFullError('The dependency is down'));
  }

  private next(): Waiting | undefined {
    return this.waiting.take((items) => {
      const [oldest] = items;
      const isLate = oldest !== undefined && performance.now() - oldest.since > this.limits.newestFirstAfterMs;
      return isLate ? items.at(-1) : oldest;
    });
  }

  private wait(share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.remove(waiting, share);
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
      this.waiting.add(waiting, share);
      if (this.waiting.size > this.limits.maxWaiting) {
        this.waiting.takeFromLargest()?.reject(new BulkheadFullError('Too much work is waiting'));
      }
    });
  }
}
