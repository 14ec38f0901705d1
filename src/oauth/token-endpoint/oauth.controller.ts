import { Controller, HttpCode, Post, Req, UseFilters } from '@nestjs/common';
import { type Request } from 'express';
import { Documented, NoStore } from '../../http/routes.js';
import { OwnFormat } from '../../http/format.js';
import { Public } from '../../auth/access.js';
import { ClientAuthentication } from './client-authentication.js';
import { OAuthErrorFilter, TokenErrorFilter } from './oauth-error.js';
import {
  oauthResponses,
  introspectionSchema,
  tokenHandleSchema,
  tokenRequestSchema,
  tokenSchema,
} from './oauth-schema.js';
import { RevocationAndIntrospection } from './revocation-and-introspection.js';
import { TokenService } from './token.service.js';

/** The OAuth endpoints for clients. Responses are always JSON: `oauthMiddleware` ignores `Accept`. */
@Controller('v2/oauth')
@OwnFormat()
@UseFilters(OAuthErrorFilter)
export class OAuthController {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly tokens: TokenService,
    private readonly issued: RevocationAndIntrospection,
  ) {}

  /** RFC 6749, section 3.2. */
  @Post('token')
  @Public()
  @NoStore()
  @HttpCode(200)
  @UseFilters(TokenErrorFilter)
  @Documented({
    id: 'getToken',
    summary: 'Get a token',
    description:
      'Grants: `client_credentials`, `authorization_code` with PKCE, `refresh_token`, and, if the operator has switched it on, ' +
      '`password` for trusted clients that are registered for it (RFC 6749).',
    form: tokenRequestSchema,
    rawResponses: oauthResponses('A token.', tokenSchema),
  })
  async token(@Req() request: Request) {
    const { client, parameters } = await this.authentication.authenticate(request);
    return this.tokens.token(client, parameters);
  }

  /** RFC 7009. */
  @Post('revoke')
  @Public()
  @NoStore()
  @HttpCode(200)
  @Documented({
    id: 'revokeToken',
    summary: 'Revoke a token',
    description: 'A refresh token is revoked with all tokens of the same consent (RFC 7009).',
    form: tokenHandleSchema,
    rawResponses: oauthResponses('The token is revoked, or was not valid.'),
  })
  async revoke(@Req() request: Request) {
    const { client, parameters } = await this.authentication.authenticate(request);
    await this.issued.revoke(client, parameters);
  }

  /** RFC 7662. */
  @Post('introspect')
  @Public()
  @NoStore()
  @HttpCode(200)
  @Documented({
    id: 'introspectToken',
    summary: 'Introspect a token',
    description: 'A client can introspect its own tokens, a trusted client all tokens (RFC 7662).',
    form: tokenHandleSchema,
    rawResponses: oauthResponses('Whether the token is active, and its properties.', introspectionSchema),
  })
  async introspect(@Req() request: Request) {
    const { client, parameters } = await this.authentication.authenticate(request);
    return this.issued.introspect(client, parameters, request.context.baseUrl);
  }
}
