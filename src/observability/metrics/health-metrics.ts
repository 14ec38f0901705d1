import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Readiness } from '../health/readiness.js';
import { Metrics } from './metrics.js';

/** Whether PostgreSQL and Elasticsearch answer. Without PostgreSQL a replica gets no requests, so no request fails. */
@Injectable()
export class HealthMetrics {
  constructor({ registry }: Metrics, readiness: Readiness) {
    new Gauge({
      name: 'dependency_up',
      help: '1 if the dependency (postgresql, elasticsearch) answers',
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
