import { Controller, Get, Inject, Req } from '@nestjs/common';
import { type Request } from 'express';
import { type z } from 'zod';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Documented } from '../../http/routes.js';
import { OwnFormat } from '../../http/format.js';
import { Public } from '../../auth/access.js';
import { authorizationServerSchema, protectedResourceSchema } from './oauth-schema.js';
import { scopeNames, supportedGrants } from '../../auth/client-store.js';

const secretMethods = ['client_secret_basic', 'client_secret_post'];

/** Metadata with which OAuth libraries configure themselves. The issuer is the base URL of the service. */
@Controller('.well-known')
@OwnFormat()
export class MetadataController {
  constructor(
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'ACCESS_TOKEN_IN_QUERY' | 'OAUTH_PASSWORD_GRANT'>,
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

  /** RFC 9728. */
  @Get('oauth-protected-resource')
  @Public()
  @Documented({
    id: 'getProtectedResource',
    summary: 'Get the metadata of the protected resource',
    description: 'The authorization server that issues tokens for this service, and how to send them (RFC 9728).',
    rawResponses: { 200: { description: 'RFC 9728.', content: { 'application/json': protectedResourceSchema } } },
  })
  protectedResource(@Req() { context: { baseUrl } }: Request): z.output<typeof protectedResourceSchema> {
    return {
      resource: baseUrl,
      authorization_servers: [baseUrl],
      scopes_supported: scopeNames,
      bearer_methods_supported: this.environment.ACCESS_TOKEN_IN_QUERY ? ['header', 'query'] : ['header'],
      resource_name: 'Place directory',
    };
  }
}
