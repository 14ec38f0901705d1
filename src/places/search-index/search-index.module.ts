import { Client } from '@elastic/elasticsearch';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { PlaceReader } from '../place-reader.js';
import { ElasticsearchCallObservers, elasticsearchClient } from './elasticsearch-client.js';
import { BuildLock } from './lifecycle/build-lock.js';
import { ClusterInspector } from './lifecycle/cluster-inspector.js';
import { IndexAdmin } from './lifecycle/index-admin.js';
import { IndexBuilder } from './lifecycle/index-builder.js';
import { IndexComparison } from './lifecycle/index-comparison.js';
import { IndexInspector } from './lifecycle/index-inspector.js';
import { IndexLifecycle } from './lifecycle/index-lifecycle.js';
import { IndexReader } from './lifecycle/index-reader.js';
import { IndexRegistry } from './lifecycle/index-registry.js';
import { IndexVerifier } from './lifecycle/index-verifier.js';
import { PlaceInspector } from './lifecycle/place-inspector.js';
import { PlaceSearcher } from './place-searcher.js';
import { SearchProtection } from './search-protection.js';
import { SearchThreads } from './search-threads.js';
import { DeadLetters } from './sync/dead-letters.js';
import { IndexWriter } from './sync/index-writer.js';
import { OutboxRelay } from './sync/outbox-relay.js';
import { DocumentVersions } from './sync/document-versions.js';
import { SyncLagMeter } from './sync/sync-lag.js';

/** What the service and the command line use of the search index. */
const services = [
  ClusterInspector,
  DeadLetters,
  ElasticsearchCallObservers,
  IndexInspector,
  IndexLifecycle,
  IndexVerifier,
  OutboxRelay,
  PlaceInspector,
  PlaceReader,
  PlaceSearcher,
  SyncLagMeter,
];

const internals = [
  BuildLock,
  IndexAdmin,
  IndexBuilder,
  IndexComparison,
  IndexReader,
  IndexRegistry,
  IndexWriter,
  SearchProtection,
  SearchThreads,
  DocumentVersions,
  elasticsearchClient,
];

/** The search index: searches, the indices and their contents. `IndexSyncModule` keeps it in sync with PostgreSQL. */
@Module({ providers: [...services, ...internals], exports: services })
export class SearchIndexModule implements OnApplicationShutdown {
  constructor(private readonly client: Client) {}

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
