import { Module } from '@nestjs/common';
import { CursorMarks } from './cursors.js';
import { Follower } from './search-index/sync/index-sync-worker.js';
import { IndexModule } from './search-index/search-index.module.js';
import { IndexRevision } from './search-index/index-version.js';
import { PlaceWalk } from './cursor-search.js';
import { PlacesController } from './places.controller.js';
import { PlacesService } from './places.service.js';
import { CategoryNames } from './suggestions/category-names.js';
import { SuggestionsController } from './suggestions/suggestions.controller.js';
import { SuggestionsService } from './suggestions/suggestions.service.js';

@Module({
  imports: [IndexModule],
  // A place has any identifier but `suggest`, so that route comes first.
  controllers: [SuggestionsController, PlacesController],
  providers: [CategoryNames, CursorMarks, Follower, IndexRevision, PlacesService, PlaceWalk, SuggestionsService],
  exports: [PlacesService],
})
export class PlacesModule {}
