import { Inject, Injectable } from '@nestjs/common';
import { Client, type estypes } from '@elastic/elasticsearch';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { AliasTakenError, isNotFound, isOwnIndexName, resendAfter } from '../elasticsearch/health.js';
import { indexDefinition, replicaSettings } from './mapping.js';
import { isSearchLanguage, type SearchLanguage } from '../../config/values.js';
import { type IndexLanguages } from '../languages.js';

/** What Elasticsearch says of an index. */
export interface IndexDescription {
  name: string;
  documents: number;
  mappingVersion: string;
  /** Whether it has the mapping that this version of the service creates, with its languages or those of `SEARCH_LANGUAGES`. */
  isCurrent: boolean;
  /** The languages whose inflections it finds. */
  languages: SearchLanguage[];
  /** Whether its languages were chosen before the country of any place was known. */
  isProvisional: boolean;
  /** `green`, `yellow`: replicas are missing, `red`: primary shards are missing. */
  health: string;
  shards: number;
  replicas: number;
}

/** Shorter intervals cost throughput. With the poll of `IndexCacheVersion`, cached searches show a change within two seconds. */
const refreshInterval = '800ms';

/** Index sync asks often, and must notice quickly that a connection has died. */
const aliasAgainAfterMs = 2000;

/** Creates, describes, swaps and drops Elasticsearch indices. Their names are the alias and a timestamp. */
@Injectable()
export class IndexAdmin {
  /** The alias that searches read. */
  readonly alias: string;
  /** The configured number of shards, and of replicas of each, unless they follow the number of nodes. */
  readonly shardCounts: { shards: number; replicas: number | undefined };
  private readonly configuredLanguages: readonly SearchLanguage[] | undefined;

  constructor(
    private readonly client: Client,
    @Inject(ENVIRONMENT)
    environment: Pick<
      Environment,
      'ELASTICSEARCH_INDEX' | 'ELASTICSEARCH_SHARDS' | 'ELASTICSEARCH_REPLICAS' | 'SEARCH_LANGUAGES'
    >,
  ) {
    this.alias = environment.ELASTICSEARCH_INDEX;
    this.shardCounts = { shards: environment.ELASTICSEARCH_SHARDS, replicas: environment.ELASTICSEARCH_REPLICAS };
    this.configuredLanguages = environment.SEARCH_LANGUAGES;
  }

  /** The version of the mapping that this version of the service creates with these languages. */
  versionWith(languages: readonly SearchLanguage[]): string {
    return indexDefinition({ languages }).mappings._meta.version;
  }

  /** A name for a new index. */
  newName(): string {
    return `${this.alias}-${new Date().toISOString().replace(/\D/g, '')}`;
  }

  /** Whether `newName()` of a service with this alias returns such names. */
  ownsName(name: string): boolean {
    return isOwnIndexName(this.alias, name);
  }

  /** Creates an empty index, without the alias. It is not refreshed until `makeReady()`. */
  async create(name: string, languages: IndexLanguages): Promise<void> {
    const { settings, mappings } = indexDefinition({ ...this.shardCounts, ...languages });
    await this.client.indices.create({ index: name, settings: { ...settings, refresh_interval: -1 }, mappings });
  }

  /** Makes a filled index searchable, and waits up to 25 s for its replicas. */
  async makeReady(name: string): Promise<void> {
    await this.client.indices.putSettings({ index: name, settings: { refresh_interval: refreshInterval } });
    await this.refresh([name]);
    // After a time-out (408) replicas are still being copied. Searches read the shards that are ready.
    await this.client.cluster.health(
      { index: name, wait_for_no_initializing_shards: true, timeout: '25s' },
      { ignore: [408] },
    );
  }

  /** Sets the configured number of replicas on an existing index, or lets it follow the number of nodes. */
  async setReplicas(name: string): Promise<void> {
    await this.client.indices.putSettings({ index: name, settings: replicaSettings(this.shardCounts.replicas) });
  }

  /** Makes everything that was written searchable. */
  async refresh(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.client.indices.refresh({ index: [...names] });
  }

  async drop(name: string): Promise<void> {
    await this.client.indices.delete({ index: name, ignore_unavailable: true });
  }

  /** Moves the alias to this index, in one atomic step. */
  async pointAliasTo(name: string): Promise<void> {
    const old = (await this.liveIndices()).filter((index) => index !== name);
    await this.client.indices.updateAliases({
      actions: [
        ...old.map((index) => ({ remove: { index, alias: this.alias } })),
        { add: { index: name, alias: this.alias } },
      ],
    });
  }

  /**
   * The indices behind the alias: one, or none before the first is built.
   *
   * @throws AliasTakenError if an index has the name of the alias
   */
  async liveIndices(): Promise<string[]> {
    const live = Object.keys(await this.getAlias({ name: this.alias }));
    if (live.length === 0) await this.assertAliasIsFree();
    return live;
  }

  private async assertAliasIsFree(): Promise<void> {
    const request = { index: this.alias, ignore_unavailable: true, features: 'aliases' } as const;
    // The answer names the index behind the alias if there is one by now.
    if (Object.hasOwn(await this.client.indices.get(request), this.alias)) throw new AliasTakenError(this.alias);
  }

  /** All aliases of an index, those of others included. */
  async aliasesOf(name: string): Promise<string[]> {
    return Object.keys((await this.getAlias({ index: name }))[name]?.aliases ?? {});
  }

  /** All indices with names of this alias, registered in PostgreSQL or not. */
  async listAll(): Promise<string[]> {
    const names = Object.keys(await this.client.indices.get({ index: `${this.alias}-*`, features: 'aliases' }));
    return names.filter((name) => this.ownsName(name));
  }

  async describe(name: string): Promise<IndexDescription> {
    const [{ count }, mappings, health] = await Promise.all([
      this.client.count({ index: name }),
      this.client.indices.getMapping({ index: name }),
      this.client.cluster.health({ index: name, level: 'indices' }),
    ]);
    const meta: Readonly<Record<string, unknown>> = mappings[name]?.mappings._meta ?? {};
    const mappingVersion = typeof meta.version === 'string' ? meta.version : 'none';
    const languages = Array.isArray(meta.languages) ? meta.languages.filter(isSearchLanguage) : [];
    return {
      name,
      documents: count,
      mappingVersion,
      isCurrent: mappingVersion === this.versionWith(this.configuredLanguages ?? languages),
      languages,
      isProvisional: meta.isProvisional === true,
      health: health.status.toLowerCase(),
      shards: health.indices?.[name]?.number_of_shards ?? 0,
      replicas: health.indices?.[name]?.number_of_replicas ?? 0,
    };
  }

  private async getAlias(request: estypes.IndicesGetAliasRequest): Promise<estypes.IndicesGetAliasResponse> {
    try {
      return await this.client.indices.getAlias(request, resendAfter(aliasAgainAfterMs));
    } catch (error) {
      if (isNotFound(error)) return {};
      throw error;
    }
  }
}
