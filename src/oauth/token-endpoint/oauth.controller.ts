import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Documented } from '../../http/routes.js';
import { OwnFormat } from '../../http/format.js';
import { Public } from '../../auth/access.js';
import { IntrospectionService, RevocationService } from './revocation-and-introspection.js';
import {
  oauthResponses,
  introspectionSchema,
  tokenHandleSchema,
  tokenRequestSchema,
  tokenSchema,
} from './oauth-schema.js';
import { sendOAuthResponse } from './oauth-error.js';
import { TokenService } from './token.service.js';

/** The OAuth endpoints for clients. Responses are always JSON: middleware (oauth-middleware.ts) ignores `Accept`. */
@Controller('v2/oauth')
@OwnFormat()
export class OAuthController {
  constructor(
    private readonly tokens: TokenService,
    private readonly revocation: RevocationService,
    private readonly introspection: IntrospectionService,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_INVALID_CLIENT_400'>,
  ) {}

  /** RFC 6749, section 3.2. */
  @Post('token')
  @Public()
  @Documented({
    id: 'getToken',
    summary: 'Get a token',
    description:
      'Grants: `client_credentials`, `authorization_code` with PKCE, `refresh_token`, and, if the operator has switched it on, ' +
      '`password` for trusted clients that are registered for it (RFC 6749).',
    form: tokenRequestSchema,
    rawResponses: oauthResponses('A token.', tokenSchema),
  })
  token(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { OAUTH_INVALID_CLIENT_400: invalidClientAs400 } = this.environment;
    return sendOAuthResponse(response, () => this.tokens.token(request), { invalidClientAs400 });
  }

  /** RFC 7009. */
  @Post('revoke')
  @Public()
  @Documented({
    id: 'revokeToken',
    summary: 'Revoke a token',
    description: 'A refresh token is revoked with all tokens of the same consent (RFC 7009).',
    form: tokenHandleSchema,
    rawResponses: oauthResponses('The token is revoked, or was not valid.'),
  })
  revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendOAuthResponse(response, () => this.revocation.revoke(request));
  }

  /** RFC 7662. */
  @Post('introspect')
  @Public()
  @Documented({
    id: 'introspectToken',
    summary: 'Introspect a token',
    description: 'A client can introspect its own tokens, a trusted client all tokens (RFC 7662).',
    form: tokenHandleSchema,
    rawResponses: oauthResponses('Whether the token is active, and its properties.', introspectionSchema),
  })
  introspect(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendOAuthResponse(response, () => this.introspection.introspect(request));
  }
}
