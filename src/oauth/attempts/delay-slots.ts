import { type Counter } from './counters.js';

/** Attempts that wait for a delay hold connections, so they are few. */
const maxWaiting = 20;

/** A counter allows one attempt after each delay, so more would wait in vain. One attacker must not take the slots of all. */
const maxWaitingPerCounter = 2;

/** Limits the attempts that wait for a delay at the same time. */
export class DelaySlots {
  private waiting = 0;
  private readonly perCounter = new Map<string, number>();

  /** @returns a function that releases the slot, or undefined if there is none for one of these counters */
  acquire(counters: readonly Counter[]): (() => void) | undefined {
    const keys = counters.map(({ key }) => key.toString('hex'));
    const isFull = keys.some((key) => this.waitingFor(key) >= maxWaitingPerCounter);
    if (isFull || this.waiting >= maxWaiting) return undefined;
    this.add(keys, 1);
    return () => {
      this.add(keys, -1);
    };
  }

  private add(keys: readonly string[], change: 1 | -1): void {
    this.waiting += change;
    for (const key of keys) {
      const waiting = this.waitingFor(key) + change;
      if (waiting === 0) this.perCounter.delete(key);
      else this.perCounter.set(key, waiting);
    }
  }

  private waitingFor(key: string): number {
    return this.perCounter.get(key) ?? 0;
  }
}
