import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { SyncLagMeter } from '../../places/search-index/sync/sync-lag.js';
import { IndexInspector } from '../../places/search-index/lifecycle/index-inspector.js';
import { Sample } from '../sample.js';
import { Metrics } from './metrics.js';

/** Every replica is asked by Prometheus, and each asks the same database: seldom is enough. */
const limits = { maxAge: 5000, patience: 1000 };

/** So many are counted, and no more: the cost must not grow with what an import leaves to carry. */
const most = 100_000;

/** How far the search index is behind PostgreSQL, and which index it is. What cannot be read is absent, not 0. */
@Injectable()
export class IndexMetrics {
  constructor({ registry }: Metrics, follower: SyncLagMeter, inspector: IndexInspector) {
    const registers = [registry];
    const lag = new Sample(() => follower.measure(most), limits);
    const gauge = (name: string, help: string, read: () => Promise<number | undefined>): void => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    };
    gauge(
      'index_pending_changes',
      'Changes of places that are not in the index yet, counted up to 100,000',
      async () => {
        return (await lag.value())?.pendingChanges;
      },
    );
    gauge('index_lag_seconds', 'Age of the oldest change of a place that is not in the index yet', async () => {
      return (await lag.value())?.seconds;
    });
    gauge('index_refused_places', 'Places that Elasticsearch refused, counted up to 100,000', async () => {
      return (await lag.value())?.deadLetters;
    });
    const live = new Sample(() => inspector.describeLive(), { ...limits, maxAge: 30_000 });
    gauge('index_documents', 'Places in the index that searches read', async () => (await live.value())?.documents);
    new Gauge({
      name: 'index_info',
      help: '1 for the index that searches read, with its mapping; current: whether this version makes the same',
      labelNames: ['index', 'mapping', 'current'],
      registers,
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
