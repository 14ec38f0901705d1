import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { PlaceReader } from '../../place-reader.js';
import { IndexRegistry } from '../lifecycle/index-registry.js';
import { IndexStore } from '../lifecycle/index-store.js';
import { DeadLetters } from './dead-letters.js';

/** A new place is noted twice, and once more for its categories: what belongs together is best carried together. */
const batchSize = 4000;

/** Milliseconds that Elasticsearch may take for a batch, all its requests together. */
const abandonedAfterMs = 120_000;

/** Carries what the outbox notes from PostgreSQL to Elasticsearch (design, section 7). Any number may run at once. */
@Injectable()
export class OutboxRelay {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly records: PlaceReader,
    private readonly register: IndexRegistry,
    private readonly index: IndexStore,
    private readonly refusals: DeadLetters,
  ) {}

  /** How many changes a batch takes: fewer after one that a statement's time did not suffice for. */
  private size = batchSize;

  /**
   * Carries one batch. The changes leave the outbox in the same transaction, so a crash, or Elasticsearch being away,
   * leaves them there.
   *
   * @param most how many changes to take at most
   * @returns how many changes were taken; 0 when none is free
   */
  async indexBatch(most = batchSize): Promise<number> {
    const size = Math.min(most, this.size);
    try {
      const taken = await this.carryUpTo(size);
      this.size = Math.min(batchSize, this.size * 2);
      return taken;
    } catch (error) {
      // A slow machine gets there by small steps; by the same large one it never would.
      if (!isTimeout(error) || size === 1) throw error;
      this.size = Math.ceil(size / 4);
      return this.indexBatch(most);
    }
  }

  private carryUpTo(most: number): Promise<number> {
    return this.database.transaction(async (manager) => {
      const taken = await manager.query<{ place_id: string }[]>(
        `WITH next AS (SELECT sequence FROM place_changes ORDER BY sequence LIMIT $1 FOR UPDATE SKIP LOCKED),
           taken AS (DELETE FROM place_changes USING next WHERE place_changes.sequence = next.sequence RETURNING place_id)
         SELECT place_id FROM taken`,
        [most],
      );
      if (taken.length === 0) return 0;
      // Should this machine vanish, its changes are free for others long before PostgreSQL finds its connection dead.
      await manager.query(`SET LOCAL idle_in_transaction_session_timeout = ${abandonedAfterMs}`);
      const ids = [...new Set(taken.map((change) => change.place_id))];
      const indices = await this.register.listForCarrying(manager);
      // Drawn after the changes were taken and before the places are read: see the migration.
      const version = await this.register.nextVersion(manager);
      const found = new Map((await this.records.byId(ids, manager)).map((record) => [record.id, record]));
      const states = ids.map((id) => ({ id, record: found.get(id) }));
      await this.refusals.note(ids, await this.index.carry(indices, version, states), manager);
      return taken.length;
    });
  }

  /** Carries until everything that is noted now is in the index, by whomever. */
  async drain(): Promise<void> {
    const [{ last } = { last: null }] = await this.database.query<{ last: string | null }[]>(
      'SELECT max(sequence) AS last FROM place_changes',
    );
    if (last === null) return;
    while (await this.hasPending(last)) {
      // Changes that another carrier holds are still to be seen; they are waited for.
      if ((await this.indexBatch()) === 0) await delay(50);
    }
  }

  private async hasPending(last: string): Promise<boolean> {
    const pending = await this.database.query<unknown[]>('SELECT FROM place_changes WHERE sequence <= $1 LIMIT 1', [
      last,
    ]);
    return pending.length > 0;
  }
}

/** PostgreSQL's `statement_timeout`, or that of its client. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (('code' in error && error.code === '57014') || /timeout/i.test(error.message));
}
