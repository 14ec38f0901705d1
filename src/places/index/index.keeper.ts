import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IndexBusyError, type Refusal } from './bulk.js';
import { type BuildOptions, type BuiltIndex, IndexBuilder } from './index.builder.js';
import { IndexRegister } from './index.register.js';
import { type IndexDescription, IndexStore } from './index.store.js';
import { PlaceRefusals } from './place.refusals.js';

/** How the index stands. */
export interface IndexStatus {
  alias: string;
  live: IndexDescription | undefined;
  /** All indices that changes are carried to: the live one, and one that is being built. */
  indices: string[];
  /** The mapping that this version of the service makes. */
  mappingVersion: string;
  /** Places in PostgreSQL. */
  places: number;
  /** Changes that are not carried yet. */
  pending: number;
  refusals: Refusal[];
}

/** The life of the search index: built beside the live one, swapped in, dropped when another takes its place. */
@Injectable()
export class IndexKeeper {
  private readonly logger = new Logger(IndexKeeper.name);
  private warnedOf: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly builder: IndexBuilder,
    private readonly register: IndexRegister,
    private readonly index: IndexStore,
    private readonly refusals: PlaceRefusals,
  ) {}

  /**
   * Makes sure that there is an index behind the alias which changes are carried to; builds it when there is none, so
   * that searches never see half of one.
   */
  async ensure(options: BuildOptions = {}): Promise<void> {
    while (!(await this.isSound())) {
      options.signal?.throwIfAborted();
      const made = await this.register.alone(async (stillAlone) => {
        if (!(await this.isSound())) await this.build(stillAlone, options);
        return true;
      });
      // Another replica is making it.
      if (made === undefined) await delay(200);
    }
    await this.warnOfOldMapping();
  }

  /**
   * Builds a new index beside the live one and swaps it in. Searches read the old one until then, and what changes
   * meanwhile goes to both.
   *
   * @throws IndexBusyError when another process is at it; the signal's reason; or what went wrong. The old index stays
   * in place then, and the new one is dropped
   */
  async rebuild(options: BuildOptions = {}): Promise<BuiltIndex> {
    const built = await this.register.alone((stillAlone) => this.build(stillAlone, options));
    if (built === undefined) throw new IndexBusyError('The index is being rebuilt by another process');
    return built;
  }

  async status(): Promise<IndexStatus> {
    const [live] = await this.index.behindAlias();
    const [counts] = await this.database.query<{ places: string; pending: string }[]>(
      'SELECT (SELECT count(*) FROM places) AS places, (SELECT count(*) FROM place_changes) AS pending',
    );
    return {
      alias: this.index.alias,
      live: live === undefined ? undefined : await this.index.describe(live),
      indices: await this.register.list(),
      mappingVersion: this.index.mappingVersion,
      places: Number(counts?.places),
      pending: Number(counts?.pending),
      refusals: await this.refusals.list(),
    };
  }

  private async isSound(): Promise<boolean> {
    const [live] = await this.index.behindAlias();
    return live !== undefined && (await this.register.list()).includes(live);
  }

  private async build(stillAlone: () => Promise<void>, options: BuildOptions): Promise<BuiltIndex> {
    await this.dropAbandoned();
    const name = this.index.newName();
    // Registered from the start: should this process end, the next one who builds finds it and drops it.
    await this.register.add(name, () => this.index.create(name));
    try {
      const built = await this.builder.fill(name, stillAlone, options);
      await this.index.refresh([name]);
      await stillAlone();
      await this.index.putBehindAlias(name);
      await this.dropAbandoned();
      return built;
    } catch (error) {
      await this.dismiss(name).catch(() => undefined);
      throw error;
    }
  }

  /** Indices that are registered but not behind the alias: the old one after a swap, or what a crash left. */
  private async dropAbandoned(): Promise<void> {
    const behind = await this.index.behindAlias();
    for (const name of await this.register.list()) {
      if (!behind.includes(name)) await this.dismiss(name);
    }
  }

  private async dismiss(name: string): Promise<void> {
    if ((await this.index.behindAlias()).includes(name)) return;
    await this.register.remove(name);
    await this.index.drop(name);
  }

  /** Once for each index, however often it is looked at. */
  private async warnOfOldMapping(): Promise<void> {
    const [live = ''] = await this.index.behindAlias();
    if (this.warnedOf === live) return;
    this.warnedOf = live;
    const { mappingVersion } = await this.index.describe(live);
    if (mappingVersion === this.index.mappingVersion) return;
    this.logger.warn(`The index ${live} has an older mapping; \`reindex\` brings the current one`);
  }
}
