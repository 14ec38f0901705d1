import { Module } from '@nestjs/common';
import { PlaceRecords } from '../place-reader.js';
import { ChangeCarrier } from './sync/outbox-relay.js';
import { elasticsearchClient } from './elasticsearch-client.js';
import { FollowerLag } from './sync/sync-lag.js';
import { IndexBuilder } from './lifecycle/index-builder.js';
import { IndexComparison } from './lifecycle/index-comparison.js';
import { IndexInspector } from './lifecycle/index-inspector.js';
import { IndexKeeper } from './lifecycle/index-lifecycle.js';
import { IndexReader } from './lifecycle/index-reader.js';
import { IndexRegister } from './lifecycle/index-registry.js';
import { IndexStore } from './lifecycle/index-store.js';
import { IndexVerifier } from './lifecycle/index-verifier.js';
import { PlaceIndex } from './place-searcher.js';
import { PlaceRefusals } from './sync/dead-letters.js';
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
