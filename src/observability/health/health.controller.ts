import { Controller, Get, Res } from '@nestjs/common';
import { type z } from 'zod';
import { type Response } from 'express';
import { Public } from '../../auth/access/access-decorator.js';
import { NoStore } from '../../http/response/cache-control.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { OwnFormat } from '../../http/response/format.js';
import { aliveSchema, type Health, healthSchema } from './health-schema.js';
import { Readiness } from './readiness.js';

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
