import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { NoStore, Documented, type RawResponse } from '../../http/routes.js';
import { OwnFormat } from '../../http/format.js';
import { Public } from '../../auth/access.js';
import { authorizationRequestSchema } from './authorization-requests.js';
import { AuthorizeService } from './authorize.service.js';
import { browserContext, sendBrowserResponse } from './browser.js';
import { readPostedForm } from './page-middleware.js';
import { problemSchema } from '../../http/problems.js';

const page = { 'text/html': z.string() };

/** A page for the user, or a redirect to the client. */
const authorizeResponses = pageResponses(
  'The page on which the user signs in or consents.',
  'A redirect to the client, with `code` or `error`, or to the next page.',
);

/** A form of the pages, or an authorization request by POST. */
const postedSchema = z.looseObject({
  action: z.enum(['sign-in', 'allow', 'deny', 'switch']).optional().describe('The button that the user pressed.'),
});

/** The authorization endpoint (RFC 6749, section 3.1): HTML pages on which a user signs in and consents. */
@Controller('v2/oauth/authorize')
@OwnFormat()
export class AuthorizeController {
  constructor(private readonly authorize: AuthorizeService) {}

  @Get()
  @Public()
  @NoStore()
  @Documented({
    id: 'authorize',
    summary: 'Sign a user in',
    description:
      'A page for browsers, in Portuguese or English. A client sends a user here. The user signs in, allows or denies access, and is redirected to the client with a code or an error.',
    query: authorizationRequestSchema,
    rawResponses: authorizeResponses,
  })
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const content = await this.authorize.show(browserContext(request), request.context.query);
    sendBrowserResponse(request, response, content);
  }

  @Post()
  @Public()
  @NoStore()
  @HttpCode(200)
  @Documented({
    id: 'decideAuthorization',
    summary: 'Submit a form of the sign-in pages',
    description: 'The forms of the pages post here. Programs do not need it.',
    form: postedSchema,
    rawResponses: authorizeResponses,
  })
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const content = await this.authorize.submit(browserContext(request), readPostedForm(request));
    sendBrowserResponse(request, response, content);
  }
}

/** The documented responses of a page. */
export function pageResponses(
  shown: string,
  redirect = 'A redirect to the next page.',
): Record<number | 'default', RawResponse> {
  return {
    200: { description: shown, content: page },
    303: { description: redirect },
    default: {
      description: 'An error page; a problem document if the request does not accept HTML.',
      content: { ...page, 'application/problem+json': problemSchema, 'application/problem+xml': problemSchema },
    },
  };
}
