import { Controller, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Documented } from '../../http/routes/documented-decorator.js';
import { OwnFormat } from '../../http/response/own-format-decorator.js';
import { Public } from '../../auth/access/access-decorator.js';
import { IntrospectionService } from './introspection.service.js';
import { oauthResponses } from './oauth-responses.js';
import { introspectionSchema, tokenHandleSchema, tokenRequestSchema, tokenSchema } from './oauth-schema.js';
import { sendOAuthResponse } from '../oauth-error.js';
import { RevocationService } from './revocation.service.js';
import { TokenService } from './token.service.js';

/** How clients get tokens, give them back and ask about them. Answers are JSON always, whatever `Accept` says. */
@Controller('v2/oauth')
@OwnFormat()
export class OAuthController {
  constructor(
    private readonly tokens: TokenService,
    private readonly revocation: RevocationService,
    private readonly introspection: IntrospectionService,
  ) {}

  /** RFC 6749, section 3.2. */
  @Post('token')
  @Public()
  @Documented({
    id: 'getToken',
    summary: 'Get a token',
    description:
      'By `client_credentials`, by `authorization_code` with PKCE, by `refresh_token`, and by `password` for trusted ' +
      'clients that are registered for it (RFC 6749).',
    form: tokenRequestSchema,
    rawResponses: oauthResponses('A token.', tokenSchema),
  })
  token(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendOAuthResponse(response, () => this.tokens.token(request));
  }

  /** RFC 7009. */
  @Post('revoke')
  @Public()
  @Documented({
    id: 'revokeToken',
    summary: 'Give a token back',
    description: 'A refresh token takes all tokens with it that came of the same consent (RFC 7009).',
    form: tokenHandleSchema,
    rawResponses: oauthResponses('It is not good any more, or never was.'),
  })
  revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendOAuthResponse(response, () => this.revocation.revoke(request));
  }

  /** RFC 7662. */
  @Post('introspect')
  @Public()
  @Documented({
    id: 'introspectToken',
    summary: 'Ask about a token',
    description: 'Clients ask about their own tokens, trusted ones about all (RFC 7662).',
    form: tokenHandleSchema,
    rawResponses: oauthResponses('What the token is good for.', introspectionSchema),
  })
  introspect(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendOAuthResponse(response, () => this.introspection.introspect(request));
  }
}
