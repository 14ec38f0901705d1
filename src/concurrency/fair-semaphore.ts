interface SemaphoreLimits {
  /** The cost of all work that runs at the same time. May change. */
  readonly capacity: number;
  /** How much of it one client can use, also while no other client has work. By default all of it. */
  readonly clientCapacity?: number;
  readonly queue: QueueLimits;
}

interface QueueLimits {
  /** How much work waits at most. */
  readonly maxWaiting: number;
  /** Milliseconds. Once the oldest work of an owner has waited for this long, the newest starts first. */
  readonly newestFirstAfterMs: number;
  /** Milliseconds that work waits at most, unless the work says otherwise. */
  readonly waitTimeoutMs: number;
}

/** Whose work it is. The users of a client share what the client gets. */
export type Owner = readonly [client: string, user: string];

interface Work {
  /** By default all work has the same owner. */
  readonly owner?: Owner;
  /** A positive integer, 1 by default. A cost above `clientCapacity` is cut to it. */
  readonly cost?: number;
}

interface QueuedWork extends Work {
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
  readonly waitTimeoutMs?: number;
}

/** The work was rejected before it started: too much work waits, or this work has waited for too long. */
export class SemaphoreFullError extends Error {
  /** @param isOwnLoad whether the work waited for other work of its own client, not for that of others */
  constructor(
    message: string,
    readonly isOwnLoad = false,
  ) {
    super(message);
  }
}

/** Ends work: frees its capacity. Does nothing the second time. */
type Release = () => void;

/**
 * Limits how much work runs at the same time, and lets some more wait in a bounded queue (a bulkhead).
 *
 * Free capacity goes to the client with the least running work; among equals, clients take turns. The same holds for the users
 * of a client. Of one owner, the oldest work starts first. During a lasting overload the newest starts first and the oldest is
 * rejected: some work is then done in time, instead of all of it too late.
 */
export class FairSemaphore {
  private readonly owners = new OwnerTree();
  private inUse = 0;
  private rejected = 0;
  private isRejecting = false;

  constructor(private readonly limits: SemaphoreLimits) {}

  /** The cost of the running work, how much work waits, and how much has been rejected since the start. */
  get state(): { running: number; waiting: number; rejected: number } {
    return { running: this.inUse, waiting: this.owners.waitingCount, rejected: this.rejected };
  }

  /**
   * Runs a task once there is capacity for it.
   *
   * @throws SemaphoreFullError if the work is rejected, or the reason of `signal` if it is aborted while it waits: the task has
   *   not started then
   */
  async run<T>(task: () => Promise<T>, work: QueuedWork = {}): Promise<T> {
    work.signal?.throwIfAborted();
    // Unlike with `acquire`, the task starts before `run` returns if there is capacity.
    const release = this.tryAcquire(work) ?? (await this.wait(work));
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Starts work once there is capacity for it. @throws as `run` */
  async acquire(work: QueuedWork): Promise<Release> {
    work.signal?.throwIfAborted();
    return this.tryAcquire(work) ?? this.wait(work);
  }

  /** Rejects all waiting work, because what it waits for is down. */
  rejectWaiting(): void {
    this.isRejecting = true;
    for (const { reject } of this.owners.allWaiting()) reject(new SemaphoreFullError('The dependency is down'));
    this.isRejecting = false;
  }

  /** Starts work if there is capacity for it now. @returns undefined if there is none */
  private tryAcquire({ owner = ['', ''], cost = 1 }: Work): Release | undefined {
    const counted = Math.min(cost, this.clientCapacity);
    if (this.owners.waitingCount > 0 || !this.hasRoom(owner, counted)) return undefined;
    return this.occupy(owner, counted);
  }

  private get clientCapacity(): number {
    return this.limits.clientCapacity ?? this.limits.capacity;
  }

  private hasRoom(owner: Owner, cost: number): boolean {
    return this.isWithinClient(owner, cost) && (this.inUse === 0 || this.inUse + cost <= this.limits.capacity);
  }

  /** The capacity may have become smaller than the cost while the work waited. */
  private readonly isWithinClient = ([client]: Owner, cost: number): boolean => {
    const running = this.owners.runningOf(client);
    return running === 0 || running + cost <= this.clientCapacity;
  };

  private occupy(owner: Owner, cost: number): Release {
    this.inUse += cost;
    this.owners.occupy(owner, cost);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.inUse -= cost;
      this.owners.release(owner, cost);
      this.startWaiting();
    };
  }

  private startWaiting(): void {
    for (let next = this.next(); next && this.hasRoom(next.owner, next.cost); next = this.next()) {
      this.owners.remove(next);
      next.start(this.occupy(next.owner, next.cost));
    }
  }

  /**
   * The work that gets the next free capacity. Cheaper work of others does not go first: it could keep this work waiting for
   * ever. Work that waits for the limit of its own client is not considered.
   */
  private next(): WaitingWork | undefined {
    if (this.owners.waitingCount === 0) return undefined;
    const isLate = (oldest: WaitingWork): boolean =>
      performance.now() - oldest.since > this.limits.queue.newestFirstAfterMs;
    return this.owners.next(this.isWithinClient, isLate);
  }

  private wait({ owner = ['', ''], cost = 1, signal, waitTimeoutMs }: QueuedWork): Promise<Release> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiting: WaitingWork = {
        owner,
        cost: Math.min(cost, this.clientCapacity),
        since: performance.now(),
        start: (release) => {
          stopWaiting();
          resolve(release);
        },
        reject: (reason) => {
          stopWaiting();
          this.owners.remove(waiting);
          if (reason instanceof SemaphoreFullError) this.rejected += 1;
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
      }, waitTimeoutMs ?? this.limits.queue.waitTimeoutMs);
      signal?.addEventListener('abort', abort);
      this.owners.add(waiting);
      this.startWaiting();
      if (this.owners.waitingCount > this.limits.queue.maxWaiting) this.rejectOldest();
    });
  }

  private rejectOldest(): void {
    const oldest = this.owners.oldestOfLargest();
    oldest?.reject(this.rejection('Too much work is waiting', oldest));
  }

  private rejection(message: string, { owner, cost }: WaitingWork): SemaphoreFullError {
    return new SemaphoreFullError(message, !this.isWithinClient(owner, cost));
  }
}

/** Work that waits for capacity. */
interface WaitingWork {
  readonly owner: Owner;
  readonly cost: number;
  /** By `performance.now()`. */
  readonly since: number;
  readonly start: (release: Release) => void;
  readonly reject: (reason: Error) => void;
}

/** A client or a user. */
interface Node {
  /** The cost of its running work. */
  running: number;
  /** When its last work started: a count of all work that started. */
  lastStart: number;
}

interface UserNode extends Node {
  /** The oldest first. */
  waiting: WaitingWork[];
}

interface ClientNode extends Node {
  readonly users: Map<string, UserNode>;
}

/** What each client, and each user of it, runs and waits for. Knows clients only while they have work. */
class OwnerTree {
  waitingCount = 0;
  private readonly clients = new Map<string, ClientNode>();
  private starts = 0;

  runningOf(client: string): number {
    return this.clients.get(client)?.running ?? 0;
  }

  occupy(owner: Owner, cost: number): void {
    this.starts += 1;
    for (const node of this.nodesOf(owner)) {
      node.running += cost;
      node.lastStart = this.starts;
    }
  }

  release(owner: Owner, cost: number): void {
    for (const node of this.nodesOf(owner)) node.running -= cost;
    this.forgetIdle(owner);
  }

  add(waiting: WaitingWork): void {
    this.nodesOf(waiting.owner)[1].waiting.push(waiting);
    this.waitingCount += 1;
  }

  /** Does nothing if the work no longer waits. */
  remove(waiting: WaitingWork): void {
    const [, user] = this.nodesOf(waiting.owner);
    const kept = user.waiting.filter((other) => other !== waiting);
    this.waitingCount -= user.waiting.length - kept.length;
    user.waiting = kept;
    this.forgetIdle(waiting.owner);
  }

  allWaiting(): WaitingWork[] {
    return [...this.clients.values()].flatMap(waitingOf);
  }

  /**
   * @param isAllowed whether a client may run work of this cost
   * @param isLate whether the oldest work has waited for so long that the newest of its owner goes first
   */
  next(
    isAllowed: (owner: Owner, cost: number) => boolean,
    isLate: (oldest: WaitingWork) => boolean,
  ): WaitingWork | undefined {
    const candidates = [...this.clients.values()].flatMap((client) => {
      const waiting =
        [...client.users.values()].filter((user) => user.waiting.length > 0).sort(byLoad)[0]?.waiting ?? [];
      const [oldest] = waiting;
      const next = oldest && isLate(oldest) ? waiting.at(-1) : oldest;
      return next && isAllowed(next.owner, next.cost) ? [{ client, next }] : [];
    });
    return candidates.sort((a, b) => byLoad(a.client, b.client))[0]?.next;
  }

  /** The oldest work of the client, and there of the user, that has most waiting. */
  oldestOfLargest(): WaitingWork | undefined {
    const largest = largestOf([...this.clients.values()], (client) => waitingOf(client).length);
    const user = largest && largestOf([...largest.users.values()], ({ waiting }) => waiting.length);
    return user?.waiting[0];
  }

  private nodesOf([clientName, userName]: Owner): [ClientNode, UserNode] {
    const client = this.clients.get(clientName) ?? { running: 0, lastStart: 0, users: new Map<string, UserNode>() };
    const user = client.users.get(userName) ?? { running: 0, lastStart: 0, waiting: [] };
    this.clients.set(clientName, client);
    client.users.set(userName, user);
    return [client, user];
  }

  private forgetIdle(owner: Owner): void {
    const [client, user] = this.nodesOf(owner);
    if (user.running === 0 && user.waiting.length === 0) client.users.delete(owner[1]);
    if (client.users.size === 0) this.clients.delete(owner[0]);
  }
}

function waitingOf({ users }: ClientNode): WaitingWork[] {
  return [...users.values()].flatMap(({ waiting }) => waiting);
}

/** The owner with the least running work first. Among equals, the owner whose last work started longest ago. */
function byLoad(a: Node, b: Node): number {
  return a.running - b.running || a.lastStart - b.lastStart;
}

function largestOf<T>(items: readonly T[], size: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>((most, item) => (most && size(most) >= size(item) ? most : item), undefined);
}
