import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { TokenStore } from '../../auth/tokens/token-store.js';
import { RefreshTokenStore } from '../grants/refresh-token-store.js';
import { Revocations } from '../grants/revocations.js';
import { ClientAuthentication } from './client-authentication.js';
import { invalidGrant } from '../oauth-error.js';
import { required } from './token-request.js';

/** The revocation endpoint (RFC 7009). */
@Injectable()
export class RevocationService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly tokens: TokenStore,
    private readonly refreshTokens: RefreshTokenStore,
    private readonly revocations: Revocations,
  ) {}

  /**
   * Revokes an access token alone, or a refresh token with its whole family. Succeeds for an unknown or invalid token
   * (RFC 7009, section 2.2). Ignores `token_type_hint`: both kinds are looked up.
   *
   * @throws OAuthError or TooManyAttemptsError
   */
  async revoke(request: Request): Promise<undefined> {
    const { client, parameters } = await this.authentication.authenticate(request);
    const token = required(parameters, 'token');
    const access = await this.tokens.find(token);
    if (access) {
      checkOwner(client.id, access.principal.clientId);
      await this.revocations.revokeAccessToken(token);
      return;
    }
    const refresh = await this.refreshTokens.find(token);
    if (refresh) {
      checkOwner(client.id, refresh.clientId);
      await this.revocations.revokeFamily(refresh.family);
    }
  }
}

function checkOwner(clientId: string, owner: string): void {
  if (owner !== clientId) throw invalidGrant('The token was issued to another client');
}
