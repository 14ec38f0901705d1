import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { serviceVersion } from '../../version.js';
import { Metrics } from './metrics.js';

/** Which version of the service runs. */
@Injectable()
export class BuildMetrics {
  constructor(metrics: Metrics, @Inject(ENVIRONMENT) { SOURCE_COMMIT: commit }: Pick<Environment, 'SOURCE_COMMIT'>) {
    const gauge = new Gauge({
      name: 'build_info',
      help: '1, with the version of the service, its commit and the version of Node.js',
      labelNames: ['version', 'commit', 'node'],
      registers: [metrics.registry],
    });
    gauge.set({ version: serviceVersion, commit: commit ?? 'unknown', node: process.version }, 1);
  }
}
