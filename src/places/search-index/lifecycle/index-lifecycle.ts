import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { IndexBusyError } from '../sync/bulk-request.js';
import { type BuildOptions, type BuiltIndex, IndexBuilder } from './index-builder.js';
import { IndexRegistry, isCarriedTo } from './index-registry.js';
import { IndexStore } from './index-store.js';

/** The life of the search index: built beside the live one, swapped in, dropped when another has taken its place. */
@Injectable()
export class IndexLifecycle {
  private readonly logger = new Logger(IndexLifecycle.name);
  private lookedOver: string | undefined;

  constructor(
    private readonly builder: IndexBuilder,
    private readonly register: IndexRegistry,
    private readonly index: IndexStore,
  ) {}

  /**
   * Makes sure that there is an index behind the alias which changes are carried to; builds it when there is none, so
   * that searches never see half of one. What a rebuilding that was killed has left is dropped.
   */
  async ensure(options: BuildOptions = {}): Promise<void> {
    let live = await this.liveIndex();
    while (live === undefined) {
      options.signal?.throwIfAborted();
      const made = await this.register.alone(async (stillAlone) => {
        if ((await this.liveIndex()) === undefined) await this.build(stillAlone, options);
        return true;
      });
      // Another replica is making it.
      if (made === undefined) await delay(200);
      live = await this.liveIndex();
    }
    await this.tidy(live);
    await this.lookOver(live);
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

  /** The index that searches read, when changes are carried to it. */
  private async liveIndex(): Promise<string | undefined> {
    const [live] = await this.index.behindAlias();
    if (live === undefined) return undefined;
    return (await this.register.list()).some((index) => index.name === live && isCarriedTo(index)) ? live : undefined;
  }

  private async build(stillAlone: () => Promise<void>, options: BuildOptions): Promise<BuiltIndex> {
    await this.dropAbandoned();
    const name = this.index.newName();
    // Registered from the start: should this process end, the next one who looks finds it and drops it.
    await this.register.add(name, () => this.index.create(name));
    try {
      const built = await this.builder.fill(name, stillAlone, options);
      await this.index.makeReady(name);
      await stillAlone();
      const before = await this.index.behindAlias();
      await this.index.putBehindAlias(name);
      // Searches that have begun on the old one, and walks, end there.
      for (const old of before) await this.register.retire(old);
      return built;
    } catch (error) {
      await this.dismiss(name).catch(() => undefined);
      // Without the lock another process may have dropped the index meanwhile: then that is the cause.
      await stillAlone();
      throw error;
    }
  }

  /** Drops what a killed process has left and what has outlived its walks, unless an index is being built just now. */
  private async tidy(live: string): Promise<void> {
    const left = (await this.register.list()).filter(({ name, state }) => name !== live && state !== 'retired');
    if (left.length > 0) await this.register.alone(() => this.dropAbandoned());
  }

  /** Indices that are not behind the alias: half built ones, and those that searches left long ago. */
  private async dropAbandoned(): Promise<void> {
    const kept = await this.index.behindAlias();
    const registered = await this.register.list();
    kept.push(...registered.filter(({ state }) => state === 'retired').map(({ name }) => name));
    const made = [...registered.map(({ name }) => name), ...(await this.index.made())];
    for (const name of new Set(made)) {
      if (!kept.includes(name)) await this.dismiss(name);
    }
  }

  /**
   * Drops an index of this directory that nothing stands behind. One of another directory comes into the register with
   * a dump that is restored beside it, or by another `ELASTICSEARCH_INDEX`: nothing is carried to it from here any more,
   * and it is not ours to drop.
   */
  private async dismiss(name: string): Promise<void> {
    if ((await this.index.behindAlias()).includes(name)) return;
    await this.register.remove(name);
    if (this.index.isOwnName(name) && (await this.index.aliasesOf(name)).length === 0) {
      await this.index.drop(name);
      return;
    }
    this.logger.warn(
      `The index ${name} is another directory's, or has another alias than ${this.index.alias} (ELASTICSEARCH_INDEX): ` +
        'it is not dropped, and changes are not carried to it from here',
    );
  }

  /** Compares an index with the configuration: once, however often it is looked at. */
  private async lookOver(live: string): Promise<void> {
    if (this.lookedOver === live) return;
    const { mappingVersion, shards, replicas } = await this.index.describe(live);
    const wanted = this.index.size;
    if (replicas !== wanted.replicas) await this.index.setReplicas(live);
    this.lookedOver = live;
    if (mappingVersion !== this.index.mappingVersion) {
      this.logger.warn(`The index ${live} has another mapping than this version; \`reindex\` makes one with its own`);
    } else if (shards !== wanted.shards) {
      this.logger.warn(`The index ${live} has ${shards} shards; \`reindex\` brings ${wanted.shards}`);
    }
  }
}
