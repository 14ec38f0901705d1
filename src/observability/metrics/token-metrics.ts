import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { TokenCache } from '../../auth/tokens/token-cache.js';
import { Metrics } from './metrics.js';

/** How well the cache of access tokens spares PostgreSQL. */
@Injectable()
export class TokenMetrics {
  constructor({ registry }: Metrics, tokens: TokenCache) {
    const registers = [registry];
    new Counter({
      name: 'token_cache_lookups_total',
      help: 'Access tokens looked up: hit, from memory; miss, in PostgreSQL',
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
      help: 'Access tokens in memory',
      registers,
      collect() {
        this.set(tokens.state.entries);
      },
    });
    new Gauge({
      name: 'token_cache_listening',
      help: '1 while revocations are heard; 0: every token is looked up',
      registers,
      collect() {
        this.set(tokens.state.listening ? 1 : 0);
      },
    });
  }
}
