import { type DataSource } from 'typeorm';
import { poolOf } from './connect.js';
import { type ReadReplica } from './read-replica.js';
import { type PrimaryLog } from './replica-lag.js';

/** Between measurements. */
const intervalMs = 1000;

/** Between measurements while a replica lacks a noted change. */
const catchUpMs = 50;

/** Also counts what is not flushed yet: a commit may be visible before. */
const writePosition = "SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS position";

/** Measures how far the primary and its replicas have come: every second, and more often after a change. */
export class ReplicaMonitor {
  private timer: NodeJS.Timeout | undefined;
  private measuring: Promise<void> | undefined;
  /** By `performance.now()`. */
  private measuredAt = -Infinity;
  private isClosed = false;

  constructor(
    private readonly primary: DataSource,
    private readonly replicas: readonly ReadReplica[],
    private readonly log: PrimaryLog,
  ) {}

  /** Measures once, then in the background. */
  async open(): Promise<void> {
    await this.measure();
  }

  /** Measures soon: a change was noted. */
  wake(): void {
    // During an import, changes are noted all the time.
    if (!this.measuring) this.schedule(Math.max(0, this.measuredAt + catchUpMs - performance.now()));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.measuring;
  }

  private async measure(): Promise<void> {
    this.measuredAt = performance.now();
    this.measuring = this.measureAll();
    await this.measuring;
    this.measuring = undefined;
    const isBehind = this.log.needsSample || this.replicas.some(({ lacksChange }) => lacksChange);
    this.schedule(isBehind ? catchUpMs : intervalMs);
  }

  private async measureAll(): Promise<void> {
    const sampled = this.log.beginSample();
    try {
      // Before the replicas, so that a replica that has everything also has this position.
      const { rows } = await poolOf(this.primary).query<{ position: string }>(writePosition);
      if (rows[0]) sampled(BigInt(rows[0].position));
    } catch {
      // Without the primary, replicas do not fall behind further than they were.
    }
    await Promise.all(this.replicas.map((replica) => replica.measure()));
  }

  private schedule(delayMs: number): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.measure(), delayMs).unref();
  }
}
