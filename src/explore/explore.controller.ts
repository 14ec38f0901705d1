import { Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { encodingFor } from '../response-cache/compressed-body.js';
import { Public } from '../auth/access/access-decorator.js';
import { Documented } from '../http/routes/documented-decorator.js';
import { OwnFormat } from '../http/response/own-format-decorator.js';
import { ProblemError } from '../http/problems/problems.js';
import { PathSegment } from '../http/request/path-segment.js';
import { Bundle } from './bundle.js';
import { ExploreService } from './explore.service.js';

const A_YEAR = 31_536_000;

/** The page and what it loads; nothing is here when it is off. */
@Controller('explore')
@OwnFormat()
export class ExploreController {
  constructor(
    private readonly explore: ExploreService,
    private readonly bundle: Bundle,
  ) {}

  @Get()
  @Public()
  @Documented({
    id: 'explore',
    summary: 'A page to search on, which shows its requests',
    description: 'There with `EXPLORE=true`, as it is by default except in production.',
    answers: { 200: { description: 'A page.', content: { 'text/html': z.string() } } },
  })
  async page(@Req() { context: { baseUrl } }: Request, @Res() response: Response): Promise<void> {
    this.mustBeOn();
    const { text, policy } = await this.explore.page(baseUrl);
    response
      .set({ 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' })
      .set({ 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY' })
      // It names the script of this version.
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(text);
  }

  @Get('assets/:file')
  @Public()
  @Documented({
    id: 'readExploreAsset',
    summary: 'What the page loads',
    description: 'Their names change with what is in them, so that they can be kept; those of other versions are 404.',
    answers: {
      200: {
        description: 'A file.',
        content: {
          'text/css': z.string(),
          'text/javascript': z.string(),
          'application/json': z.unknown(),
          'text/plain': z.string(),
        },
      },
    },
  })
  async asset(@PathSegment('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.mustBeOn();
    const file = await this.bundle.file(name);
    if (!file) throw new ProblemError('route_not_found', 'There is no such file in this version.');
    const encoding = file.packed && encodingFor(request.headers['accept-encoding']);
    if (encoding) response.set('Content-Encoding', encoding);
    response
      .set({ 'Content-Type': file.type, 'X-Content-Type-Options': 'nosniff' })
      .set('Cache-Control', file.lasting ? `public, max-age=${A_YEAR}, immutable` : 'no-cache')
      .send((encoding && file.packed[encoding]) ?? file.body);
  }

  private mustBeOn(): void {
    if (!this.explore.isOn) throw new ProblemError('route_not_found', 'The page is switched off here (EXPLORE).');
  }
}
