import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import {
  type AuthenticatedClient,
  type Client,
  grantsOf,
  type GrantType,
  supportedGrants,
} from '../../auth/clients/client-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type GrantedTokens, TokenGrants } from './token-grants.js';
import { ClientAuthentication } from './client-authentication.js';
import { invalidRequest, OAuthError } from '../oauth-error.js';
import { required, type TokenRequest } from './token-request.js';

/** The token endpoint (RFC 6749, section 3.2). */
@Injectable()
export class TokenService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly grants: TokenGrants,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_PASSWORD_GRANT'>,
  ) {}

  /** @throws OAuthError or TooManyAttemptsError */
  async token(request: Request) {
    const { client, parameters } = await this.authentication.authenticate(request);
    const { accessToken, lifetime, refreshToken, scope } = await this.grant(client, parameters);
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: lifetime,
      scope: scope.join(' '),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    };
  }

  private grant(client: AuthenticatedClient, parameters: TokenRequest): Promise<GrantedTokens> {
    switch (grantTypeOf(client, parameters, supportedGrants(this.environment))) {
      case 'client_credentials':
        return this.grants.clientCredentials(client, parameters);
      case 'password':
        return this.grants.password(client, parameters);
      case 'authorization_code':
        return this.grants.authorizationCode(client, parameters);
      case 'refresh_token':
        return this.grants.refreshToken(client, parameters);
    }
  }
}

function grantTypeOf(client: Client, parameters: TokenRequest, supported: readonly GrantType[]): GrantType {
  const requested = required(parameters, 'grant_type');
  // RFC 6749, appendix A.10: a name, or a URI.
  if (!/^[\x21-\x7e]+$/.test(requested)) throw invalidRequest('grant_type must be ASCII without spaces');
  const grantType = supported.find((name) => name === requested);
  if (!grantType) throw new OAuthError('unsupported_grant_type', `grant_type can be ${supported.join(', ')}`);
  if (!grantsOf(client).includes(grantType)) {
    throw new OAuthError('unauthorized_client', `The client is not registered for ${grantType}`);
  }
  return grantType;
}
