import { Controller, Get, Res } from '@nestjs/common';
import { type z } from 'zod';
import { type Response } from 'express';
import { Public } from '../../auth/access/access-decorator.js';
import { NoStore } from '../../http/response/cache-control.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { OwnFormat } from '../../http/response/own-format-decorator.js';
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
    summary: 'Whether the process answers',
    description: 'For a liveness probe: it asks nobody else.',
    rawResponses: { 200: { description: 'It does.', content: { 'application/json': aliveSchema } } },
  })
  live(): z.output<typeof aliveSchema> {
    return { status: 'ok' };
  }

  /** Whether requests should come here: 200 or 503, and why. */
  @Get('ready')
  @Public()
  @NoStore()
  @Documented({
    id: 'isReady',
    summary: 'Whether requests should come here',
    description:
      'For a readiness probe: 503 while the service starts, leaves, or does not reach PostgreSQL. Without Elasticsearch it is `degraded` and stays in.',
    rawResponses: {
      200: { description: 'They are welcome.', content: { 'application/json': healthSchema } },
      503: { description: 'They should go elsewhere.', content: { 'application/json': healthSchema } },
    },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const health = await this.readiness.check();
    response.status(health.status === 'ok' || health.status === 'degraded' ? 200 : 503);
    return health;
  }
}
