import { Controller, Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Public } from '../../auth/access.decorator.js';
import { NoStore } from '../../http/caching.interceptor.js';
import { OwnFormat } from '../../http/own-format.decorator.js';
import { type Health, Readiness } from './readiness.js';

/** What orchestrators and balancers ask. */
@Controller('health')
@OwnFormat()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers; if it does not, only a restart helps. */
  @Get('live')
  @Public()
  @NoStore()
  live() {
    return { status: 'ok' };
  }

  /** Whether requests should come here: 200 or 503, and why. */
  @Get('ready')
  @Public()
  @NoStore()
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const health = await this.readiness.check();
    response.status(health.status === 'ok' || health.status === 'degraded' ? 200 : 503);
    return health;
  }
}
