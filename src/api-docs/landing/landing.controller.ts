import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { type Request } from 'express';
import { z } from 'zod';
import { Public } from '../../auth/access/access-decorator.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { noRoute } from '../../http/problems/problem.filter.js';
import { OwnFormat } from '../../http/response/format.js';
import { pagePolicy } from '../../http/response/page.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { Readiness } from '../../observability/health/readiness.js';
import { landingPage } from './landing-page.js';

/** The page at the address of the service, for browsers only. */
@Controller()
@OwnFormat()
export class LandingController {
  constructor(
    private readonly readiness: Readiness,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'EXPLORE'>,
  ) {}

  @Get()
  @Public()
  @Documented({
    id: 'landing',
    summary: 'Show the start page',
    description: 'For browsers. If `Accept` does not prefer `text/html`, the response is 404 `route_not_found`.',
    rawResponses: { 200: { description: 'A page.', content: { 'text/html': z.string() } } },
    problems: ['route_not_found'],
  })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', pagePolicy("'self'"))
  async page(@Req() { context }: Request): Promise<string> {
    if (context.problemFormat !== 'html') throw noRoute();
    const { status } = await this.readiness.check();
    return landingPage(context.baseUrl, { status, explore: this.environment.EXPLORE });
  }
}
