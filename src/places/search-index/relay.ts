import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../database/data-source.js';
import { PlaceReader } from '../place-reader.js';
import { IndexRegistry } from './registry.js';
import { DeadLetters, ExternalVersions, IndexWriter } from './writer.js';
import { queryTimeoutMessage } from '../../database/connect.js';
import { PLACE_CHANGE, Listener } from '../../database/listener.js';
import { IndexLifecycle } from './lifecycle.js';

/**
 * Changes per batch. An imported place causes up to three: one for the place, two for its categories. So one batch holds the
 * changes of an import batch of 1,000 places.
 */
const relayBatchSize = 4000;

/** PostgreSQL ends a transaction that is silent for so long, as when the machine of its process is gone. */
const idleTransactionTimeoutMs = 120_000;

const drainPollMs = 50;

/**
 * Moves changes of places from the outbox, the table `place_changes`, to Elasticsearch. Database triggers, `hours-renewal.ts`, `area-refresh.ts` and `verify.ts` fill the
 * outbox.
 * Any number of relays may run at once (docs/adr/0003).
 */
@Injectable()
export class OutboxRelay {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly places: PlaceReader,
    private readonly registry: IndexRegistry,
    private readonly versions: ExternalVersions,
    private readonly writer: IndexWriter,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** Reduced after a time-out, then doubled with each batch that succeeds. */
  private batchSize = relayBatchSize;

  /**
   * Indexes one batch and deletes it from the outbox, in one transaction. On failure the changes stay in the outbox.
   *
   * @param limit the number of changes to take at most
   * @returns the number of changes taken; 0 if the outbox is empty or other relays hold all of it
   */
  async indexBatch(limit = relayBatchSize): Promise<number> {
    const size = Math.min(limit, this.batchSize);
    try {
      const taken = await this.indexUpTo(size);
      this.batchSize = Math.min(relayBatchSize, this.batchSize * 2);
      return taken;
    } catch (error) {
      // On a slow machine a smaller batch succeeds; the same batch would time out again.
      if (!isDatabaseTimeout(error) || size === 1) throw error;
      this.batchSize = Math.ceil(size / 4);
      return this.indexBatch(limit);
    }
  }

  /** Indexes until every change that is in the outbox now has been indexed, by this relay or another one. */
  async drain(): Promise<void> {
    const [{ last } = { last: null }] = await this.database.query<{ last: string | null }[]>(
      'SELECT max(sequence) AS last FROM place_changes',
    );
    if (last === null) return;
    while (await this.hasPending(last)) {
      // 0: another relay holds the rest, which stays visible until that relay commits.
      if ((await this.indexBatch()) === 0) await delay(drainPollMs);
    }
  }

  private indexUpTo(limit: number): Promise<number> {
    return this.database.transaction(async (manager) => {
      const changes = await manager.query<{ place_id: string }[]>(
        `WITH next AS (SELECT sequence FROM place_changes ORDER BY sequence LIMIT $1 FOR UPDATE SKIP LOCKED),
           taken AS (DELETE FROM place_changes USING next WHERE place_changes.sequence = next.sequence RETURNING place_id)
         SELECT place_id FROM taken`,
        [limit],
      );
      if (changes.length === 0) return 0;
      await manager.query(`SET LOCAL idle_in_transaction_session_timeout = ${idleTransactionTimeoutMs}`);
      const ids = [...new Set(changes.map((change) => change.place_id))];
      // Until this transaction ends, no index is added or removed: `reindex` waits for this batch, or this batch for `reindex`.
      const indices = await this.registry.lockActiveIndices(manager);
      // The version must be drawn after the changes are taken and before the places are read (docs/adr/0003).
      const version = await this.versions.next(manager);
      const records = new Map((await this.places.byId(ids, manager)).map((record) => [record.id, record]));
      const states = ids.map((id) => ({ id, record: records.get(id) }));
      await this.deadLetters.record(ids, await this.writer.write(indices, version, states), manager);
      return changes.length;
    });
  }

  private async hasPending(last: string): Promise<boolean> {
    const statement = 'SELECT FROM place_changes WHERE sequence <= $1 LIMIT 1';
    return (await this.database.query<unknown[]>(statement, [last])).length > 0;
  }
}

/** `statement_timeout`, and `idle_in_transaction_session_timeout`, which ends a batch that Elasticsearch takes too long for. */
const timeoutCodes: readonly unknown[] = ['57014', '25P03'];

/** A time-out of PostgreSQL or of its client. */
function isDatabaseTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === queryTimeoutMessage || ('code' in error && timeoutCodes.includes(error.code));
}

/** Time until the outbox is read again after a failure. */
const retryMs = 1000;

/** How often to check that the index still exists. */
const checkIndexMs = 10_000;

/** Keeps the search index in sync with PostgreSQL while the service runs. */
@Injectable()
export class IndexSyncWorker implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  /** Time until the outbox is read again without a notification, because one may be lost. */
  static readonly pollMs: number = 1000;

  private readonly logger = new Logger(IndexSyncWorker.name);
  private readonly shutdown = new AbortController();
  /** Ends `waitForNotification`. Replaced before each batch, so that a notification during the batch ends the next wait at once. */
  private wakeUp = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly relay: OutboxRelay,
    private readonly lifecycle: IndexLifecycle,
    listener: Listener,
  ) {
    const notify = this.notify.bind(this);
    listener.on(PLACE_CHANGE, { notified: notify, connected: notify });
  }

  onApplicationBootstrap(): void {
    // Not awaited: without Elasticsearch the service still serves everything but searches.
    this.running = this.run();
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
    this.notify();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.shutdown;
    let checkIndexAt = 0;
    let isFailing = false;
    while (!signal.aborted) {
      this.wakeUp = new AbortController();
      try {
        if (performance.now() >= checkIndexAt) {
          await this.lifecycle.ensureLiveIndex({ signal });
          checkIndexAt = performance.now() + checkIndexMs;
        }
        const indexed = await this.relay.indexBatch();
        if (isFailing) this.logger.log('Index sync recovered');
        isFailing = false;
        if (indexed === 0) await this.waitForNotification();
      } catch (error) {
        if (!isFailing) this.logger.warn({ msg: 'Index sync failed; retrying', err: error });
        isFailing = true;
        checkIndexAt = 0;
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private notify(): void {
    this.wakeUp.abort();
  }

  /** Resolves on the next notification, or after `pollMs`. */
  private async waitForNotification(): Promise<void> {
    await delay(IndexSyncWorker.pollMs, undefined, { signal: this.wakeUp.signal }).catch(() => undefined);
  }
}

/** How far the index is behind PostgreSQL. */
export interface SyncLag {
  /** Changes in the outbox: not indexed yet. */
  pendingChanges: number;
  /** Seconds since the oldest pending change was made; 0 without pending changes. */
  seconds: number;
  /** Places that Elasticsearch rejected. */
  deadLetters: number;
}

/** Measures how far the index is behind PostgreSQL. Every replica measures the same. */
@Injectable()
export class SyncLagMeter {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** @param limit counts up to this number; without it counts all, which is slow during a large import */
  async measure(limit?: number): Promise<SyncLag> {
    // The lowest sequence number belongs to the oldest change, except when transactions overlap.
    const [row] = await this.database.query<{ changes: string; seconds: string | null; dead_letters: string }[]>(
      `SELECT (SELECT count(*) FROM (SELECT FROM place_changes LIMIT $1) AS pending) AS changes,
         (SELECT extract(epoch FROM clock_timestamp() - noted) FROM place_changes ORDER BY sequence LIMIT 1) AS seconds,
         (SELECT count(*) FROM (SELECT FROM dead_letters LIMIT $1) AS rejected) AS dead_letters`,
      [limit ?? null],
    );
    return {
      pendingChanges: Number(row?.changes),
      seconds: Math.max(0, Number(row?.seconds ?? 0)),
      deadLetters: Number(row?.dead_letters),
    };
  }
}
