import { errors } from '@elastic/elasticsearch';
import { ProblemError } from '../../http/problems/problems.js';

export interface PointInTimeLimits {
  /** Open points in time of one client. */
  readonly ofClient: number;
  /** Open points in time of all clients. */
  readonly ofAll: number;
  /** Milliseconds that one lives after it was opened or read. */
  readonly keepAliveMs: number;
}

interface PointInTime {
  readonly client: string;
  id?: string;
  /** By `performance.now()`. */
  expiresAt: number;
}

/**
 * Limits the points in time that clients hold open, because each keeps a state of the index. Counts those that this replica
 * opened or read.
 */
export class PointsInTime {
  private open: PointInTime[] = [];

  constructor(private readonly limits: PointInTimeLimits) {}

  /**
   * @param create opens one in Elasticsearch, and returns its id
   * @throws ProblemError `too_many_cursors` beyond the limit of the client or of all clients
   */
  async create(client: string, create: () => Promise<string>): Promise<string> {
    const now = performance.now();
    this.open = this.open.filter(({ expiresAt }) => expiresAt > now);
    this.assertAllowed(client, now);
    // Counts before it is open: several may be opened at the same time.
    const opened: PointInTime = { client, expiresAt: now + this.limits.keepAliveMs };
    this.open.push(opened);
    try {
      opened.id = await create();
      return opened.id;
    } catch (error) {
      if (!mayBeOpen(error)) this.forget(opened);
      throw error;
    }
  }

  /** To be called when one is read, which extends its life. Counts one that another replica opened as well. */
  extend(id: string, client: string): void {
    const expiresAt = performance.now() + this.limits.keepAliveMs;
    const read = this.find(id);
    if (read) read.expiresAt = expiresAt;
    else this.open.push({ id, client, expiresAt });
  }

  close(id: string): void {
    const closed = this.find(id);
    if (closed) this.forget(closed);
  }

  private find(id: string): PointInTime | undefined {
    return this.open.find((pointInTime) => pointInTime.id === id);
  }

  private forget(forgotten: PointInTime): void {
    this.open = this.open.filter((pointInTime) => pointInTime !== forgotten);
  }

  private assertAllowed(client: string, now: number): void {
    const { ofClient, ofAll } = this.limits;
    const own = this.open.filter((pointInTime) => pointInTime.client === client);
    if (own.length < ofClient && this.open.length < ofAll) return;
    const counted = own.length < ofClient ? this.open : own;
    const nextExpiry = Math.min(...counted.map(({ expiresAt }) => expiresAt));
    throw tooManyCursors(own.length, ofClient, Math.max(1, Math.ceil((nextExpiry - now) / 1000)));
  }
}

/** Whether Elasticsearch may have opened it although no response said so. */
function mayBeOpen(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof errors.TimeoutError || cause instanceof errors.ConnectionError;
}

function tooManyCursors(own: number, allowed: number, seconds: number): ProblemError {
  const reason =
    own < allowed
      ? 'All clients together have too many cursor searches open.'
      : `This client has ${own} cursor searches open; at most ${allowed} are allowed.`;
  const detail = `${reason} Retry after ${seconds} s.`;
  return new ProblemError('too_many_cursors', detail, { headers: { 'Retry-After': String(seconds) } });
}
