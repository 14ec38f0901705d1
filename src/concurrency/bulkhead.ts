/** The bulkhead rejected the work before it started: too much work waits, or this work has waited for too long. */
export class BulkheadFullError extends Error {
  /** @param isOwnLoad whether the work waited for other work of its own share, not for that of others */
  constructor(
    message: string,
    readonly isOwnLoad = false,
  ) {
    super(message);
  }
}

interface BulkheadLimits {
  /** The cost of all work that runs at the same time. */
  readonly capacity: number;
  /** How much of it one share can use, also while no other share has work. By default all of it. */
  readonly shareCapacity?: number;
  /** How much work waits at most. */
  readonly maxWaiting: number;
  /** Milliseconds. Once the oldest work of a part has waited for this long, the newest starts first. */
  readonly newestFirstAfterMs: number;
  /** Milliseconds that work waits at most, unless the work says otherwise. */
  readonly waitTimeoutMs: number;
}

export interface Work {
  /** Whose work it is. By default all work has the same share. */
  readonly share?: Share;
  /** A positive integer, 1 by default. Work that costs more than its share can use counts as that. */
  readonly cost?: number;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
  readonly waitTimeoutMs?: number;
}

type WaitingWork = Work & Required<Pick<Work, 'share' | 'cost'>>;

/**
 * A bounded queue in front of a dependency: limits how much work runs at the same time, and lets some more wait.
 *
 * Free capacity goes to the share with the least running work; among equals, shares take turns. The same holds for the parts
 * of a share. Within a part, the oldest work starts first. During a lasting overload the newest starts first and the oldest is
 * rejected: some work is then done in time, instead of all of it too late.
 */
export class Bulkhead {
  private readonly shares = new ShareTree();
  private running = 0;
  private rejected = 0;
  private isRejecting = false;

  constructor(private readonly limits: BulkheadLimits) {}

  /** The cost of the running work, how much work waits, and how much has been rejected since the start. */
  get state(): { running: number; waiting: number; rejected: number } {
    return { running: this.running, waiting: this.shares.waitingCount, rejected: this.rejected };
  }

  /**
   * Runs a task once there is capacity for it.
   *
   * @throws BulkheadFullError if the work is rejected, or the reason of `signal` if it is aborted while it waits: the task has
   *   not started then
   */
  async run<T>(task: () => Promise<T>, work: Work = {}): Promise<T> {
    const { share = ['', ''], signal } = work;
    signal?.throwIfAborted();
    const cost = Math.min(work.cost ?? 1, this.shareCapacity);
    if (this.shares.waitingCount === 0 && this.hasRoom(share, cost)) this.occupy(share, cost);
    else await this.wait({ ...work, share, cost });
    try {
      return await task();
    } finally {
      this.running -= cost;
      this.shares.release(share, cost);
      this.startWaiting();
    }
  }

  /** Rejects all waiting work, because the dependency is down. */
  rejectWaiting(): void {
    this.isRejecting = true;
    for (const { reject } of this.shares.allWaiting()) reject(new BulkheadFullError('The dependency is down'));
    this.isRejecting = false;
  }

  private get shareCapacity(): number {
    return this.limits.shareCapacity ?? this.limits.capacity;
  }

  private hasRoom(share: Share, cost: number): boolean {
    return this.isWithinShare(share, cost) && (this.running === 0 || this.running + cost <= this.limits.capacity);
  }

  /** The capacity may have become smaller than the cost while the work waited. */
  private readonly isWithinShare = (share: Share, cost: number): boolean => {
    const running = this.shares.runningOf(share);
    return running === 0 || running + cost <= this.shareCapacity;
  };

  private occupy(share: Share, cost: number): void {
    this.running += cost;
    this.shares.occupy(share, cost);
  }

  private startWaiting(): void {
    for (let next = this.next(); next && this.hasRoom(next.share, next.cost); next = this.next()) {
      this.shares.remove(next);
      this.occupy(next.share, next.cost);
      next.start();
    }
  }

  /**
   * The work that gets the next free capacity. Cheaper work of others does not go first: it could keep this work waiting for
   * ever. Work that waits for the limit of its own share is not considered.
   */
  private next(): Waiting | undefined {
    const isLate = (oldest: Waiting): boolean => performance.now() - oldest.since > this.limits.newestFirstAfterMs;
    return this.shares.next(this.isWithinShare, isLate);
  }

  private wait({ share, cost, signal, waitTimeoutMs = this.limits.waitTimeoutMs }: WaitingWork): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiting: Waiting = {
        share,
        cost,
        since: performance.now(),
        start: () => {
          stopWaiting();
          resolve();
        },
        reject: (reason) => {
          stopWaiting();
          this.shares.remove(waiting);
          if (reason instanceof BulkheadFullError) this.rejected += 1;
          reject(reason);
          // The work behind it may be cheaper.
          if (!this.isRejecting) this.startWaiting();
        },
      };
      const abort = (): void => {
        waiting.reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        waiting.reject(this.rejection('The wait was too long', waiting));
      }, waitTimeoutMs);
      signal?.addEventListener('abort', abort);
      this.shares.add(waiting);
      this.startWaiting();
      if (this.shares.waitingCount > this.limits.maxWaiting) this.rejectOldest();
    });
  }

  private rejectOldest(): void {
    const oldest = this.shares.oldestOfLargest();
    oldest?.reject(this.rejection('Too much work is waiting', oldest));
  }

  private rejection(message: string, { share, cost }: Waiting): BulkheadFullError {
    return new BulkheadFullError(message, !this.isWithinShare(share, cost));
  }
}
/** Whose work it is: a share of the capacity, and a part of that share. */
export type Share = readonly [share: string, part: string];

/** Work that waits for capacity. */
interface Waiting {
  readonly share: Share;
  readonly cost: number;
  /** By `performance.now()`. */
  readonly since: number;
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

/** A share or a part. */
interface Node {
  /** The cost of its running work. */
  running: number;
  /** Counts up with each work that starts. */
  lastTurn: number;
}

interface Part extends Node {
  /** The oldest first. */
  waiting: Waiting[];
}

interface ShareNode extends Node {
  readonly parts: Map<string, Part>;
}

/** What each share, and each part of it, runs and waits for. Knows shares only while they have work. */
class ShareTree {
  waitingCount = 0;
  private readonly shares = new Map<string, ShareNode>();
  private turn = 0;

  runningOf([share]: Share): number {
    return this.shares.get(share)?.running ?? 0;
  }

  occupy(share: Share, cost: number): void {
    this.turn += 1;
    for (const node of this.nodesOf(share)) Object.assign(node, { running: node.running + cost, lastTurn: this.turn });
  }

  release(share: Share, cost: number): void {
    for (const node of this.nodesOf(share)) node.running -= cost;
    this.forgetIdle(share);
  }

  add(waiting: Waiting): void {
    this.nodesOf(waiting.share)[1].waiting.push(waiting);
    this.waitingCount += 1;
  }

  /** Does nothing if the work no longer waits. */
  remove(waiting: Waiting): void {
    const [, part] = this.nodesOf(waiting.share);
    const kept = part.waiting.filter((other) => other !== waiting);
    this.waitingCount -= part.waiting.length - kept.length;
    part.waiting = kept;
    this.forgetIdle(waiting.share);
  }

  allWaiting(): Waiting[] {
    return [...this.shares.values()].flatMap(waitingOf);
  }

  /**
   * @param isAllowed whether a share may run work of this cost
   * @param isLate whether the oldest work has waited for so long that the newest of its part goes first
   */
  next(isAllowed: (share: Share, cost: number) => boolean, isLate: (oldest: Waiting) => boolean): Waiting | undefined {
    const candidates = [...this.shares.values()].flatMap((share) => {
      const waiting =
        [...share.parts.values()].filter((part) => part.waiting.length > 0).sort(byTurn)[0]?.waiting ?? [];
      const [oldest] = waiting;
      const next = oldest && isLate(oldest) ? waiting.at(-1) : oldest;
      return next && isAllowed(next.share, next.cost) ? [{ share, next }] : [];
    });
    return candidates.sort((a, b) => byTurn(a.share, b.share))[0]?.next;
  }

  /** The oldest work of the share, and there of the part, that has most waiting. */
  oldestOfLargest(): Waiting | undefined {
    const largest = largestOf([...this.shares.values()], (share) => waitingOf(share).length);
    const part = largest && largestOf([...largest.parts.values()], ({ waiting }) => waiting.length);
    return part?.waiting[0];
  }

  private nodesOf([name, partName]: Share): [ShareNode, Part] {
    const share = this.shares.get(name) ?? { running: 0, lastTurn: 0, parts: new Map<string, Part>() };
    const part = share.parts.get(partName) ?? { running: 0, lastTurn: 0, waiting: [] };
    this.shares.set(name, share);
    share.parts.set(partName, part);
    return [share, part];
  }

  private forgetIdle([name, partName]: Share): void {
    const [share, part] = this.nodesOf([name, partName]);
    if (part.running === 0 && part.waiting.length === 0) share.parts.delete(partName);
    if (share.parts.size === 0) this.shares.delete(name);
  }
}

function waitingOf({ parts }: ShareNode): Waiting[] {
  return [...parts.values()].flatMap(({ waiting }) => waiting);
}

/** The one with the least running work first; among equals the one whose last turn is longest ago. */
function byTurn(a: Node, b: Node): number {
  return a.running - b.running || a.lastTurn - b.lastTurn;
}

function largestOf<T>(items: readonly T[], size: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>((most, item) => (most && size(most) >= size(item) ? most : item), undefined);
}
