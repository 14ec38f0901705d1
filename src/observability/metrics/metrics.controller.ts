import { Controller, Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { z } from 'zod';
import { Public } from '../../auth/access/access-decorator.js';
import { NoStore } from '../../http/response/cache-control.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { OwnFormat } from '../../http/response/format.js';
import { Metrics } from './metrics.js';

@Controller('metrics')
@OwnFormat()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Public()
  @NoStore()
  @Documented({
    id: 'readMetrics',
    summary: 'Get metrics for Prometheus',
    description:
      'Counters and measurements of this replica, in the text format of Prometheus. On `ADMIN_PORT` where that is set, else only for programs on the same machine, and in production or with `TRUST_PROXY` for nobody.',
    rawResponses: { 200: { description: 'All metrics.', content: { 'text/plain': z.string() } } },
  })
  async read(@Res({ passthrough: true }) response: Response): Promise<string> {
    response.setHeader('Content-Type', this.metrics.contentType);
    return this.metrics.text();
  }
}
