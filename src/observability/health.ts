import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { Injectable, Controller, Get, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Response } from 'express';
import { DatabaseProbe } from '../database/database-checks.js';
import { Drain } from '../http/drain.js';
import { ElasticsearchSearcher } from '../places/elasticsearch/searcher.js';
import { serviceVersion } from '../config/process.js';
import { Public } from '../auth/access.js';
import { NoStore, Documented } from '../http/routes.js';
import { OwnFormat } from '../http/format.js';

const dependency = z.enum(['up', 'down']);

const aliveSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Alive' });

/**
 * Whether the service can take requests. `degraded`: everything but search works. `unavailable`, `starting` and `draining`:
 * send requests to another replica.
 */
const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable', 'starting', 'draining']),
    postgresql: dependency,
    elasticsearch: dependency,
    reason: z
      .string()
      .optional()
      .meta({ description: 'Why PostgreSQL counts as down although it responds. The log has the details.' }),
    version: z.string().meta({ description: 'The version of the service.' }),
  })
  .meta({ id: 'Health' });

export type Health = z.output<typeof healthSchema>;

/** Several probes ask every few seconds. Each gets a response within a second. */
const limits = { maxAgeMs: 1000, timeoutMs: 700 };

/** Checks the dependencies of the service. PostgreSQL is required. Without Elasticsearch the service is degraded. */
@Injectable()
export class Readiness {
  private readonly postgresql: Sample<boolean>;
  private readonly elasticsearch: Sample<boolean>;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly drain: Drain,
    private readonly database: DatabaseProbe,
    index: ElasticsearchSearcher,
  ) {
    this.postgresql = new Sample(() => database.check().then(() => true), limits);
    this.elasticsearch = new Sample(() => index.isReady(), limits);
  }

  async check(): Promise<Health> {
    const [postgresql, elasticsearch] = await Promise.all([this.postgresql.value(), this.elasticsearch.value()]);
    return {
      status: this.statusOf(postgresql === true, elasticsearch === true),
      postgresql: postgresql === true ? 'up' : 'down',
      elasticsearch: elasticsearch === true ? 'up' : 'down',
      ...(postgresql !== true && this.database.deniesWrites && { reason: 'PostgreSQL denies writes.' }),
      version: serviceVersion,
    };
  }

  private statusOf(postgresql: boolean, elasticsearch: boolean): Health['status'] {
    if (this.drain.isDraining) return 'draining';
    // `ADMIN_PORT` opens before `PORT`.
    if (!this.host.listening) return 'starting';
    if (!postgresql) return 'unavailable';
    return elasticsearch ? 'ok' : 'degraded';
  }
}

/** What orchestrators and balancers ask. */
@Controller('health')
@OwnFormat()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers; if it does not, only a restart helps. */
  @Get('live')
  @Public()
  @NoStore()
  @Documented({
    id: 'isAlive',
    summary: 'Check whether the process responds',
    description: 'For a liveness probe. It does not depend on PostgreSQL or Elasticsearch.',
    rawResponses: { 200: { description: 'The process responds.', content: { 'application/json': aliveSchema } } },
  })
  live(): z.output<typeof aliveSchema> {
    return { status: 'ok' };
  }

  /** Whether the service can take requests: 200 or 503, with the reason. */
  @Get('ready')
  @Public()
  @NoStore()
  @Documented({
    id: 'isReady',
    summary: 'Check whether the service can take requests',
    description:
      'For a readiness probe: 503 while the service starts, shuts down, or cannot reach PostgreSQL or write to it. Without Elasticsearch the status is 200 and `degraded`: everything but search works.',
    rawResponses: {
      200: { description: 'The service takes requests.', content: { 'application/json': healthSchema } },
      503: { description: 'Send requests to another replica.', content: { 'application/json': healthSchema } },
    },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const health = await this.readiness.check();
    response.status(health.status === 'ok' || health.status === 'degraded' ? 200 : 503);
    return health;
  }
}

interface SampleLimits {
  /** How long a value may be reused. */
  maxAgeMs: number;
  /** How long a caller waits for a new value. */
  timeoutMs: number;
}

/** A value that is costly to read. Concurrent callers share one read, and reuse its value for a while. */
export class Sample<T extends object | boolean | number> {
  private readonly cache: LRUCache<'value', T>;

  constructor(
    read: () => Promise<T | undefined>,
    private readonly limits: SampleLimits,
  ) {
    this.cache = new LRUCache({ max: 1, ttl: limits.maxAgeMs, fetchMethod: read });
  }

  /** @returns undefined if the read fails or takes too long */
  async value(): Promise<T | undefined> {
    const timeout = delay(this.limits.timeoutMs, undefined, { ref: false });
    return Promise.race([this.cache.fetch('value').catch(() => undefined), timeout]);
  }
}
