import { Module } from '@nestjs/common';
import { PlaceReader } from '../place-reader.js';
import { OutboxRelay } from './sync/outbox-relay.js';
import { elasticsearchClient } from './elasticsearch-client.js';
import { SyncLagMeter } from './sync/sync-lag.js';
import { IndexBuilder } from './lifecycle/index-builder.js';
import { IndexComparison } from './lifecycle/index-comparison.js';
import { IndexInspector } from './lifecycle/index-inspector.js';
import { IndexLifecycle } from './lifecycle/index-lifecycle.js';
import { IndexReader } from './lifecycle/index-reader.js';
import { IndexRegistry } from './lifecycle/index-registry.js';
import { IndexStore } from './lifecycle/index-store.js';
import { IndexVerifier } from './lifecycle/index-verifier.js';
import { PlaceSearcher } from './place-searcher.js';
import { DeadLetters } from './sync/dead-letters.js';
import { SearchCalls } from './search-calls.js';

const inside = [elasticsearchClient, IndexBuilder, IndexComparison, IndexReader, IndexRegistry];
const outside = [
  OutboxRelay,
  SyncLagMeter,
  IndexInspector,
  IndexLifecycle,
  IndexStore,
  IndexVerifier,
  PlaceSearcher,
  PlaceReader,
  DeadLetters,
  SearchCalls,
];

/** The search index and what carries places to it; both the service and the command line need it. */
@Module({ providers: [...inside, ...outside], exports: outside })
export class SearchIndexModule {}
