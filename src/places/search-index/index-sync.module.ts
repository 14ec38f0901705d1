import { Module } from '@nestjs/common';
import { IndexCacheVersion } from './index-cache-version.js';
import { SearchIndexModule } from './search-index.module.js';
import { IndexSyncWorker } from './sync/index-sync-worker.js';

/** What runs in the background of the service, but not of commands: index sync, and the version for cached searches. */
@Module({ imports: [SearchIndexModule], providers: [IndexSyncWorker, IndexCacheVersion] })
export class IndexSyncModule {}
