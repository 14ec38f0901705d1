import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { TokenCache } from '../../auth/tokens/token-cache.js';
import { Metrics } from './metrics.js';

/** Metrics of the cache of access tokens. */
@Injectable()
export class TokenMetrics {
  constructor({ registry }: Metrics, tokens: TokenCache) {
    const registers = [registry];
    new Counter({
      name: 'token_cache_lookups_total',
      help: 'Lookups of access tokens: hit (from memory), miss (in PostgreSQL)',
      labelNames: ['result'],
      registers,
      collect() {
        const { hits, misses } = tokens.state;
        this.reset();
        this.inc({ result: 'hit' }, hits);
        this.inc({ result: 'miss' }, misses);
      },
    });
    new Gauge({
      name: 'token_cache_entries',
      help: 'Cached access tokens',
      registers,
      collect() {
        this.set(tokens.state.entries);
      },
    });
    new Gauge({
      name: 'token_cache_listening',
      help: '1 while the replica is notified of revocations; 0: it looks up every token in PostgreSQL',
      registers,
      collect() {
        this.set(tokens.state.listening ? 1 : 0);
      },
    });
  }
}
