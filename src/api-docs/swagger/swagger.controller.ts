import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { Public } from '../../auth/access/access-decorator.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { OwnFormat } from '../../http/response/format.js';
import { ProblemError } from '../../http/problems/problems.js';
import { PathSegment } from '../../http/request/path-segment.js';
import { asset } from './assets.js';
import { redirectPage, swaggerPage, swaggerPolicy } from './swagger-page.js';

const page = { 200: { description: 'A page.', content: { 'text/html': z.string() } } };

/** Swagger UI over `/openapi.json`, with sign-in. */
@Controller('docs')
@OwnFormat()
export class SwaggerController {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'NODE_ENV'>) {}

  @Get()
  @Public()
  @Documented({
    id: 'readDocs',
    summary: 'Show this document as a page',
    description: 'Swagger UI. It can sign in and try every operation.',
    rawResponses: page,
  })
  docs(@Req() request: Request, @Res() response: Response): void {
    send(request, response, swaggerPage(request.context.baseUrl));
  }

  @Get('oauth2-redirect')
  @Public()
  @Documented({
    id: 'returnToDocs',
    summary: 'Receive the OAuth redirect of Swagger UI',
    description: 'Receives the authorization code after sign-in.',
    rawResponses: page,
  })
  redirect(@Req() request: Request, @Res() response: Response): void {
    send(request, response, redirectPage(request.context.baseUrl));
  }

  @Get('assets/:file')
  @Public()
  @Documented({
    id: 'readDocsAsset',
    summary: 'Get a file of Swagger UI',
    description: 'Styles, scripts and images.',
    rawResponses: {
      200: {
        description: 'A file.',
        content: { 'text/css': z.string(), 'text/javascript': z.string(), 'image/png': z.string() },
      },
    },
  })
  async asset(@PathSegment('file') file: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const found = await asset(file, {
      accepted: request.headers['accept-encoding'],
      fillsClients: this.environment.NODE_ENV !== 'production',
    });
    if (!found) throw new ProblemError('route_not_found', 'This file does not exist.');
    if (found.encoding) response.set('Content-Encoding', found.encoding);
    response.set({ 'Content-Type': found.type, 'X-Content-Type-Options': 'nosniff' }).send(found.body);
  }
}

function send({ context: { baseUrl } }: Request, response: Response, text: string): void {
  response
    .set({ 'Content-Security-Policy': swaggerPolicy(baseUrl), 'X-Content-Type-Options': 'nosniff' })
    .set({ 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY' })
    .type('html')
    .send(text);
}
