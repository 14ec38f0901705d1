import { Injectable } from '@nestjs/common';
import { Client, errors } from '@elastic/elasticsearch';
import { type DataSource } from 'typeorm';
import { type SearchLanguage } from '../../config/values.js';
import { InjectBackground } from '../../database/data-source.js';
import { PlaceLanguages } from '../languages.js';
import { PlaceReader } from '../place-reader.js';
import { type DeadLetter, DeadLetters } from './writer.js';
import { type SyncLag, SyncLagMeter } from './relay.js';
import { IndexAdmin, type IndexDescription } from './indices.js';
import { AliasChangedError, isOwnAlias } from '../elasticsearch/health.js';
import { IndexRegistry, isActive } from './registry.js';
import { type PlaceRecord, type StoredPlace } from '../place.js';
import { IndexReader, type Difference, IndexVerifier } from './verify.js';

export interface IndexStatus {
  alias: string;
  live: IndexDescription | undefined;
  /** Why `live` is not known: Elasticsearch is away, or another program uses the alias. */
  fault: Error | undefined;
  /** The indices that relays write to: the live one, and one that is being built. */
  active: string[];
  /** Old indices that are kept for cursors. */
  retired: string[];
  /** The mapping that `reindex` creates. */
  mappingVersion: string;
  /** The languages that `reindex` chooses. */
  languages: readonly SearchLanguage[];
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
    private readonly languages: PlaceLanguages,
  ) {}

  async status(): Promise<IndexStatus> {
    const registered = await this.registry.list();
    const { languages } = await this.languages.choose();
    const described = await this.describeLive().then(
      (live) => ({ live, fault: undefined }),
      (error: unknown) => ({ live: undefined, fault: error instanceof Error ? error : new Error(String(error)) }),
    );
    return {
      alias: this.admin.alias,
      ...described,
      active: registered.filter(isActive).map(({ name }) => name),
      retired: registered.filter((index) => !isActive(index)).map(({ name }) => name),
      mappingVersion: this.admin.versionWith(languages),
      languages,
      places: await this.places.count(),
      lag: await this.lag.measure(),
      deadLetters: await this.deadLetters.list(),
    };
  }

  /**
   * @returns undefined before the first index is built
   * @throws AliasTakenError, AliasChangedError
   */
  async describeLive(): Promise<IndexDescription | undefined> {
    const indices = await this.admin.liveIndices();
    const [live] = indices;
    if (live !== undefined && !isOwnAlias(this.admin.alias, indices))
      throw new AliasChangedError(this.admin.alias, indices);
    return live === undefined ? undefined : this.admin.describe(live);
  }
}

/** What matters for operation of an Elasticsearch cluster. */
export interface ClusterReport {
  /** Several during a rolling upgrade. */
  version: string;
  health: string;
  nodes: { name: string; diskUsedPercent: number | undefined }[];
  /** Whether the account may manage the indices of the service; undefined if security is off. */
  mayManage: boolean | undefined;
}

/** Reports the state of the Elasticsearch cluster. */
export class ClusterInspector {
  constructor(private readonly client: Client) {}

  async report(alias: string): Promise<ClusterReport> {
    const [{ nodes }, { status }, allocation] = await Promise.all([
      this.client.nodes.info({ metric: 'os', filter_path: 'nodes.*.version' }),
      this.client.cluster.health(),
      this.client.cat.allocation({ format: 'json', h: ['node', 'disk.percent'] }),
    ]);
    return {
      version: [...new Set(Object.values(nodes).map(({ version }) => version))].join(', '),
      health: status,
      nodes: allocation
        .filter(({ node }) => node !== 'UNASSIGNED')
        .map((row) => ({ name: row.node ?? '', diskUsedPercent: toPercent(row['disk.percent']) })),
      mayManage: await this.mayManage(alias),
    };
  }

  private async mayManage(alias: string): Promise<boolean | undefined> {
    try {
      const index = [{ names: [alias, `${alias}-*`], privileges: ['manage', 'read', 'write'] }];
      return (await this.client.security.hasPrivileges({ index })).has_all_requested;
    } catch (error) {
      // Security is off: everybody may do everything.
      if (error instanceof errors.ResponseError) return undefined;
      throw error;
    }
  }
}

function toPercent(text: unknown): number | undefined {
  return typeof text === 'string' && text !== '' ? Number(text) : undefined;
}

export interface PlaceInspection {
  /** From PostgreSQL. */
  record: PlaceRecord | undefined;
  /** From the search index. */
  document: StoredPlace | undefined;
  /** Why both differ; undefined if they do not. */
  difference: Difference | undefined;
}

/** Shows a place as PostgreSQL and as the search index have it. */
export class PlaceInspector {
  constructor(
    private readonly places: PlaceReader,
    private readonly reader: IndexReader,
    private readonly verifier: IndexVerifier,
    @InjectBackground() private readonly database: DataSource,
  ) {}

  async inspect(id: string): Promise<PlaceInspection> {
    const live = await this.verifier.liveIndex();
    const [difference] = await this.verifier.check([id]);
    const [record] = await this.places.byId([id], this.database);
    const document = (await this.reader.byId(live, [id])).get(id)?.content;
    return { record, document, difference };
  }
}
