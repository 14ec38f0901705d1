import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { ResponseCache } from '../../response-cache/response-cache.js';
import { Metrics } from './metrics.js';

/** Metrics of the response cache. */
@Injectable()
export class ResponseCacheMetrics {
  constructor({ registry }: Metrics, cache: ResponseCache) {
    const registers = [registry];
    new Counter({
      name: 'response_cache_requests_total',
      help: 'Cacheable requests: hit (from memory), shared (waited for the response to an equal request), miss (computed)',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        this.inc({ result: 'hit' }, cache.counts.hits);
        this.inc({ result: 'shared' }, cache.counts.shared);
        this.inc({ result: 'miss' }, cache.counts.misses);
      },
    });
    new Gauge({
      name: 'response_cache_bytes',
      help: 'Approximate size of the cached responses, at most RESPONSE_CACHE_SIZE',
      registers,
      collect() {
        this.set(cache.size);
      },
    });
  }
}
