import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { IndexInspector } from '../../places/search-index/lifecycle/index-inspector.js';
import { SyncLagMeter } from '../../places/search-index/sync/sync-lag.js';
import { Sample } from '../sample.js';
import { Metrics } from './metrics.js';

/** Prometheus scrapes every replica, and each reads the same database. */
const limits = { maxAgeMs: 5000, timeoutMs: 1000 };

/** Changes and dead letters are counted up to this number, because an import can leave millions of changes pending. */
const countLimit = 100_000;

/** Metrics of the search index and its sync with PostgreSQL. A value that cannot be read is absent, not 0. */
@Injectable()
export class IndexMetrics {
  constructor(metrics: Metrics, lagMeter: SyncLagMeter, inspector: IndexInspector) {
    const lag = new Sample(() => lagMeter.measure(countLimit), limits);
    const live = new Sample(() => inspector.describeLive(), { ...limits, maxAgeMs: 30_000 });
    const pending = 'Changes of places that are not indexed yet, counted up to 100,000';
    metrics.gauge('index_pending_changes', pending, async () => (await lag.value())?.pendingChanges);
    const age = 'Age of the oldest change of a place that is not indexed yet';
    metrics.gauge('index_lag_seconds', age, async () => (await lag.value())?.seconds);
    const rejected = 'Places that Elasticsearch rejected, counted up to 100,000';
    metrics.gauge('index_dead_letters', rejected, async () => (await lag.value())?.deadLetters);
    metrics.gauge('index_documents', 'Places in the live index', async () => (await live.value())?.documents);
    new Gauge({
      name: 'index_info',
      help: '1 for the live index, with its mapping; current: whether it is the mapping of this version of the service',
      labelNames: ['index', 'mapping', 'current'],
      registers: [metrics.registry],
      async collect() {
        this.reset();
        const description = await live.value();
        if (!description) return;
        const { name, mappingVersion, isCurrent } = description;
        this.set({ index: name, mapping: mappingVersion, current: String(isCurrent) }, 1);
      },
    });
  }
}
