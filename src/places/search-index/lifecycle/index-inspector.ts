import { Injectable } from '@nestjs/common';
import { PlaceReader } from '../../place-reader.js';
import { type DeadLetter, DeadLetters } from '../sync/dead-letters.js';
import { type SyncLag, SyncLagMeter } from '../sync/sync-lag.js';
import { IndexAdmin, type IndexDescription } from './index-admin.js';
import { IndexRegistry, isActive } from './index-registry.js';

export interface IndexStatus {
  alias: string;
  live: IndexDescription | undefined;
  /** The indices that relays write to: the live one, and one that is being built. */
  active: string[];
  /** Old indices that are kept for cursors. */
  retired: string[];
  /** The mapping that this version of the service creates. */
  mappingVersion: string;
  /** Places in PostgreSQL. */
  places: number;
  lag: SyncLag;
  /** The first 100. */
  deadLetters: DeadLetter[];
}

/** Reports the state of the search index, for `index status` and the metrics. */
@Injectable()
export class IndexInspector {
  constructor(
    private readonly places: PlaceReader,
    private readonly registry: IndexRegistry,
    private readonly admin: IndexAdmin,
    private readonly lag: SyncLagMeter,
    private readonly deadLetters: DeadLetters,
  ) {}

  async status(): Promise<IndexStatus> {
    const registered = await this.registry.list();
    return {
      alias: this.admin.alias,
      live: await this.describeLive(),
      active: registered.filter(isActive).map(({ name }) => name),
      retired: registered.filter((index) => !isActive(index)).map(({ name }) => name),
      mappingVersion: this.admin.mappingVersion,
      places: await this.places.count(),
      lag: await this.lag.measure(),
      deadLetters: await this.deadLetters.list(),
    };
  }

  /** @returns undefined before the first index is built */
  async describeLive(): Promise<IndexDescription | undefined> {
    const [live] = await this.admin.liveIndices();
    return live === undefined ? undefined : this.admin.describe(live);
  }
}
