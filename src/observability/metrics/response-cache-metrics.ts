import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { ResponseCache } from '../../response-cache/response-cache.js';
import { Metrics } from './metrics.js';

/** How well the cache of answers spares Elasticsearch and PostgreSQL. */
@Injectable()
export class ResponseCacheMetrics {
  constructor({ registry }: Metrics, answers: ResponseCache) {
    const registers = [registry];
    new Counter({
      name: 'answer_cache_answers_total',
      help: 'Answers: kept, from memory; shared, waited for with others; made, from the index or PostgreSQL',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(answers.counts)) this.inc({ result }, count);
      },
    });
    new Gauge({
      name: 'answer_cache_bytes',
      help: 'What the answers in memory take, roughly (at most SEARCH_CACHE_SIZE)',
      registers,
      collect() {
        this.set(answers.size);
      },
    });
  }
}
