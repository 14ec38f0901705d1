import { Module } from '@nestjs/common';
import { IndexCacheVersion } from './cache-version.js';
import { SearchIndexModule } from './search-index.module.js';
import { Areas } from '../areas/areas.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { IndexSyncWorker } from './relay.js';

/**
 * What runs in the background of the service, but not of commands: index sync, and the version for cached searches with what it
 * depends on, synonyms and areas.
 */
@Module({
  imports: [SearchIndexModule],
  providers: [IndexSyncWorker, IndexCacheVersion, SynonymFile, Areas],
  exports: [SynonymFile, Areas],
})
export class IndexSyncModule {}
