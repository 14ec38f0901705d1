import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { PlaceReader } from '../../place-reader.js';
import { IndexRegistry } from '../lifecycle/index-registry.js';
import { DeadLetters } from './dead-letters.js';
import { IndexWriter } from './index-writer.js';
import { DocumentVersions } from './document-versions.js';

/**
 * Changes per batch. An imported place causes up to three: one for the place, two for its categories. So one batch holds the
 * changes of an import batch of 1,000 places.
 */
export const relayBatchSize = 4000;

/** PostgreSQL ends a transaction that is silent for so long, as when the machine of its process is gone. */
const idleTransactionTimeoutMs = 120_000;

const pollMs = 50;

/**
 * Moves changes of places from the outbox, the table `place_changes`, to Elasticsearch. Database triggers fill the outbox.
 * Any number of relays may run at once (docs/adr/0003).
 */
@Injectable()
export class OutboxRelay {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly places: PlaceReader,
    private readonly registry: IndexRegistry,
    private readonly versions: DocumentVersions,
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
      if (!isTimeout(error) || size === 1) throw error;
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
      if ((await this.indexBatch()) === 0) await delay(pollMs);
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

/** PostgreSQL's `statement_timeout` (57014), or a time-out of its client. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (('code' in error && error.code === '57014') || /timeout/i.test(error.message));
}
