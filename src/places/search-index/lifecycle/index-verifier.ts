import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { IndexBusyError } from '../sync/bulk-request.js';
import { OutboxRelay } from '../sync/outbox-relay.js';
import { type Comparison, type Difference, IndexComparison } from './index-comparison.js';
import { IndexRegistry } from './index-registry.js';
import { IndexStore } from './index-store.js';

const batchSize = 1000;
const restMs = 100;

/** Makes sure that the index equals PostgreSQL, and mends it. */
@Injectable()
export class IndexVerifier {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly comparison: IndexComparison,
    private readonly register: IndexRegistry,
    private readonly index: IndexStore,
    private readonly carrier: OutboxRelay,
  ) {}

  /**
   * Waits until no change is noted any more, but no longer than the time given.
   *
   * @returns how many are still noted
   */
  async awaitCarriers(milliseconds: number): Promise<number> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const [row] = await this.database.query<{ pending: string }[]>('SELECT count(*) AS pending FROM place_changes');
      const pending = Number(row?.pending);
      if (pending === 0 || Date.now() > deadline) return pending;
      await delay(restMs);
    }
  }

  /** All differences between the live index and PostgreSQL. */
  async *differences(comparison: Comparison): AsyncGenerator<Difference> {
    yield* this.comparison.differences(await this.live(), comparison);
  }

  /**
   * Carries the places that differ once more.
   *
   * @yields differences as they are found; `mended` tells whether they are gone now
   */
  async *repair(comparison: Comparison): AsyncGenerator<Difference & { mended: boolean }> {
    await this.expectOwn(await this.live());
    await this.carrier.drain();
    // Carrying may take longer than a `reindex` that goes on beside.
    const live = await this.live();
    let batch: Difference[] = [];
    for await (const difference of this.comparison.differences(live, comparison)) {
      if (batch.push(difference) < batchSize) continue;
      yield* await this.mend(live, batch, comparison);
      batch = [];
    }
    yield* await this.mend(live, batch, comparison);
    await this.index.refresh([live]);
  }

  private async mend(
    live: string,
    batch: readonly Difference[],
    comparison: Comparison,
  ): Promise<(Difference & { mended: boolean })[]> {
    if (batch.length === 0) return [];
    const ids = batch.map(({ id }) => id);
    await this.register.passVersion(Math.max(0, ...batch.map(({ version = 0 }) => version)));
    await this.database.query('INSERT INTO place_changes (place_id) SELECT unnest($1::text[])', [ids]);
    await this.carrier.drain();
    const left = new Map(
      (await this.comparison.confirm(live, ids, comparison)).map((difference) => [difference.id, difference]),
    );
    return batch.map((difference) => ({
      ...(left.get(difference.id) ?? difference),
      mended: !left.has(difference.id),
    }));
  }

  /** In a restored dump the indices that changes are carried to may be another directory's. */
  private async expectOwn(live: string): Promise<void> {
    const known = await this.register.list();
    if (known.some(({ name, state }) => name === live && state === 'carried to')) return;
    throw new IndexBusyError(`This database does not know the index ${live} behind ${this.index.alias}: reindex first`);
  }

  private async live(): Promise<string> {
    const [live] = await this.index.behindAlias();
    if (live === undefined) throw new IndexBusyError(`There is no index behind the alias ${this.index.alias} yet`);
    return live;
  }
}
