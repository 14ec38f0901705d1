import { Injectable } from '@nestjs/common';
import { PlaceReader } from '../../place-reader.js';
import { SyncLagMeter, type SyncLag } from '../sync/sync-lag.js';
import { IndexRegistry, isCarriedTo } from './index-registry.js';
import { type IndexDescription, IndexStore } from './index-store.js';

/** How the index stands. */
export interface IndexStatus {
  alias: string;
  live: IndexDescription | undefined;
  /** All indices that changes are carried to: the live one, and one that is being built. */
  indices: string[];
  /** Indices that searches have left, kept for the walks that are on them. */
  retired: string[];
  /** The mapping that this version of the service makes. */
  mappingVersion: string;
  /** Places in PostgreSQL. */
  places: number;
  lag: SyncLag;
}

/** Tells how the index stands. */
@Injectable()
export class IndexInspector {
  constructor(
    private readonly records: PlaceReader,
    private readonly register: IndexRegistry,
    private readonly index: IndexStore,
    private readonly lag: SyncLagMeter,
  ) {}

  async status(): Promise<IndexStatus> {
    const [live] = await this.index.behindAlias();
    const registered = await this.register.list();
    return {
      alias: this.index.alias,
      live: live === undefined ? undefined : await this.index.describe(live),
      indices: registered.filter(isCarriedTo).map(({ name }) => name),
      retired: registered.filter((index) => !isCarriedTo(index)).map(({ name }) => name),
      mappingVersion: this.index.mappingVersion,
      places: await this.records.count(),
      lag: await this.lag.measure(),
    };
  }
}
