import { Injectable } from '@nestjs/common';
import { TokenCache } from '../../auth/tokens/token-cache.js';
import { Metrics } from './metrics.js';

/** Metrics of the cache of access tokens. */
@Injectable()
export class TokenMetrics {
  constructor(metrics: Metrics, tokens: TokenCache) {
    metrics.counter(
      'token_cache_lookups_total',
      'Lookups of access tokens: hit (from memory), miss (in PostgreSQL)',
      () => ({ hit: tokens.state.hits, miss: tokens.state.misses }),
      'result',
    );
    metrics.gauge('token_cache_entries', 'Cached access tokens', () => tokens.state.entries);
    const listening = '1 while the replica is notified of revocations; 0: it looks up every token in PostgreSQL';
    metrics.gauge('token_cache_listening', listening, () => (tokens.state.listening ? 1 : 0));
  }
}
