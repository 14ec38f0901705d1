import { type Client, errors } from '@elastic/elasticsearch';
import { ProblemError } from '../../http/problems.js';
import { isNotFound } from './health.js';

interface PointInTimeLimits {
  /** Open points in time of one client. */
  readonly ofClient: number;
  /** Open points in time of all clients. */
  readonly ofAll: number;
  /** Milliseconds that a point in time lives after it was opened or read. */
  readonly keepAliveMs: number;
  /** Milliseconds from the last page until the point in time is closed. Meanwhile the page may be requested again. */
  readonly closeAfterMs: number;
}

const closeRequest = { requestTimeout: 5000, maxRetries: 0 };

const checkRequest = { requestTimeout: 500, maxRetries: 0 };

/** How many points in time a request at the limit looks for in Elasticsearch. */
const MAX_CHECKS = 5;

/** A counted point in time. It may not be open yet. */
interface PointInTime {
  readonly client: string;
  /** Whether another replica opened it. That replica may also read its last page, so it counts here only for a short time. */
  readonly isForeign: boolean;
  /** Whether its last page was read. */
  isFinished: boolean;
  id?: string;
  /** By `performance.now()`, as all times here. */
  expiresAt: number;
  /** When it was last looked for in Elasticsearch. */
  checkedAt?: number;
}

/**
 * Limits the points in time that clients hold open, because each keeps a state of the index. Counts the points in time that this
 * replica has opened or lately read.
 */
export class PointsInTime {
  private open: PointInTime[] = [];
  /** Timers that close a point in time, by its id. */
  private readonly closeTimers = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly limits: PointInTimeLimits,
    private readonly client: Client,
  ) {}

  /**
   * Counts a point in time before it is open, because several may be opened at the same time. The caller opens it and sets its id, or
   * calls `abandon`. At the limit, this closes the oldest point in time whose last page was read, or forgets those that another replica
   * has closed.
   *
   * @throws ProblemError `too_many_cursors` beyond the limit of the client or of all clients
   */
  async reserve(client: string): Promise<PointInTime> {
    await this.forgetClosed(this.limiting(client));
    // From here on nothing waits, so that no other request takes the room.
    this.makeRoom(client);
    const expiresAt = performance.now() + this.limits.keepAliveMs;
    const reserved: PointInTime = { client, expiresAt, isForeign: false, isFinished: false };
    this.open.push(reserved);
    return reserved;
  }

  /**
   * To be called when nobody waits any more for a reserved point in time. Never rejects.
   *
   * @param opening resolves with the id when the request ends; undefined if no request was sent
   */
  async abandon(reserved: PointInTime, opening: Promise<string> | undefined): Promise<void> {
    try {
      const id = await opening;
      if (id !== undefined) await this.closeInElasticsearch(id);
    } catch (error) {
      // A request without a response may have opened a point in time that nobody can close. It stays counted until it expires.
      if (error instanceof errors.TimeoutError || error instanceof errors.ConnectionError) return;
    }
    this.open = this.open.filter((pointInTime) => pointInTime !== reserved);
  }

  /**
   * To be called when a point in time is read, which extends its life. Also counts points in time that another replica opened.
   *
   * @param newId the new id of the same point in time: Elasticsearch may change it
   */
  extend(id: string, client: string, newId = id): void {
    let read = this.open.find((pointInTime) => pointInTime.id === id);
    if (!read) {
      read = { client, expiresAt: 0, isForeign: true, isFinished: false };
      this.open.push(read);
    }
    read.id = newId;
    if (read.isFinished) return;
    read.expiresAt = performance.now() + (read.isForeign ? this.limits.closeAfterMs : this.limits.keepAliveMs);
  }

  /** Frees a point in time before it expires. Never rejects. */
  async close(id: string): Promise<void> {
    clearTimeout(this.closeTimers.get(id));
    this.closeTimers.delete(id);
    this.open = this.open.filter((pointInTime) => pointInTime.id !== id);
    await this.closeInElasticsearch(id);
  }

  /** Frees a point in time whose last page was read. The page may be requested again after a network failure. */
  closeSoon(id: string): void {
    const { closeAfterMs } = this.limits;
    for (const finished of this.open.filter((pointInTime) => pointInTime.id === id && !pointInTime.isFinished)) {
      finished.isFinished = true;
      finished.expiresAt = performance.now() + closeAfterMs;
    }
    // A repeated last page must not add a timer each time.
    if (this.closeTimers.has(id)) return;
    this.closeTimers.set(id, setTimeout(() => void this.close(id), closeAfterMs).unref());
  }

  /** Ignores failures, because the point in time expires anyway. */
  private async closeInElasticsearch(id: string): Promise<void> {
    await this.client.closePointInTime({ id }, closeRequest).catch(() => undefined);
  }

  private makeRoom(client: string): void {
    const limiting = this.limiting(client);
    const [first] = limiting;
    if (!first) return;
    const finished = limiting.find(({ isFinished }) => isFinished);
    if (finished?.id !== undefined) return void this.close(finished.id);
    const own = this.open.filter((pointInTime) => pointInTime.client === client);
    const seconds = Math.max(1, Math.ceil((first.expiresAt - performance.now()) / 1000));
    throw tooManyCursors(own.length, this.limits.ofClient, seconds);
  }

  /** Those that leave no room for another one, the first to expire first. None if there is room. */
  private limiting(client: string): PointInTime[] {
    const { ofClient, ofAll } = this.limits;
    const now = performance.now();
    this.open = this.open.filter(({ expiresAt }) => expiresAt > now);
    const own = this.open.filter((pointInTime) => pointInTime.client === client);
    if (own.length < ofClient && this.open.length < ofAll) return [];
    return (own.length < ofClient ? this.open : own).toSorted((a, b) => a.expiresAt - b.expiresAt);
  }

  /** Forgets some of those that Elasticsearch no longer has: another replica read their last page, and closed them. */
  private async forgetClosed(limiting: readonly PointInTime[]): Promise<void> {
    const now = performance.now();
    const since = now - this.limits.closeAfterMs;
    if (limiting.some(({ isFinished }) => isFinished)) return;
    const checked = limiting.filter(({ id, checkedAt = since }) => id !== undefined && checkedAt <= since);
    const checks = checked.slice(0, MAX_CHECKS).map(async (pointInTime) => {
      pointInTime.checkedAt = now;
      return (await this.isClosed(pointInTime.id)) ? [pointInTime] : [];
    });
    const closed = new Set((await Promise.all(checks)).flat());
    this.open = this.open.filter((pointInTime) => !closed.has(pointInTime));
  }

  private async isClosed(id = ''): Promise<boolean> {
    // Elasticsearch keeps it open for as long again as at its last page, but this replica still forgets it at `expiresAt`.
    const search = { pit: { id }, size: 0, track_total_hits: false, allow_partial_search_results: false };
    return this.client.search(search, checkRequest).then(() => false, isNotFound);
  }
}

function tooManyCursors(own: number, allowed: number, seconds: number): ProblemError {
  const reason =
    own < allowed
      ? 'All clients together have too many cursor searches open.'
      : `This client has ${own} cursor searches open; at most ${allowed} are allowed.`;
  const detail = `${reason} Retry after ${seconds} s.`;
  return new ProblemError('too_many_cursors', detail, { headers: { 'Retry-After': String(seconds) } });
}
