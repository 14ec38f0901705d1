import { Module } from '@nestjs/common';
import { Cursors } from './search/cursors.js';
import { IndexSyncModule, SearchIndexModule } from './search-index/search-index.module.js';
import { AreaRefresh, AreaTable } from './areas/area-refresh.js';
import { AreasController } from './areas/areas.controller.js';
import { KindsController } from './kinds/kinds.controller.js';
import { Kinds } from './kinds/kinds.js';
import { LandmarkSearch } from './search/landmark-search.js';
import { LocalitySearch } from './search/locality-search.js';
import { HoursRenewal } from './opening-hours/hours-renewal.js';
import { OpenPlaces } from './opening-hours/open-places.js';
import { PlacesController } from './places.controller.js';
import { PlacesService } from './places.service.js';
import { SearchPlanner } from './search/search-planner.js';
import { PlaceSearch } from './search/place-search.js';
import { SourcesController } from './sources/sources.controller.js';
import { SourcesService } from './sources/sources.service.js';
import { CategoryNames } from './suggestions/category-names.js';
import { SuggestionsService } from './suggestions/suggestions.service.js';
import { SuggestionsController } from './suggestions/suggestions.controller.js';
import { TileStages } from './tiles/tile-stages.js';
import { TilesController } from './tiles/tiles.controller.js';
import { TilesService } from './tiles/tiles.service.js';

@Module({
  imports: [SearchIndexModule, IndexSyncModule],
  // The routes /v2/places/suggest and /v2/places/tiles.json come before /v2/places/{placeId}.
  controllers: [
    SuggestionsController,
    TilesController,
    PlacesController,
    SourcesController,
    KindsController,
    AreasController,
  ],
  providers: [
    AreaRefresh,
    AreaTable,
    CategoryNames,
    HoursRenewal,
    Kinds,
    LandmarkSearch,
    LocalitySearch,
    OpenPlaces,
    Cursors,
    PlacesService,
    PlaceSearch,
    SearchPlanner,
    SourcesService,
    SuggestionsService,
    TilesService,
    TileStages,
  ],
  exports: [Kinds, PlacesService, SourcesService, IndexSyncModule],
})
export class PlacesModule {}
