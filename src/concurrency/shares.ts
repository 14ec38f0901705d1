/** Whose work it is: a share of the capacity, and a part of that share. */
export type Share = readonly [share: string, part: string];

/** Work that waits for capacity. */
export interface Waiting {
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
export class ShareTree {
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
