import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { IndexUnavailableError } from '../elasticsearch-errors.js';
import { OutboxRelay } from '../sync/outbox-relay.js';
import { DocumentVersions } from '../sync/document-versions.js';
import { IndexAdmin } from './index-admin.js';
import { type ComparisonRun, type Difference, IndexComparison } from './index-comparison.js';
import { IndexRegistry, isActive } from './index-registry.js';

export type { ComparisonRun, Difference };

const batchSize = 1000;
const pollMs = 100;

/** A difference, and whether `repair()` removed it. */
export type RepairedDifference = Difference & { repaired: boolean };

/** Verifies that the live index equals PostgreSQL, and repairs it. */
@Injectable()
export class IndexVerifier {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly comparison: IndexComparison,
    private readonly registry: IndexRegistry,
    private readonly versions: DocumentVersions,
    private readonly admin: IndexAdmin,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Waits until the outbox is empty, or the time is over.
   *
   * @returns the number of changes that are still pending
   */
  async waitForPendingChanges(timeoutMs: number): Promise<number> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const [row] = await this.database.query<{ pending: string }[]>('SELECT count(*) AS pending FROM place_changes');
      const pending = Number(row?.pending);
      if (pending === 0 || Date.now() > deadline) return pending;
      await delay(pollMs);
    }
  }

  async *differences(run: ComparisonRun): AsyncGenerator<Difference> {
    yield* this.comparison.differences(await this.liveIndex(), run);
  }

  /** Indexes every place that differs once more. Yields the differences as it finds them. */
  async *repair(run: ComparisonRun): AsyncGenerator<RepairedDifference> {
    await this.assertActive(await this.liveIndex());
    await this.relay.drain();
    // Read again: a `reindex` may have finished meanwhile.
    const live = await this.liveIndex();
    let batch: Difference[] = [];
    for await (const difference of this.comparison.differences(live, run)) {
      if (batch.push(difference) < batchSize) continue;
      yield* await this.repairBatch(live, batch, run);
      batch = [];
    }
    yield* await this.repairBatch(live, batch, run);
    await this.admin.refresh([live]);
  }

  /** Compares these places. @returns the differences */
  async check(ids: readonly string[]): Promise<Difference[]> {
    return this.comparison.confirm(await this.liveIndex(), ids, newRun());
  }

  /** Indexes these places once more, whether they differ or not. @returns the differences that remain */
  async refresh(ids: readonly string[]): Promise<Difference[]> {
    const live = await this.liveIndex();
    await this.assertActive(live);
    const remaining = await this.indexAgain(live, ids, await this.check(ids), newRun());
    await this.admin.refresh([live]);
    return remaining;
  }

  private async repairBatch(
    live: string,
    batch: readonly Difference[],
    run: ComparisonRun,
  ): Promise<RepairedDifference[]> {
    if (batch.length === 0) return [];
    const ids = batch.map(({ id }) => id);
    const remaining = await this.indexAgain(live, ids, batch, run);
    const remainingById = new Map(remaining.map((difference) => [difference.id, difference]));
    return batch.map((difference) => ({
      ...(remainingById.get(difference.id) ?? difference),
      repaired: !remainingById.has(difference.id),
    }));
  }

  /** @param found the differences, whose documents may have higher versions than PostgreSQL knows, as after a restored dump */
  private async indexAgain(
    live: string,
    ids: readonly string[],
    found: readonly Difference[],
    run: ComparisonRun,
  ): Promise<Difference[]> {
    await this.versions.skipTo(Math.max(0, ...found.map(({ version = 0 }) => version)));
    await this.database.query('INSERT INTO place_changes (place_id) SELECT unnest($1::text[])', [ids]);
    await this.relay.drain();
    return this.comparison.confirm(live, ids, run);
  }

  /** With a restored dump, relays may write to the indices of another directory instead. */
  private async assertActive(live: string): Promise<void> {
    if ((await this.registry.list()).some((index) => index.name === live && isActive(index))) return;
    throw new IndexUnavailableError(
      `The index ${live} behind the alias ${this.admin.alias} is not registered in this database: run \`reindex\` first`,
    );
  }

  /** @throws IndexUnavailableError before the first index is built */
  async liveIndex(): Promise<string> {
    const [live] = await this.admin.liveIndices();
    if (live === undefined)
      throw new IndexUnavailableError(`There is no index behind the alias ${this.admin.alias} yet`);
    return live;
  }
}

function newRun(): ComparisonRun {
  return { stored: 0, indexed: 0, settleMs: 0 };
}
