import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { type SearchLanguage } from '../../config/values.js';
import { InjectBackground } from '../../database/data-source.js';
import { isDatabaseUnavailable } from '../../http/problems.js';
import { PlaceLanguages } from '../languages.js';
import { PlaceReader } from '../place-reader.js';
import { isRetryable } from '../elasticsearch/health.js';
import { IndexUnavailableError } from '../elasticsearch/unavailable.js';
import { DeadLetters, ExternalVersions, IndexWriter } from './writer.js';
import { IndexAdmin } from './indices.js';
import { type AssertLocked, BuildLock, IndexRegistry, LockLostError } from './registry.js';

const batchSize = 1000;

/** Each keeps one processor of Elasticsearch busy, while the next one is read. */
const concurrentBatches = 2;

/** The waits between retries of a batch: a minute in all. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000];

interface BuildOptions {
  /** Called after each batch with the number of places so far. */
  onProgress?: (done: number) => void;
  /** Aborts the build. */
  signal?: AbortSignal;
}

/** How many places were read, and how many of them Elasticsearch rejected. */
interface FilledIndex {
  places: number;
  rejected: number;
}

interface BuiltIndex extends FilledIndex {
  /** The languages whose inflections it finds. */
  languages: readonly SearchLanguage[];
}

/** Fills a new index with all places. Changes made meanwhile are written by the relays, once the index is registered. */
@Injectable()
export class IndexBuilder {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly places: PlaceReader,
    private readonly versions: ExternalVersions,
    private readonly writer: IndexWriter,
    private readonly deadLetters: DeadLetters,
  ) {}

  /**
   * Reads places while Elasticsearch indexes those before them.
   *
   * @param assertLocked called before each batch and each retry; a lost lock ends the build
   */
  async fill(name: string, assertLocked: AssertLocked, { onProgress, signal }: BuildOptions): Promise<FilledIndex> {
    const built = { places: 0, rejected: 0 };
    const failed = new AbortController();
    const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    const writing = new Set<Promise<void>>();
    let size = batchSize;
    const write = async (ids: readonly string[]): Promise<void> => {
      const inParts = (retries: number): Promise<number> => {
        // On a slow machine a smaller batch succeeds; the same batch would time out again.
        if (retries > 0) size = Math.max(1, size >> 1);
        return this.writeInParts(name, ids, size, async () => {
          stop.throwIfAborted();
          await assertLocked();
        });
      };
      const rejected = await retry(inParts, assertLocked, stop);
      // After the batch, so that no progress follows an interruption.
      stop.throwIfAborted();
      built.rejected += rejected;
      onProgress?.((built.places += ids.length));
    };
    try {
      for (let last = ''; ;) {
        const ids = await retry(() => this.places.idsAfter(last, batchSize), assertLocked, stop);
        stop.throwIfAborted();
        if (ids.length === 0) break;
        const task = write(ids).finally(() => writing.delete(task));
        // Thrown by one of the awaits below.
        task.catch((error: unknown) => {
          failed.abort(error);
        });
        last = ids.at(-1) ?? last;
        if (writing.add(task).size >= concurrentBatches) await Promise.race(writing);
      }
      await Promise.all(writing);
      stop.throwIfAborted();
      return built;
    } finally {
      failed.abort();
      // Nothing may write to the index while it is dropped.
      await Promise.allSettled(writing);
    }
  }

  /** @param assertGoesOn called before each part; throws if the build must end */
  private async writeInParts(
    name: string,
    ids: readonly string[],
    size: number,
    assertGoesOn: () => Promise<void>,
  ): Promise<number> {
    let rejected = 0;
    for (let from = 0; from < ids.length; from += size) {
      await assertGoesOn();
      rejected += await this.writeBatch(name, ids.slice(from, from + size));
    }
    return rejected;
  }

  /** @returns how many places Elasticsearch rejected */
  private async writeBatch(name: string, ids: readonly string[]): Promise<number> {
    // Drawn before the places are read, as by the relay (docs/adr/0003).
    const version = await this.versions.next();
    const records = await this.places.byId(ids, this.database);
    const states = records.map((record) => ({ id: record.id, record }));
    const rejections = await this.writer.write([name], version, states);
    await this.deadLetters.record(ids, rejections);
    return rejections.length;
  }
}

async function retry<T>(
  work: (retries: number) => Promise<T>,
  assertLocked: AssertLocked,
  signal: AbortSignal,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      await assertLocked();
      return await work(retries);
    } catch (error) {
      const delayMs = retryDelaysMs[retries];
      const mayHelp = !(error instanceof LockLostError) && (isRetryable(error) || isDatabaseUnavailable(error));
      if (delayMs === undefined || !mayHelp) throw error;
      await delay(delayMs, undefined, { signal }).catch(() => {
        signal.throwIfAborted();
      });
    }
  }
}

const buildPollMs = 200;

/** Places that are indexed again in less than a minute. */
const maxRebuiltPlaces = 100_000;

/**
 * Builds, swaps and drops search indices. A new index is built beside the live one. When the alias moves to it, the old
 * index is retired: relays stop writing to it. A retired index stays for some minutes, for cursors, and is then dropped.
 */
@Injectable()
export class IndexLifecycle {
  private readonly logger = new Logger(IndexLifecycle.name);
  /** The live index that was last compared with the configuration. */
  private checked: string | undefined;

  constructor(
    private readonly builder: IndexBuilder,
    private readonly registry: IndexRegistry,
    private readonly lock: BuildLock,
    private readonly admin: IndexAdmin,
    private readonly languages: PlaceLanguages,
  ) {}

  /**
   * Builds an index unless the alias points to one that relays write to. Drops expired and half-built indices, and compares
   * the settings of the live index with the configuration.
   */
  async ensureLiveIndex(options: BuildOptions = {}): Promise<void> {
    let live = await this.activeIndex();
    while (live === undefined) {
      options.signal?.throwIfAborted();
      const isLocked = await this.lock.run(async (assertLocked) => {
        if ((await this.activeIndex()) === undefined) await this.build(assertLocked, options);
        return true;
      });
      // Another process is building it.
      if (!isLocked) await delay(buildPollMs);
      live = await this.activeIndex();
    }
    await this.dropOrphansIfAny(live);
    await this.applySettings(live);
  }

  /**
   * Builds a new index and moves the alias to it. Until then searches read the old index, and changes are written to
   * both. If it fails, the old index stays live and the new one is dropped.
   *
   * @throws IndexUnavailableError if another process is building one, or an index has the name of the alias; the reason of `options.signal`; any error of the build
   */
  async rebuild(options: BuildOptions = {}): Promise<BuiltIndex> {
    // Before the lock, which other processes take again and again while they cannot build an index.
    await this.admin.liveIndices();
    const built = await this.lock.run((assertLocked) => this.build(assertLocked, options));
    if (built === undefined) throw new IndexUnavailableError('The index is being rebuilt by another process');
    return built;
  }

  /**
   * Builds the index again if its languages were chosen before the country of any place was known, and it has few places. Other
   * indices keep their languages until `rebuild`.
   */
  async adoptLanguages(options: BuildOptions): Promise<void> {
    if (!(await this.shouldAdoptLanguages())) return;
    // If another process has the lock, it builds an index with the same languages.
    await this.lock.run(async (assertLocked) => {
      if (await this.shouldAdoptLanguages()) await this.build(assertLocked, options);
    });
  }

  private async shouldAdoptLanguages(): Promise<boolean> {
    const [live] = await this.admin.liveIndices();
    if (live === undefined) return false;
    const { isProvisional, documents, mappingVersion } = await this.admin.describe(live);
    if (!isProvisional || documents > maxRebuiltPlaces) return false;
    const { languages } = await this.languages.choose();
    return this.admin.versionWith(languages) !== mappingVersion;
  }

  /** Makes every indexed change searchable now. */
  async refresh(): Promise<void> {
    await this.admin.refresh(await this.admin.liveIndices());
  }

  /** The index behind the alias, if relays write to it. */
  private async activeIndex(): Promise<string | undefined> {
    const [live] = await this.admin.liveIndices();
    return live !== undefined && (await this.registry.isActive(live)) ? live : undefined;
  }

  private async build(assertLocked: AssertLocked, options: BuildOptions): Promise<BuiltIndex> {
    await this.dropOrphans();
    const chosen = await this.languages.choose();
    const name = this.admin.newName();
    // Registered first: if this process dies, the next one finds the index and drops it.
    await this.registry.add(name, () => this.admin.create(name, chosen));
    try {
      const built = await this.builder.fill(name, assertLocked, options);
      await this.admin.makeReady(name);
      await assertLocked();
      const old = await this.admin.liveIndices();
      await this.admin.pointAliasTo(name);
      for (const index of old) await this.registry.retire(index);
      return { ...built, languages: chosen.languages };
    } catch (error) {
      await this.drop(name).catch(() => undefined);
      // If the lock was lost, another process may have dropped the index: report that instead.
      await assertLocked();
      throw error;
    }
  }

  private async dropOrphansIfAny(live: string): Promise<void> {
    const orphans = (await this.registry.list()).filter(({ name, state }) => name !== live && state !== 'retired');
    // Without the lock nothing is dropped: another process is building an index, which looks like an orphan.
    if (orphans.length > 0) await this.lock.run(() => this.dropOrphans());
  }

  /** Drops all indices that are neither live nor retired: half-built and expired ones. */
  private async dropOrphans(): Promise<void> {
    const registered = await this.registry.list();
    const retired = registered.filter(({ state }) => state === 'retired').map(({ name }) => name);
    const kept = new Set([...(await this.admin.liveIndices()), ...retired]);
    const all = new Set([...registered.map(({ name }) => name), ...(await this.admin.listAll())]);
    for (const name of all) {
      if (!kept.has(name)) await this.drop(name);
    }
  }

  /**
   * Unregisters an index and drops it, unless it is live, has another alias, or belongs to another directory. A restored
   * dump, or another `ELASTICSEARCH_INDEX`, can bring such an index into the registry.
   */
  private async drop(name: string): Promise<void> {
    if ((await this.admin.liveIndices()).includes(name)) return;
    await this.registry.remove(name);
    if (this.admin.ownsName(name) && (await this.admin.aliasesOf(name)).length === 0) {
      await this.admin.drop(name);
      return;
    }
    // A sentence, not fields: commands print it.
    this.logger.warn(
      `Index ${name} is unregistered but not dropped: it belongs to another directory, or has another alias than ` +
        `${this.admin.alias} (ELASTICSEARCH_INDEX)`,
    );
  }

  /** Compares the live index with the configuration, once: sets replicas, and warns if a reindex is needed. */
  private async applySettings(live: string): Promise<void> {
    if (this.checked === live) return;
    const { isCurrent, shards } = await this.admin.describe(live);
    const wanted = this.admin.shardCounts;
    await this.admin.setReplicas(live);
    this.checked = live;
    if (!isCurrent) {
      this.logger.warn(`Index ${live} has another mapping than this version of the service: run \`reindex\``);
    } else if (shards !== wanted.shards) {
      this.logger.warn(`Index ${live} has ${shards} shards instead of ${wanted.shards}: run \`reindex\``);
    }
  }
}
