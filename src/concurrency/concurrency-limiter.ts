/** How many may be inside. */
export interface ConcurrencyLimits {
  /** In a burst. */
  burst: number;
  /** In a crowd that stands: one that has not been smaller than this for `patience`. */
  sustained: number;
  /** Milliseconds after which a burst is taken for a crowd that stands. */
  burstMs: number;
}

/**
 * Counts who is inside, and lets in no more than there is room for. Nobody waits.
 *
 * A burst may fill all the room, for it will be worked off. When it does not get smaller, more comes than can be done, and
 * whoever is let in only waits: then there is little room, until the crowd has gone.
 */
export class ConcurrencyLimiter {
  private inside = 0;
  private refused = 0;
  /** When the crowd was last small, by `performance.now()`. */
  private small = performance.now();
  private stands = false;

  constructor(private readonly limits: ConcurrencyLimits) {}

  /** How many are inside, and how many have been turned away so far. */
  get state(): { inside: number; refused: number } {
    return { inside: this.inside, refused: this.refused };
  }

  /** @returns what to call on leaving; undefined when there is no room */
  acquire(): (() => void) | undefined {
    this.look();
    if (this.inside >= (this.stands ? this.limits.sustained : this.limits.burst)) {
      this.refused += 1;
      return undefined;
    }
    this.inside += 1;
    let isInside = true;
    return () => {
      if (isInside) this.inside -= 1;
      isInside = false;
    };
  }

  private look(): void {
    const { sustained, burstMs } = this.limits;
    const now = performance.now();
    // Where some are turned away, that one has left is no sign yet that the crowd goes.
    if (this.inside < (this.stands ? sustained / 2 : sustained)) this.small = now;
    this.stands = now - this.small >= burstMs;
  }
}
