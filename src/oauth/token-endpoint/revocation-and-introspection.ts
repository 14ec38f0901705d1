import { Injectable } from '@nestjs/common';
import { type z } from 'zod';
import { type Client } from '../../auth/client-store.js';
import { TokenCache } from '../../auth/token-cache.js';
import { digest, TokenStore } from '../../auth/token-store.js';
import { TokenFamilies } from '../grants/token-families.js';
import { required, type TokenRequest } from './client-authentication.js';
import { invalidClient, invalidGrant } from './oauth-error.js';
import { type introspectionSchema } from './oauth-schema.js';

type Introspection = z.output<typeof introspectionSchema>;

/** The revocation endpoint (RFC 7009) and the introspection endpoint (RFC 7662). Both take access and refresh tokens. */
@Injectable()
export class RevocationAndIntrospection {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilies,
    private readonly cache: TokenCache,
  ) {}

  /**
   * Revokes an access token alone, or a refresh token with its whole family. Succeeds for an unknown or invalid token
   * (RFC 7009, section 2.2). Ignores `token_type_hint`: both kinds are looked up.
   *
   * @throws OAuthError `invalid_request`, or `invalid_grant` if the token was issued to another client
   */
  async revoke(client: Client, parameters: TokenRequest): Promise<void> {
    const token = required(parameters, 'token');
    const access = await this.tokens.find(token);
    if (access) {
      checkOwner(client, access.principal.clientId);
      await this.tokens.revoke(token);
      // PostgreSQL notifies all replicas. This one does not wait for that, so that the next request of the caller already fails.
      this.cache.remove(digest(token).toString('hex'));
      return;
    }
    const refresh = await this.families.lookUpRefreshToken(token);
    if (refresh) {
      checkOwner(client, refresh.clientId);
      await this.families.revoke(refresh.family);
    }
  }

  /**
   * Clients may ask about their own tokens, trusted clients about all tokens.
   *
   * @param issuer base address of the service
   * @throws OAuthError `invalid_request`, or `invalid_client` for a public client: anybody can use its name to test tokens (RFC 7662, section 4)
   */
  async introspect(client: Client, parameters: TokenRequest, issuer: string): Promise<Introspection> {
    if (client.public) throw invalidClient();
    const token = required(parameters, 'token');
    const active = (await this.accessToken(client, token)) ?? (await this.refreshToken(client, token));
    return active ? { active: true, ...active, iss: issuer } : { active: false };
  }

  private async accessToken(client: Client, token: string): Promise<Partial<Introspection> | undefined> {
    const found = await this.tokens.find(token);
    if (!found || !mayIntrospect(client, found.principal.clientId)) return undefined;
    const { clientId, userId, scope } = found.principal;
    const times = { exp: toSeconds(found.expires), iat: toSeconds(found.created) };
    const sub = userId !== undefined && { sub: userId };
    return { scope: scope.join(' '), client_id: clientId, token_type: 'bearer', ...times, ...sub };
  }

  private async refreshToken(client: Client, token: string): Promise<Partial<Introspection> | undefined> {
    const found = await this.families.lookUpRefreshToken(token);
    if (!found || found.used || found.expired) return undefined;
    if (!mayIntrospect(client, found.clientId)) return undefined;
    const { clientId, userId, scope, expires } = found;
    return { scope: scope.join(' '), client_id: clientId, exp: toSeconds(expires), sub: userId };
  }
}

function checkOwner(client: Client, ownerId: string): void {
  if (ownerId !== client.id) throw invalidGrant('The token was issued to another client');
}

function mayIntrospect(client: Client, ownerId: string): boolean {
  return client.trusted || client.id === ownerId;
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
