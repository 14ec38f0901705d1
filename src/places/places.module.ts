import { Module } from '@nestjs/common';
import { Cursors } from './cursors.js';
import { IndexSyncWorker } from './search-index/sync/index-sync-worker.js';
import { SearchIndexModule } from './search-index/search-index.module.js';
import { IndexVersion } from './search-index/index-version.js';
import { CursorSearch } from './cursor-search.js';
import { PlacesController } from './places.controller.js';
import { PlacesService } from './places.service.js';
import { CategoryNames } from './suggestions/category-names.js';
import { SuggestionsController } from './suggestions/suggestions.controller.js';
import { SuggestionsService } from './suggestions/suggestions.service.js';

@Module({
  imports: [SearchIndexModule],
  // A place has any identifier but `suggest`, so that route comes first.
  controllers: [SuggestionsController, PlacesController],
  providers: [CategoryNames, Cursors, IndexSyncWorker, IndexVersion, PlacesService, CursorSearch, SuggestionsService],
  exports: [PlacesService],
})
export class PlacesModule {}
