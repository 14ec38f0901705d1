import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { PlaceSearcher } from '../../places/search-index/place-searcher.js';
import { ElasticsearchCalls } from '../../places/search-index/elasticsearch-calls.js';
import { Metrics } from './metrics.js';

/** The time that Elasticsearch takes, and what keeps searches from reaching it. */
@Injectable()
export class SearchMetrics {
  constructor({ registry }: Metrics, calls: ElasticsearchCalls, searcher: PlaceSearcher) {
    const registers = [registry];
    const durations = new Histogram({
      name: 'elasticsearch_request_duration_seconds',
      help: 'Requests to Elasticsearch by API and outcome (ok, refused, failed, timeout, unreachable, aborted)',
      labelNames: ['api', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
      registers,
    });
    calls.observe(({ api, outcome, seconds }) => {
      durations.observe({ api, outcome }, seconds);
    });
    new Gauge({
      name: 'search_circuit_open',
      help: '1 while searches are refused without asking Elasticsearch',
      registers,
      collect() {
        this.set(searcher.load.circuitOpen ? 1 : 0);
      },
    });
    new Gauge({
      name: 'search_gate',
      help: 'Searches that are under way (inside) and that wait their turn (waiting)',
      labelNames: ['state'],
      registers,
      collect() {
        const { inside, waiting } = searcher.load;
        this.set({ state: 'inside' }, inside);
        this.set({ state: 'waiting' }, waiting);
      },
    });
    new Counter({
      name: 'search_gate_refused_total',
      help: 'Searches turned away because too many waited, or after too long a wait',
      registers,
      collect() {
        this.reset();
        this.inc(searcher.load.refused);
      },
    });
  }
}
