import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Readiness } from '../health/readiness.js';
import { Metrics } from './metrics.js';

/** Whether the service reaches what it depends on. Without PostgreSQL it gets no requests whose failures could tell. */
@Injectable()
export class HealthMetrics {
  constructor({ registry }: Metrics, readiness: Readiness) {
    new Gauge({
      name: 'dependency_up',
      help: 'Whether PostgreSQL and Elasticsearch answer',
      labelNames: ['dependency'],
      registers: [registry],
      async collect() {
        const { postgresql, elasticsearch } = await readiness.check();
        this.set({ dependency: 'postgresql' }, postgresql === 'up' ? 1 : 0);
        this.set({ dependency: 'elasticsearch' }, elasticsearch === 'up' ? 1 : 0);
      },
    });
  }
}
