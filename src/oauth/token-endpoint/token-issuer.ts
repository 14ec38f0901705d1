import { Inject, Injectable } from '@nestjs/common';
import { type AuthenticatedClient, type Client, grantsOf } from '../../auth/clients/client-store.js';
import { TokenStore } from '../../auth/tokens/token-store.js';
import { type AuthenticatedUser } from '../../users/accounts.service.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ReuseDetection } from '../grants/reuse-detection.js';
import { type FamilyTokens, type IssuedTokens, TokenFamilyStore } from '../grants/token-family-store.js';

/** Issues access tokens, and refresh tokens to clients that are registered for them. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilyStore,
    private readonly reuse: ReuseDetection,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ACCESS_TOKEN_TTL' | 'REFRESH_TOKEN_TTL'>,
  ) {}

  /**
   * An application token, which has no refresh token (RFC 6749, section 4.4.3).
   *
   * @returns undefined if the secret of the client has changed meanwhile
   */
  async issueForClient(client: AuthenticatedClient, scope: string[]): Promise<IssuedTokens | undefined> {
    const lifetime = this.environment.ACCESS_TOKEN_TTL;
    const accessToken = await this.tokens.issueToClient(client, { scope, lifetime });
    return accessToken === undefined ? undefined : { accessToken, lifetime };
  }

  /** The first tokens of a new family. @returns undefined if the secret or the password has changed meanwhile */
  issueForUser(
    client: AuthenticatedClient,
    user: AuthenticatedUser,
    scope: string[],
  ): Promise<IssuedTokens | undefined> {
    return this.families.create(client, user, this.familyTokens(client, scope));
  }

  /** @returns undefined if the code was used at the same time, or its family is revoked */
  async issueForCode(
    client: Client,
    { code, family }: { code: string; family: string },
    scope: string[],
  ): Promise<IssuedTokens | undefined> {
    return this.revokeIfReused(family, await this.families.redeem(code, family, this.familyTokens(client, scope)));
  }

  /**
   * @param refreshToken its whole scope goes to the next refresh token, even if the access token gets less (RFC 6749,
   *   section 6)
   * @returns undefined if the refresh token was used at the same time, or its family is revoked
   */
  async issueForRefreshToken(
    client: Client,
    refreshToken: { token: string; family: string; scope: string[] },
    scope: string[],
  ): Promise<IssuedTokens | undefined> {
    const { token, family, scope: refreshScope } = refreshToken;
    const tokens = this.familyTokens(client, scope, refreshScope);
    return this.revokeIfReused(family, await this.families.rotate(token, family, tokens));
  }

  /** Two requests used one code or refresh token at once: the tokens of the first one are revoked as well. */
  private async revokeIfReused(family: string, issued: IssuedTokens | undefined): Promise<IssuedTokens | undefined> {
    if (!issued) await this.reuse.revokeFamily(family);
    return issued;
  }

  private familyTokens(client: Client, scope: string[], refreshScope = scope): FamilyTokens {
    const access = { scope, lifetime: this.environment.ACCESS_TOKEN_TTL };
    if (!grantsOf(client).includes('refresh_token')) return { access };
    return { access, refresh: { scope: refreshScope, lifetime: this.environment.REFRESH_TOKEN_TTL } };
  }
}
