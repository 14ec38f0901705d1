import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { ElasticsearchCallObservers } from '../../places/search-index/elasticsearch-client.js';
import { PlaceSearcher } from '../../places/search-index/place-searcher.js';
import { Metrics } from './metrics.js';

/** Metrics of requests to Elasticsearch, of the circuit breaker and of the bulkhead in front of it. */
@Injectable()
export class SearchMetrics {
  constructor({ registry }: Metrics, calls: ElasticsearchCallObservers, searcher: PlaceSearcher) {
    const registers = [registry];
    const durations = new Histogram({
      name: 'elasticsearch_request_duration_seconds',
      help: 'Requests to Elasticsearch by API and outcome (ok, rejected, failed, timeout, unreachable, aborted)',
      labelNames: ['api', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
      registers,
    });
    calls.observe(({ api, outcome, seconds }) => {
      durations.observe({ api, outcome }, seconds);
    });
    new Gauge({
      name: 'search_circuit_open',
      help: '1 while searches fail at once, because Elasticsearch failed',
      registers,
      collect() {
        this.set(searcher.load.circuitOpen ? 1 : 0);
      },
    });
    new Gauge({
      name: 'search_bulkhead',
      help: 'Searches that run in Elasticsearch (running) and that wait for a slot (waiting)',
      labelNames: ['state'],
      registers,
      collect() {
        const { running, waiting } = searcher.load;
        this.set({ state: 'running' }, running);
        this.set({ state: 'waiting' }, waiting);
      },
    });
    new Counter({
      name: 'search_shed_total',
      help: 'Searches shed: too many waited, they waited too long, or the circuit opened',
      registers,
      collect() {
        this.reset();
        this.inc(searcher.load.rejected);
      },
    });
  }
}
