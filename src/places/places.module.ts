import { Module } from '@nestjs/common';
import { CursorMarks } from './cursor.mark.js';
import { Follower } from './index/follower.js';
import { IndexModule } from './index/index.module.js';
import { IndexRevision } from './index/index.revision.js';
import { PlaceWalk } from './place.walk.js';
import { PlacesController } from './places.controller.js';
import { PlacesService } from './places.service.js';
import { CategoryNames } from './suggestions/category.names.js';
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
