import { Module } from '@nestjs/common';
import { PlaceRecords } from '../place.records.js';
import { ChangeCarrier } from './change.carrier.js';
import { IndexKeeper } from './index.keeper.js';
import { IndexRegister } from './index.register.js';
import { PlaceIndex } from './place.index.js';

/** The search index and what carries places to it; both the service and the command line need it. */
@Module({
  providers: [ChangeCarrier, IndexKeeper, IndexRegister, PlaceIndex, PlaceRecords],
  exports: [ChangeCarrier, IndexKeeper, PlaceIndex, PlaceRecords],
})
export class IndexModule {}
