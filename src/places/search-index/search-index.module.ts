import { Client } from '@elastic/elasticsearch';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { PlaceLanguages } from '../languages.js';
import { PlaceReader } from '../place-reader.js';
import { elasticsearchClient } from '../elasticsearch/client.js';
import { ElasticsearchHealth } from '../elasticsearch/health.js';
import { IndexAdmin } from './indices.js';
import { IndexInspector } from './inspect.js';
import { IndexBuilder, IndexLifecycle } from './lifecycle.js';
import { IndexComparison, IndexReader, IndexVerifier } from './verify.js';
import { ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { SearchProtection, SearchThreads } from '../elasticsearch/protection.js';
import { DeadLetters, ExternalVersions, IndexWriter } from './writer.js';
import { BuildLock, IndexRegistry } from './registry.js';
import { OutboxRelay, SyncLagMeter, IndexSyncWorker } from './relay.js';
import { IndexCacheVersion } from './cache-version.js';
import { Areas } from '../areas/areas.js';
import { SynonymFile } from '../synonyms/synonym-file.js';

/** What the service and its tests use of the search index. `index-services.ts` has what commands use. */
const services = [
  DeadLetters,
  ElasticsearchHealth,
  IndexComparison,
  IndexInspector,
  IndexLifecycle,
  IndexVerifier,
  OutboxRelay,
  PlaceLanguages,
  PlaceReader,
  ElasticsearchSearcher,
  SyncLagMeter,
];

const internals = [
  BuildLock,
  IndexAdmin,
  IndexBuilder,
  IndexReader,
  IndexRegistry,
  IndexWriter,
  SearchProtection,
  SearchThreads,
  ExternalVersions,
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

/** What runs in the background: index sync, and the version for cached searches with what it depends on, synonyms and areas. */
@Module({
  imports: [SearchIndexModule],
  providers: [IndexSyncWorker, IndexCacheVersion, SynonymFile, Areas],
  exports: [SynonymFile, Areas],
})
export class IndexSyncModule {}
