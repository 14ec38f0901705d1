import { Injectable } from '@nestjs/common';
import { ResponseCache } from '../../response-cache/response-cache.js';
import { Metrics } from './metrics.js';

/** Metrics of the response cache. */
@Injectable()
export class ResponseCacheMetrics {
  constructor(metrics: Metrics, cache: ResponseCache) {
    metrics.counter(
      'response_cache_requests_total',
      'Cacheable requests: hit (from memory), shared (waited for the response to an equal request), miss (computed)',
      () => ({ hit: cache.counts.hits, shared: cache.counts.shared, miss: cache.counts.misses }),
      'result',
    );
    const bytes = 'Approximate size of the cached responses, at most RESPONSE_CACHE_SIZE';
    metrics.gauge('response_cache_bytes', bytes, () => cache.size);
  }
}
