import { Module } from '@nestjs/common';
import { IndexCacheVersion } from './index-cache-version.js';
import { SearchIndexModule } from './search-index.module.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { IndexSyncWorker } from './sync/index-sync-worker.js';

/** What runs in the background of the service, but not of commands: index sync, synonyms, and the version for cached searches. */
@Module({
  imports: [SearchIndexModule],
  providers: [IndexSyncWorker, IndexCacheVersion, SynonymFile],
  exports: [SynonymFile],
})
export class IndexSyncModule {}
