import { Controller, Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Public } from '../../auth/access.decorator.js';
import { NoStore } from '../../http/caching.interceptor.js';
import { OwnFormat } from '../../http/own-format.decorator.js';
import { Metrics } from './metrics.js';

@Controller('metrics')
@OwnFormat()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Public()
  @NoStore()
  async read(@Res({ passthrough: true }) response: Response): Promise<string> {
    response.setHeader('Content-Type', this.metrics.contentType);
    return this.metrics.text();
  }
}
