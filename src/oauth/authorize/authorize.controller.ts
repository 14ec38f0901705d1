import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { NoStore, Documented, type RawResponse } from '../../http/routes.js';
import { OwnFormat } from '../../http/format.js';
import { Public } from '../../auth/access.js';
import { AuthorizeService } from './authorize.service.js';
import { browserContext, sendBrowserResponse } from './browser.js';
import { readPostedForm } from './page-middleware.js';
import { problemSchema } from '../../http/problems.js';

const page = { 'text/html': z.string() };

/** RFC 6749, section 4.1.1, and RFC 7636, section 4.3. */
const authorizationRequestSchema = z.object({
  response_type: z.literal('code').describe('The only supported type.'),
  client_id: z.string().describe('The id of the client.'),
  redirect_uri: z
    .string()
    .optional()
    .describe('A registered redirect URI; may be absent if exactly one is registered.'),
  scope: z.string().optional().describe('`read`, and `trust` for trusted clients, separated by spaces.'),
  state: z.string().optional().describe('Returned to the client unchanged.'),
  code_challenge: z
    .string()
    .optional()
    .describe('The SHA-256 of the code verifier, base64url (RFC 7636). Required, except from old clients.'),
  code_challenge_method: z.literal('S256').optional().describe('The only supported method.'),
  ui_locales: z
    .string()
    .optional()
    .describe(
      'Languages of the pages, the preferred one first, separated by spaces: `pt`, `en`. Default: those of the browser.',
    ),
});

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
