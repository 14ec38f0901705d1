import { Module } from '@nestjs/common';
import { PlaceRecords } from '../place.records.js';
import { ChangeCarrier } from './change.carrier.js';
import { IndexBuilder } from './index.builder.js';
import { IndexKeeper } from './index.keeper.js';
import { elasticsearchClient } from './elasticsearch.client.js';
import { IndexRegister } from './index.register.js';
import { IndexStore } from './index.store.js';
import { PlaceIndex } from './place.index.js';
import { PlaceRefusals } from './place.refusals.js';

/** The search index and what carries places to it; both the service and the command line need it. */
@Module({
  providers: [
    ChangeCarrier,
    elasticsearchClient,
    IndexBuilder,
    IndexKeeper,
    IndexRegister,
    IndexStore,
    PlaceIndex,
    PlaceRecords,
    PlaceRefusals,
  ],
  exports: [ChangeCarrier, IndexKeeper, IndexStore, PlaceIndex, PlaceRecords],
})
export class IndexModule {}
