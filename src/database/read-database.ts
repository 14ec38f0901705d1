import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type NotifyingTable, notifyingTables } from './listener.js';
import { poolOf } from './connect.js';
import { runNamed, type RunStatement, runUnnamed } from './statements.js';
import { avoidMs, ReadReplica, PrimaryLog, ReplicaMonitor } from './read-replicas.js';

/** Runs the frequent read-only statements of requests as named statements. Their texts are constant. */
@Injectable()
export class ReadDatabase implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ReadDatabase.name);
  readonly replicas: readonly ReadReplica[];
  private readonly log: PrimaryLog;
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
    this.log = new PrimaryLog(environment.DATABASE_REPLICA_MAX_LAG * 1000);
    this.replicas = environment.DATABASE_REPLICA_URLS.map(
      (url) => new ReadReplica(url, environment.DATABASE_POOL_SIZE, this.log),
    );
    this.monitor = new ReplicaMonitor(primary, this.replicas, this.log);
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
    this.log.noteChange(table);
    this.monitor.wake();
  }

  /** Whether every statement shows the changes that were noted before it. Not with replicas that cannot be measured. */
  get showsNotedChanges(): boolean {
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

  /** Runs a statement on the primary, for what must not lag: tokens, clients, passwords, places for the search index. */
  queryPrimary<Rows>(text: string, values: unknown[] = []): Promise<Rows> {
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
