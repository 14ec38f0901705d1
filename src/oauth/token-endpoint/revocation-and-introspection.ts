import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { type z } from 'zod';
import { TokenStore } from '../../auth/token-store.js';
import { RefreshTokenStore } from '../grants/single-use-tokens.js';
import { Revocations } from '../grants/token-family-store.js';
import { ClientAuthentication, required } from './client-authentication.js';
import { invalidGrant, invalidClient } from './oauth-error.js';
import { type Client } from '../../auth/client-store.js';
import { type introspectionSchema } from './oauth-schema.js';

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

type Introspection = z.output<typeof introspectionSchema>;

/** The introspection endpoint (RFC 7662). Clients may ask about their own tokens, trusted clients about all tokens. */
@Injectable()
export class IntrospectionService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly tokens: TokenStore,
    private readonly refreshTokens: RefreshTokenStore,
  ) {}

  /** @throws OAuthError or TooManyAttemptsError */
  async introspect(request: Request): Promise<Introspection> {
    const { client, parameters } = await this.authentication.authenticate(request);
    // Public clients may not introspect: anybody can use their name to test tokens (RFC 7662, section 4).
    if (client.public) throw invalidClient();
    const token = required(parameters, 'token');
    const { baseUrl: iss } = request.context;
    return (
      (await this.accessToken(token, client, iss)) ?? (await this.refreshToken(token, client, iss)) ?? { active: false }
    );
  }

  private async accessToken(token: string, client: Client, iss: string): Promise<Introspection | undefined> {
    const found = await this.tokens.find(token);
    if (!found || !mayIntrospect(client, found.principal.clientId)) return undefined;
    const { clientId, userId, scope } = found.principal;
    const times = { exp: toSeconds(found.expires), iat: toSeconds(found.created) };
    const sub = userId !== undefined && { sub: userId };
    return { active: true, scope: scope.join(' '), client_id: clientId, token_type: 'bearer', ...times, ...sub, iss };
  }

  private async refreshToken(token: string, client: Client, iss: string): Promise<Introspection | undefined> {
    const found = await this.refreshTokens.find(token);
    if (!found || found.spent || found.expired) return undefined;
    if (!mayIntrospect(client, found.clientId)) return undefined;
    const { clientId, userId, scope, expires } = found;
    return { active: true, scope: scope.join(' '), client_id: clientId, exp: toSeconds(expires), sub: userId, iss };
  }
}

function mayIntrospect(client: Client, owner: string): boolean {
  return client.trusted || client.id === owner;
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
