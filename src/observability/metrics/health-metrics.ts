import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { certificateExpiry } from '../certificate-expiry.js';
import { Readiness } from '../health/readiness.js';
import { Sample } from '../sample.js';
import { Metrics } from './metrics.js';

/** Reading a certificate takes a connection of its own. */
const certificateLimits = { maxAgeMs: 600_000, timeoutMs: 1000 };

/**
 * Whether PostgreSQL and Elasticsearch respond, and how long the certificates of Elasticsearch are valid. Without PostgreSQL a
 * replica gets no requests, so no request fails.
 */
@Injectable()
export class HealthMetrics {
  constructor(
    metrics: Metrics,
    readiness: Readiness,
    @Inject(ENVIRONMENT) { ELASTICSEARCH_URL: nodes }: Pick<Environment, 'ELASTICSEARCH_URL'>,
  ) {
    const up = async () => {
      const { postgresql, elasticsearch } = await readiness.check();
      return { postgresql: postgresql === 'up' ? 1 : 0, elasticsearch: elasticsearch === 'up' ? 1 : 0 };
    };
    metrics.gauge('dependency_up', '1 if the dependency (postgresql, elasticsearch) responds', up, 'dependency');
    const certificates = nodes
      .map((node) => new URL(node))
      .filter(({ protocol }) => protocol === 'https:')
      .map((address) => ({
        node: address.host,
        expiry: new Sample(() => certificateExpiry(address), certificateLimits),
      }));
    const expiries = async () => {
      const known = await Promise.all(
        certificates.map(async ({ node, expiry }) => [node, (await expiry.value())?.getTime()] as const),
      );
      return Object.fromEntries(
        known.flatMap(([node, time]) => (time === undefined ? [] : [[node, time / 1000] as const])),
      );
    };
    metrics.gauge(
      'elasticsearch_certificate_expiry_timestamp_seconds',
      'When the certificate of a node of Elasticsearch expires, or that of its authority; absent without TLS',
      expiries,
      'node',
    );
  }
}
