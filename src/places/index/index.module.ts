import { Module } from '@nestjs/common';
import { PlaceRecords } from '../place.records.js';
import { ChangeCarrier } from './change.carrier.js';
import { elasticsearchClient } from './elasticsearch.client.js';
import { FollowerLag } from './follower.lag.js';
import { IndexBuilder } from './index.builder.js';
import { IndexComparison } from './index.comparison.js';
import { IndexInspector } from './index.inspector.js';
import { IndexKeeper } from './index.keeper.js';
import { IndexReader } from './index.reader.js';
import { IndexRegister } from './index.register.js';
import { IndexStore } from './index.store.js';
import { IndexVerifier } from './index.verifier.js';
import { PlaceIndex } from './place.index.js';
import { PlaceRefusals } from './place.refusals.js';
import { SearchCalls } from './search-calls.js';

const inside = [elasticsearchClient, IndexBuilder, IndexComparison, IndexReader, IndexRegister];
const outside = [
  ChangeCarrier,
  FollowerLag,
  IndexInspector,
  IndexKeeper,
  IndexStore,
  IndexVerifier,
  PlaceIndex,
  PlaceRecords,
  PlaceRefusals,
  SearchCalls,
];

/** The search index and what carries places to it; both the service and the command line need it. */
@Module({ providers: [...inside, ...outside], exports: outside })
export class IndexModule {}
