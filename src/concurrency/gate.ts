/** Nobody may go in, and too many wait already, or this one has waited too long. */
export class GateFullError extends Error {}

interface Waiting {
  enter(): void;
}

export interface GateLimits {
  /** How many work at once. */
  places: number;
  /** How many wait at most. */
  queue: number;
  /** Milliseconds that one waits at most. */
  patience: number;
}

/** Lets some work in at once and the rest wait their turn, so that a crowd does not slow down everybody inside. */
export class Gate {
  private inside = 0;
  private readonly waiting = new Set<Waiting>();
  private refused = 0;

  constructor(private readonly limits: GateLimits) {}

  /** How many work, how many wait, and how many have been turned away so far. */
  get state(): { inside: number; waiting: number; refused: number } {
    return { inside: this.inside, waiting: this.waiting.size, refused: this.refused };
  }

  /** @throws GateFullError instead of doing the work */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // Who leaves hands the place to the next in turn, so nobody slips in between.
    if (this.inside >= this.limits.places) await this.wait();
    else this.inside += 1;
    try {
      return await work();
    } finally {
      const [next] = this.waiting;
      if (next) next.enter();
      else this.inside -= 1;
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.size >= this.limits.queue) {
      this.refused += 1;
      return Promise.reject(new GateFullError('Too many are waiting'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        this.refused += 1;
        reject(new GateFullError('The wait was too long'));
      }, this.limits.patience);
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timer);
          this.waiting.delete(waiting);
          resolve();
        },
      };
      this.waiting.add(waiting);
    });
  }
}
