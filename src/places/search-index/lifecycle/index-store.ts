import { Client, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { ENVIRONMENT } from '../../../config/config.module.js';
import { type Environment } from '../../../config/environment.js';
import {
  type BulkRequest,
  bulkRequests,
  IndexBusyError,
  type PlaceState,
  type Refusal,
  refusalOfRequest,
  toRefusal,
} from '../sync/bulk-request.js';
import { MAPPING_VERSION, indexDefinition } from '../mapping/mapping.js';
import { isMissing } from '../response-errors.js';

/** An index behind the alias. */
export interface IndexDescription {
  name: string;
  documents: number;
  mappingVersion: string;
  /** `green`, `yellow` when copies are missing, `red` when a part of it is. */
  health: string;
  shards: number;
  replicas: number;
}

/** With the time that an answer is kept (`SEARCH_CACHE_TTL`), a change is seen within two seconds (design, section 7). */
const refreshInterval = '800ms';

/** Milliseconds. Changes wait for their turn in PostgreSQL meanwhile. */
const carryTimeout = 15_000;

/** What is written to indices, and how they come and go. */
@Injectable()
export class IndexStore implements OnModuleDestroy, OnApplicationShutdown {
  /** Calls off what is being carried when the process leaves: it is still noted, and carried by another. */
  private readonly leaving = new AbortController();
  readonly alias: string;

  constructor(
    private readonly client: Client,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<
      Environment,
      'ELASTICSEARCH_INDEX' | 'ELASTICSEARCH_SHARDS' | 'ELASTICSEARCH_REPLICAS'
    >,
  ) {
    this.alias = environment.ELASTICSEARCH_INDEX;
  }

  onModuleDestroy(): void {
    this.leaving.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /**
   * Carries states of places to indices. The version is external: an older state never overwrites a newer one, and
   * that it did not is no fault.
   *
   * @returns what Elasticsearch refused for good
   * @throws when Elasticsearch is away or asks for patience: nothing is lost, carry them again
   */
  async carry(indices: readonly string[], version: number, states: readonly PlaceState[]): Promise<Refusal[]> {
    await this.mustExist(indices);
    const refusals = new Map<string, Refusal>();
    for (const request of bulkRequests(indices, version, states)) {
      for (const refusal of await this.send(request, indices, version)) refusals.set(refusal.id, refusal);
    }
    return [...refusals.values()];
  }

  private async send(request: BulkRequest, indices: readonly string[], version: number): Promise<Refusal[]> {
    const { states, operations } = request;
    try {
      // An answer with all its versions and shards is nearly as long as the request.
      const bulk = { operations, filter_path: ['items.*._id', 'items.*.status', 'items.*.error'] };
      const { items } = await this.untilLeaving((options) => this.client.bulk(bulk, options));
      return items.flatMap(toRefusal);
    } catch (error) {
      const reason = refusalOfRequest(error);
      if (reason === undefined) throw error;
      // One place spoils the request for all: halves find out which.
      const [state] = states;
      if (state && states.length === 1) return [{ id: state.id, reason }];
      const middle = Math.ceil(states.length / 2);
      const halves = [states.slice(0, middle), states.slice(middle)];
      const refusals = [];
      for (const half of halves) refusals.push(...(await this.carry(indices, version, half)));
      return refusals;
    }
  }

  /** Elasticsearch would make a missing index by itself, with a mapping of its own. */
  private async mustExist(indices: readonly string[]): Promise<void> {
    const exists = (options: TransportRequestOptions) => this.client.indices.exists({ index: [...indices] }, options);
    if (indices.length > 0 && (await this.untilLeaving(exists))) return;
    throw new IndexBusyError(`There is no index ${indices.join(', ')}`);
  }

  /** Each request gets a signal of its own: one that runs out of its time has the client fire it. */
  private async untilLeaving<T>(work: (options: TransportRequestOptions) => Promise<T>): Promise<T> {
    const call = new AbortController();
    const leave = (): void => {
      call.abort();
    };
    if (this.leaving.signal.aborted) leave();
    this.leaving.signal.addEventListener('abort', leave);
    try {
      return await work({ requestTimeout: carryTimeout, signal: call.signal });
    } finally {
      this.leaving.signal.removeEventListener('abort', leave);
    }
  }

  /** A name for a new index. */
  newName(): string {
    return `${this.alias}-${new Date().toISOString().replace(/\D/g, '')}`;
  }

  /** Creates an empty index of the current mapping, not yet behind the alias. It is refreshed once it is filled. */
  async create(name: string): Promise<void> {
    const { settings, mappings } = indexDefinition(this.size);
    await this.client.indices.create({ index: name, settings: { ...settings, refresh_interval: -1 }, mappings });
  }

  /** How many parts the configuration wants, and how many further copies of each. */
  get size(): { shards: number; replicas: number } {
    return { shards: this.environment.ELASTICSEARCH_SHARDS, replicas: this.environment.ELASTICSEARCH_REPLICAS };
  }

  /** Gives an index the copies that the configuration wants, which needs no new one. */
  async setReplicas(name: string): Promise<void> {
    await this.client.indices.putSettings({ index: name, settings: { number_of_replicas: this.size.replicas } });
  }

  /** Makes searches read this index, at one stroke. */
  async putBehindAlias(name: string): Promise<void> {
    const behind = await this.behindAlias();
    await this.client.indices.updateAliases({
      actions: [
        ...behind.filter((other) => other !== name).map((index) => ({ remove: { index, alias: this.alias } })),
        { add: { index: name, alias: this.alias } },
      ],
    });
  }

  /** The indices that searches read: one, or none before the first is made. */
  async behindAlias(): Promise<string[]> {
    return Object.keys(await this.aliases({ name: this.alias }));
  }

  /** The aliases that an index is behind, of whomever. */
  async aliasesOf(name: string): Promise<string[]> {
    return Object.keys((await this.aliases({ index: name }))[name]?.aliases ?? {});
  }

  /** Aliases by the indices behind them; none of what is not there. */
  private async aliases(of: estypes.IndicesGetAliasRequest): Promise<estypes.IndicesGetAliasResponse> {
    try {
      return await this.client.indices.getAlias(of);
    } catch (error) {
      if (isMissing(error)) return {};
      throw error;
    }
  }

  async describe(name: string): Promise<IndexDescription> {
    const [{ count }, mappings, health] = await Promise.all([
      this.client.count({ index: name }),
      this.client.indices.getMapping({ index: name }),
      this.client.cluster.health({ index: name, level: 'indices' }),
    ]);
    const meta: unknown = mappings[name]?.mappings._meta?.version;
    return {
      name,
      documents: count,
      mappingVersion: typeof meta === 'string' ? meta : 'none',
      health: health.status.toLowerCase(),
      shards: health.indices?.[name]?.number_of_shards ?? 0,
      replicas: health.indices?.[name]?.number_of_replicas ?? 0,
    };
  }

  /** All indices that a service with this alias has made, by their names: an index may be known to nobody else. */
  async made(): Promise<string[]> {
    const names = Object.keys(await this.client.indices.get({ index: `${this.alias}-*`, features: 'aliases' }));
    return names.filter((name) => this.isOwnName(name));
  }

  /** Whether a service with this alias gives such a name to an index. */
  isOwnName(name: string): boolean {
    return name.startsWith(`${this.alias}-`) && /^\d{17}$/.test(name.slice(this.alias.length + 1));
  }

  get mappingVersion(): string {
    return MAPPING_VERSION;
  }

  async drop(name: string): Promise<void> {
    await this.client.indices.delete({ index: name, ignore_unavailable: true });
  }

  /** Makes a new index ready to be searched: all of it, and by as many copies as there are machines for them. */
  async makeReady(name: string): Promise<void> {
    await this.client.indices.putSettings({ index: name, settings: { refresh_interval: refreshInterval } });
    await this.refresh([name]);
    // After that time the copies are still on their way, and searches read what is there.
    await this.client.cluster.health(
      { index: name, wait_for_no_initializing_shards: true, timeout: '25s' },
      { ignore: [408] },
    );
  }

  /** Makes searchable what was carried. */
  async refresh(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.client.indices.refresh({ index: [...names] });
  }
}
