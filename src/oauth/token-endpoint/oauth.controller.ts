import { Controller, HttpCode, Post, Req, UseFilters, Get, Inject } from '@nestjs/common';
import { type Request } from 'express';
import { type z } from 'zod';
import { Documented, NoStore } from '../../http/routes.js';
import { OwnFormat } from '../../http/format.js';
import { Public } from '../../auth/access.js';
import { ClientAuthentication } from './client-authentication.js';
import { OAuthErrorFilter } from './oauth-middleware.js';
import {
  oauthResponses,
  introspectionSchema,
  tokenHandleSchema,
  tokenRequestSchema,
  tokenSchema,
  authorizationServerSchema,
  protectedResourceSchema,
} from './oauth-schema.js';
import { RevocationAndIntrospection, TokenService } from './token.service.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { scopeNames, supportedGrants } from '../../auth/client-store.js';

/** The OAuth endpoints for clients. Responses are always JSON, whatever `Accept` says: results by `@OwnFormat`, failures by `oauthMiddleware`. */
@Controller('v2/oauth')
@OwnFormat()
@UseFilters(OAuthErrorFilter)
export class OAuthController {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly tokens: TokenService,
    private readonly tokenStatus: RevocationAndIntrospection,
  ) {}

  /** RFC 6749, section 3.2. */
  @Post('token')
  @Public()
  @NoStore()
  @HttpCode(200)
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
    await this.tokenStatus.revoke(client, parameters);
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
    return this.tokenStatus.introspect(client, parameters, request.context.baseUrl);
  }
}

const secretMethods = ['client_secret_basic', 'client_secret_post'];

/** Metadata with which OAuth libraries configure themselves. The issuer is the base URL of the service. */
@Controller('.well-known')
@OwnFormat()
export class MetadataController {
  constructor(
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'OLD_CLIENTS'>,
  ) {}

  /** RFC 8414. */
  @Get('oauth-authorization-server')
  @Public()
  @Documented({
    id: 'getAuthorizationServer',
    summary: 'Get the metadata of the authorization server',
    description:
      'The endpoints, grants and methods of the authorization server (RFC 8414). OAuth libraries configure themselves with it.',
    rawResponses: { 200: { description: 'RFC 8414.', content: { 'application/json': authorizationServerSchema } } },
  })
  authorizationServer(@Req() { context: { baseUrl } }: Request): z.output<typeof authorizationServerSchema> {
    const endpoint = (name: string) => `${baseUrl}/v2/oauth/${name}`;
    return {
      issuer: baseUrl,
      authorization_endpoint: endpoint('authorize'),
      token_endpoint: endpoint('token'),
      revocation_endpoint: endpoint('revoke'),
      introspection_endpoint: endpoint('introspect'),
      scopes_supported: scopeNames,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: supportedGrants(this.environment),
      token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
      revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
      introspection_endpoint_auth_methods_supported: secretMethods,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: ['pt', 'en'],
    };
  }
}

/** Metadata of the service as a protected resource. */
@Controller('.well-known')
@OwnFormat()
export class ResourceMetadataController {
  constructor(
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'OLD_CLIENTS' | 'JWT_ISSUER' | 'OAUTH_ENDPOINTS'>,
  ) {}

  /** RFC 9728. */
  @Get('oauth-protected-resource')
  @Public()
  @Documented({
    id: 'getProtectedResource',
    summary: 'Get the metadata of the protected resource',
    description: 'The authorization servers that issue tokens for this service, and how to send them (RFC 9728).',
    rawResponses: { 200: { description: 'RFC 9728.', content: { 'application/json': protectedResourceSchema } } },
  })
  protectedResource(@Req() { context: { baseUrl } }: Request): z.output<typeof protectedResourceSchema> {
    const { JWT_ISSUER: issuer, OAUTH_ENDPOINTS: hasEndpoints } = this.environment;
    return {
      resource: baseUrl,
      authorization_servers: [...(hasEndpoints ? [baseUrl] : []), ...(issuer === undefined ? [] : [issuer])],
      scopes_supported: scopeNames,
      bearer_methods_supported: this.environment.OLD_CLIENTS.includes('token-in-query')
        ? ['header', 'query']
        : ['header'],
      resource_name: 'Place directory',
    };
  }
}
