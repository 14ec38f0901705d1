import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Pool } from 'pg';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type NotifyingTable, notifyingTables } from './listener.js';
import { poolOf, addressOf, serviceConnection } from './connect.js';
import { runNamed, type RunStatement, runUnnamed } from './statements.js';
import { FairSemaphore } from '../concurrency/fair-semaphore.js';

/** Runs the frequent read-only statements of requests as named statements. Their texts are constant. */
@Injectable()
export class ReadDatabase implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ReadDatabase.name);
  readonly replicas: readonly ReadReplica[];
  private readonly wal: PrimaryWal;
  private readonly monitor: ReplicaMonitor;
  private readonly run: RunStatement;
  private readonly tablesByText = new Map<string, readonly string[]>();
  private nextReplica = 0;

  constructor(
    private readonly primary: DataSource,
    @Inject(ENVIRONMENT)
    environment: Pick<
      Environment,
      'DATABASE_REPLICA_URLS' | 'DATABASE_REPLICA_MAX_LAG' | 'DATABASE_POOL_SIZE' | 'DATABASE_NAMED_STATEMENTS'
    >,
  ) {
    this.run = environment.DATABASE_NAMED_STATEMENTS ? runNamed : runUnnamed;
    this.wal = new PrimaryWal(environment.DATABASE_REPLICA_MAX_LAG * 1000);
    this.replicas = environment.DATABASE_REPLICA_URLS.map(
      (url) => new ReadReplica(url, environment.DATABASE_POOL_SIZE, this.wal),
    );
    this.monitor = new ReplicaMonitor(primary, this.replicas, this.wal);
  }

  async onModuleInit(): Promise<void> {
    if (this.replicas.length > 0) await this.monitor.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.monitor.close();
    await Promise.all(this.replicas.map(({ pool }) => pool.end()));
  }

  /**
   * Notes that the primary has committed a change of a table. Statements that read the table run on the primary until the
   * replicas have the change.
   */
  noteChange(table: NotifyingTable): void {
    if (this.replicas.length === 0) return;
    this.wal.noteChange(table);
    this.monitor.wake();
  }

  /**
   * Whether the lag of every replica can be measured. If so, statements go to the primary until a replica has every noted change.
   * If not, a statement could read an old row after its change was noted, so nothing may be cached.
   */
  get canMeasureLag(): boolean {
    return this.replicas.every(({ isMeasured }) => isMeasured);
  }

  /**
   * Runs a statement on the replicas of DATABASE_REPLICA_URLS, in turn. Uses the primary if there is no replica, or if
   * every replica fails, is more than DATABASE_REPLICA_MAX_LAG behind, or lacks a change of the tables of the statement. Has
   * the signature of TypeORM's `EntityManager.query`, so that a reader of rows takes either.
   *
   * @param text only reads: it runs a second time, on another database, if it fails
   * @param signal cancels the statement
   * @returns the rows
   * @throws the reason of `signal` once it is aborted
   */
  async query<Rows>(text: string, values: unknown[] = [], signal?: AbortSignal): Promise<Rows> {
    this.nextReplica += 1;
    for (const index of this.replicas.keys()) {
      const replica = this.replicas[(this.nextReplica + index) % this.replicas.length];
      if (!replica?.isUsable(this.tablesOf(text))) continue;
      try {
        return await this.run<Rows>(replica.pool, { text, values }, signal);
      } catch (error) {
        if (signal?.aborted) throw error;
        // If the statement itself is wrong, the primary rejects it too.
        replica.avoid();
        this.logger.warn({ msg: `Read replica ${replica.address} failed; not used for ${avoidMs} ms`, err: error });
      }
    }
    return this.run<Rows>(poolOf(this.primary), { text, values }, signal);
  }

  /** Runs a statement on the primary, for data that must not lag, such as access tokens. */
  queryPrimary<Rows>(text: string, values: unknown[]): Promise<Rows> {
    return this.run<Rows>(poolOf(this.primary), { text, values });
  }

  /** The tables that a statement may read. A word that only looks like one sends it to the primary more often. */
  private tablesOf(text: string): readonly string[] {
    let tables = this.tablesByText.get(text);
    if (!tables) {
      const words = new Set(text.match(/\w+/g));
      tables = notifyingTables.filter((table) => words.has(table));
      this.tablesByText.set(text, tables);
    }
    return tables;
  }
}

/** How long a replica is not used after a statement on it failed. */
export const avoidMs = 5000;

/** The position of the log that a streaming replica has replayed. Null on a server that is no streaming replica. */
const replayPosition = "SELECT (pg_last_wal_replay_lsn() - '0/0')::text AS position";

/** A read replica of PostgreSQL. */
export class ReadReplica {
  private readonly logger = new Logger(ReadReplica.name);
  readonly pool: Pool;
  /** Undefined until it is known, and after a failure. Null if the server is no streaming replica. */
  private replayed: LogPosition | null | undefined;
  private avoidedUntil = 0;
  private isDown = false;

  constructor(
    private readonly url: string,
    connections: number,
    private readonly wal: PrimaryWal,
  ) {
    this.pool = new Pool({ connectionString: url, max: connections, ...serviceConnection });
    // An idle connection broke. The next statement opens another one, or fails and is run elsewhere.
    this.pool.on('error', () => undefined);
  }

  /** Host, port and database. */
  get address(): string {
    return addressOf({ url: this.url });
  }

  /** Whether a statement that reads these tables may run here. Other servers than streaming replicas are not measured. */
  isUsable(tables: readonly string[]): boolean {
    if (this.avoidedUntil > Date.now() || this.replayed === undefined) return false;
    return this.replayed === null || this.wal.isRecentEnough(this.replayed, tables);
  }

  /** Whether its lag is known: it is a streaming replica. */
  get isMeasured(): boolean {
    return this.replayed !== null;
  }

  /** Whether it lacks a noted change. */
  get lacksChange(): boolean {
    return typeof this.replayed === 'bigint' && this.wal.lacksChange(this.replayed);
  }

  /** In seconds; undefined while it is unknown. */
  get lagSeconds(): number | undefined {
    return typeof this.replayed === 'bigint' ? this.wal.lagMs(this.replayed) / 1000 : undefined;
  }

  /** Does not use the replica for some time. */
  avoid(): void {
    this.avoidedUntil = Date.now() + avoidMs;
  }

  /** Reads how far the replica has come. A replica that does not say it is not used. */
  async measure(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ position: string | null }>(replayPosition);
      const position = rows[0]?.position ?? null;
      this.replayed = position === null ? null : BigInt(position);
      if (this.isDown) this.logger.log(`Read replica ${this.address} answers again`);
      this.isDown = false;
    } catch (error) {
      this.replayed = undefined;
      if (!this.isDown)
        this.logger.warn({
          msg: `Read replica ${this.address} does not answer; others and the primary are read`,
          err: error,
        });
      this.isDown = true;
    }
  }
}

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
    private readonly wal: PrimaryWal,
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
    const isBehind = this.wal.needsSample || this.replicas.some(({ lacksChange }) => lacksChange);
    this.schedule(isBehind ? catchUpMs : intervalMs);
  }

  private async measureAll(): Promise<void> {
    const sampled = this.wal.beginSample();
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

/** A position in PostgreSQL's write-ahead log, in bytes from its start. */
type LogPosition = bigint;

interface Sample {
  /** By `performance.now()`. */
  at: number;
  position: LogPosition;
}

interface Change {
  /** Counts the changes of the table. */
  number: number;
  /** A position after the last change; undefined until the primary was asked. */
  position: LogPosition | undefined;
}

/**
 * How far the write-ahead log (WAL) of the primary has come: over time, and at the last change of each table. Tells which replicas are
 * recent enough for a statement.
 */
export class PrimaryWal {
  /** The oldest first. */
  private samples: Sample[] = [];
  private readonly changes = new Map<string, Change>();

  /** @param maxLagMs a replica that is further behind is not used */
  constructor(private readonly maxLagMs: number) {}

  /** Notes a change of a table that the primary has committed. */
  noteChange(table: string): void {
    const { number = 0 } = this.changes.get(table) ?? {};
    this.changes.set(table, { number: number + 1, position: undefined });
  }

  /** Whether changes wait for a sample. */
  get needsSample(): boolean {
    return [...this.changes.values()].some(({ position }) => position === undefined);
  }

  /** To be called before the primary is asked for its position. @returns what to call with the position */
  beginSample(): (position: LogPosition) => void {
    const at = performance.now();
    const numbers = new Map([...this.changes].map(([table, { number }]) => [table, number]));
    return (position) => {
      for (const [table, change] of this.changes) {
        // A change since then may come after the position.
        if (numbers.get(table) === change.number) change.position ??= position;
      }
      this.samples.push({ at, position });
      // One older sample stays: a replica that lacks it is too far behind.
      while ((this.samples[1]?.at ?? Infinity) < at - this.maxLagMs) this.samples.shift();
    };
  }

  /** Whether a replica that has replayed the log up to a position may be read now. */
  isRecentEnough(replayed: LogPosition, tables: readonly string[]): boolean {
    return this.lagMs(replayed) <= this.maxLagMs && tables.every((table) => this.hasReplayed(replayed, table));
  }

  /** How long ago the primary had written what a replica lacks. In milliseconds. */
  lagMs(replayed: LogPosition): number {
    const missing = this.samples.find(({ position }) => position > replayed);
    return missing ? performance.now() - missing.at : 0;
  }

  private hasReplayed(replayed: LogPosition, table: string): boolean {
    const change = this.changes.get(table);
    return !change || (change.position !== undefined && replayed >= change.position);
  }

  /** Whether a replica lacks a noted change of any table. */
  lacksChange(replayed: LogPosition): boolean {
    return [...this.changes.keys()].some((table) => !this.hasReplayed(replayed, table));
  }
}

/** Connections that are left to short statements: look-ups of tokens and records, and cancellations. */
const reserved = 2;

/** As long as statements wait for a connection. The number is bounded by MAX_IN_FLIGHT, so it needs no limit here. */
const queue = { maxWaiting: Infinity, newestFirstAfterMs: 500, waitTimeoutMs: 1000 };

/**
 * Queues the pages of lists, which may take long to read. Clients share the connections, and leave some to all other
 * statements. A read fails with `SemaphoreFullError` after waiting for a second.
 */
@Injectable()
export class FairReads extends FairSemaphore {
  constructor(@Inject(ENVIRONMENT) { DATABASE_POOL_SIZE: poolSize }: Pick<Environment, 'DATABASE_POOL_SIZE'>) {
    // Not more with read replicas: if they fail or lag, all reads use the pool of the primary.
    const capacity = poolSize - reserved;
    super({ capacity, clientCapacity: Math.ceil(capacity / 2), queue });
  }
}
