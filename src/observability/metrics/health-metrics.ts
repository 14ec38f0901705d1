import { Injectable } from '@nestjs/common';
import { Readiness } from '../health/readiness.js';
import { Metrics } from './metrics.js';

/** Whether PostgreSQL and Elasticsearch respond. Without PostgreSQL a replica gets no requests, so no request fails. */
@Injectable()
export class HealthMetrics {
  constructor(metrics: Metrics, readiness: Readiness) {
    const up = async () => {
      const { postgresql, elasticsearch } = await readiness.check();
      return { postgresql: postgresql === 'up' ? 1 : 0, elasticsearch: elasticsearch === 'up' ? 1 : 0 };
    };
    metrics.gauge('dependency_up', '1 if the dependency (postgresql, elasticsearch) responds', up, 'dependency');
  }
}
