import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { ElasticsearchCallObservers } from '../../places/search-index/elasticsearch-client.js';
import { PlaceSearcher } from '../../places/search-index/place-searcher.js';
import { Metrics } from './metrics.js';

/** Metrics of requests to Elasticsearch, of the circuit breaker and of the bulkhead in front of it. */
@Injectable()
export class SearchMetrics {
  constructor(metrics: Metrics, calls: ElasticsearchCallObservers, searcher: PlaceSearcher) {
    const durations = new Histogram({
      name: 'elasticsearch_request_duration_seconds',
      help: 'Requests to Elasticsearch by API and outcome (ok, rejected, failed, timeout, unreachable, aborted)',
      labelNames: ['api', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
      registers: [metrics.registry],
    });
    calls.observe(({ api, outcome, seconds }) => {
      durations.observe({ api, outcome }, seconds);
    });
    const circuit = '1 while searches fail at once, because Elasticsearch failed';
    metrics.gauge('search_circuit_open', circuit, () => (searcher.load.circuitOpen ? 1 : 0));
    metrics.gauge(
      'search_bulkhead',
      'Searches that run in Elasticsearch (running) and that wait for a slot (waiting)',
      () => ({ running: searcher.load.running, waiting: searcher.load.waiting }),
      'state',
    );
    const shed = 'Searches shed: too many waited, they waited too long, or the circuit opened';
    metrics.counter('search_shed_total', shed, () => searcher.load.rejected);
  }
}
