import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { RefreshTokenStore } from '../grants/refresh-token-store.js';
import { Revocations } from '../grants/revocations.js';
import { TokenStore } from '../../auth/tokens/token-store.js';
import { ClientAuthentication } from './client-authentication.js';
import { OAuthFailure } from './oauth-failure.js';

/** The revocation endpoint (RFC 7009): a client gives back what it no longer needs. */
@Injectable()
export class RevocationService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly tokens: TokenStore,
    private readonly refreshTokens: RefreshTokenStore,
    private readonly revocations: Revocations,
  ) {}

  /**
   * An access token goes alone, a refresh token with all tokens of its family. A token that is unknown or no longer good
   * is revoked as far as anybody can tell (section 2.2). `token_type_hint` is not needed: both kinds are looked for.
   *
   * @throws OAuthFailure, TooManyAttemptsError
   */
  async revoke(request: Request): Promise<undefined> {
    const { client, parameters } = await this.authentication.read(request);
    const { token } = parameters;
    if (token === undefined) throw new OAuthFailure(400, 'invalid_request', 'Missing parameter: token');
    const access = await this.tokens.find(token);
    if (access) {
      mustBeOf(client.id, access.principal.clientId);
      await this.revocations.ofToken(token);
      return;
    }
    const refresh = await this.refreshTokens.find(token);
    if (refresh) {
      mustBeOf(client.id, refresh.clientId);
      await this.revocations.ofFamily(refresh.family);
    }
  }
}

function mustBeOf(clientId: string, owner: string): void {
  if (owner !== clientId) throw new OAuthFailure(400, 'invalid_grant', 'The token was issued to another client');
}
