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

/** Work that waits for capacity. */
interface WaitingWork {
  readonly owner: Owner;
  /** That of its user in `loads`. */
  readonly user: string;
  readonly cost: number;
  /** By `performance.now()`. */
  readonly since: number;
  readonly start: (release: Release) => void;
  readonly reject: (reason: Error) => void;
}

/** What a client, or a user of a client, has to do. */
interface Load {
  /** The cost of the running work. */
  running: number;
  /** How much work waits. */
  waiting: number;
  /** When the last work started: a count of all work that started. */
  lastStart: number;
}

/**
 * Limits how much work runs at the same time, and lets some more wait in a bounded queue (a bulkhead).
 *
 * Free capacity goes to the client with the least running work; among equals, clients take turns. The same holds for the users
 * of a client. Of one owner, the oldest work starts first. During a lasting overload the newest starts first and the oldest is
 * rejected: some work is then done in time, instead of all of it too late.
 */
export class FairSemaphore {
  /** The oldest first. */
  private readonly waiting = new Set<WaitingWork>();
  /** Of clients, and of their users, while they have work. */
  private readonly loads = new Map<string, Load>();
  private inUse = 0;
  private starts = 0;
  private rejected = 0;

  constructor(private readonly limits: SemaphoreLimits) {}

  /** The cost of the running work, how much work waits, and how much has been rejected since the start. */
  get state(): { running: number; waiting: number; rejected: number } {
    return { running: this.inUse, waiting: this.waiting.size, rejected: this.rejected };
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
    const all = [...this.waiting];
    // First, so that none starts in place of another.
    for (const work of all) this.leaveQueue(work);
    for (const { reject } of all) reject(new SemaphoreFullError('The dependency is down'));
  }

  /** Starts work if there is capacity for it now. @returns undefined if there is none */
  private tryAcquire({ owner = ['', ''], cost = 1 }: Work): Release | undefined {
    const counted = Math.min(cost, this.clientCapacity);
    if (this.waiting.size > 0 || !this.hasRoom(owner, counted)) return undefined;
    return this.occupy(owner, counted);
  }

  private get clientCapacity(): number {
    return this.limits.clientCapacity ?? this.limits.capacity;
  }

  private hasRoom(owner: Owner, cost: number): boolean {
    return this.isWithinClient(owner, cost) && (this.inUse === 0 || this.inUse + cost <= this.limits.capacity);
  }

  /** The capacity may have become smaller than the cost while the work waited. */
  private isWithinClient([client]: Owner, cost: number): boolean {
    const { running } = this.loadOf(client);
    return running === 0 || running + cost <= this.clientCapacity;
  }

  private occupy(owner: Owner, cost: number): Release {
    this.inUse += cost;
    this.starts += 1;
    this.track(owner, { running: cost, lastStart: this.starts });
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.inUse -= cost;
      this.track(owner, { running: -cost });
      this.startWaiting();
    };
  }

  private startWaiting(): void {
    // Sorting is wasted while nothing can start, as in most calls under overload.
    if (this.inUse > 0 && this.inUse >= this.limits.capacity) return;
    for (let next = this.next(); next && this.hasRoom(next.owner, next.cost); next = this.next()) {
      this.leaveQueue(next);
      next.start(this.occupy(next.owner, next.cost));
    }
  }

  /**
   * The work that gets the next free capacity. Cheaper work of others does not go first: it could keep this work waiting for
   * ever. Work that waits for the limit of its own client is not considered.
   */
  private next(): WaitingWork | undefined {
    const ofUsers = new Map<string, { oldest: WaitingWork; newest: WaitingWork }>();
    for (const work of this.waiting) {
      const known = ofUsers.get(work.user);
      if (known) known.newest = work;
      else ofUsers.set(work.user, { oldest: work, newest: work });
    }
    const latest = performance.now() - this.limits.queue.newestFirstAfterMs;
    const candidates = [...ofUsers.values()].map(({ oldest, newest }) => (oldest.since < latest ? newest : oldest));
    const clients = new Set<string>();
    return candidates
      .sort((a, b) => this.compare(a.owner[0], b.owner[0]) || this.compare(a.user, b.user))
      .find(({ owner, cost }) => {
        const isFirst = !clients.has(owner[0]);
        clients.add(owner[0]);
        return isFirst && this.isWithinClient(owner, cost);
      });
  }

  /** The least running work first. Among equals, the one whose last work started longest ago. */
  private compare(a: string, b: string): number {
    const [first, second] = [this.loadOf(a), this.loadOf(b)];
    return first.running - second.running || first.lastStart - second.lastStart;
  }

  private wait({ owner = ['', ''], cost = 1, signal, waitTimeoutMs }: QueuedWork): Promise<Release> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const work: WaitingWork = {
        owner,
        user: userKey(owner),
        cost: Math.min(cost, this.clientCapacity),
        since: performance.now(),
        start: (release) => {
          stopWaiting();
          resolve(release);
        },
        reject: (reason) => {
          stopWaiting();
          this.leaveQueue(work);
          if (reason instanceof SemaphoreFullError) this.rejected += 1;
          reject(reason);
          // The work behind it may be cheaper.
          this.startWaiting();
        },
      };
      const abort = (): void => {
        work.reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        work.reject(this.rejection('The wait was too long', work));
      }, waitTimeoutMs ?? this.limits.queue.waitTimeoutMs);
      signal?.addEventListener('abort', abort);
      this.waiting.add(work);
      this.track(owner, { waiting: 1 });
      this.startWaiting();
      if (this.waiting.size > this.limits.queue.maxWaiting) this.rejectOldest();
    });
  }

  /** Does nothing if the work no longer waits. */
  private leaveQueue(work: WaitingWork): void {
    if (this.waiting.delete(work)) this.track(work.owner, { waiting: -1 });
  }

  /** Rejects the oldest work of the client, and there of the user, that has most waiting. */
  private rejectOldest(): void {
    const waitingOf = (key: string): number => this.loadOf(key).waiting;
    const difference = (a: WaitingWork, b: WaitingWork): number =>
      waitingOf(a.owner[0]) - waitingOf(b.owner[0]) || waitingOf(a.user) - waitingOf(b.user);
    let oldest: WaitingWork | undefined;
    for (const work of this.waiting) if (!oldest || difference(work, oldest) > 0) oldest = work;
    oldest?.reject(this.rejection('Too much work is waiting', oldest));
  }

  private rejection(message: string, { owner, cost }: WaitingWork): SemaphoreFullError {
    return new SemaphoreFullError(message, !this.isWithinClient(owner, cost));
  }

  private loadOf(key: string): Load {
    return this.loads.get(key) ?? { running: 0, waiting: 0, lastStart: 0 };
  }

  private track(owner: Owner, { running = 0, waiting = 0, lastStart }: Partial<Load>): void {
    for (const key of [owner[0], userKey(owner)]) {
      const load = this.loadOf(key);
      const changed = {
        running: load.running + running,
        waiting: load.waiting + waiting,
        lastStart: lastStart ?? load.lastStart,
      };
      if (changed.running === 0 && changed.waiting === 0) this.loads.delete(key);
      else this.loads.set(key, changed);
    }
  }
}

/** No name contains NUL, so no client has the key of a user. */
function userKey([client, user]: Owner): string {
  return `${client}\0${user}`;
}
