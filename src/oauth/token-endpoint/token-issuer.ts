import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type Client, grantsOf } from '../../auth/clients/client-store.js';
import { Grants } from '../grants/grants.js';
import { type FamilyTokens, type IssuedTokens, TokenFamilyStore } from '../grants/token-family-store.js';
import { TokenStore } from '../../auth/tokens/token-store.js';

/** What a client has shown to get a token. */
export type Basis =
  | { by: 'client' }
  | { by: 'password'; userId: string }
  | { by: 'code'; userId: string; family: string; code: string }
  | { by: 'refresh'; userId: string; family: string; refreshToken: string; scope: string[] };

/** Issues access tokens, and refresh tokens to clients that may use them. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilyStore,
    private readonly grants: Grants,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ACCESS_TOKEN_TTL' | 'REFRESH_TOKEN_TTL'>,
  ) {}

  /** @returns undefined when the code or refresh token behind it is used at the same time, or revoked meanwhile */
  async issue(client: Client, basis: Basis, scope: string[]): Promise<IssuedTokens | undefined> {
    const tokens = this.tokensFor(client, basis, scope);
    switch (basis.by) {
      case 'client':
        return { accessToken: await this.tokens.issue({ clientId: client.id, ...tokens.access }) };
      case 'password': {
        const { userId } = basis;
        if (tokens.refresh) return this.families.begin(client.id, userId, tokens);
        return { accessToken: await this.tokens.issue({ clientId: client.id, userId, ...tokens.access }) };
      }
      case 'code':
        return this.once(basis.family, await this.families.redeem(basis.code, basis.family, tokens));
      case 'refresh':
        return this.once(basis.family, await this.families.rotate(basis.refreshToken, basis.family, tokens));
    }
  }

  /** Whoever comes second ends the family, and whoever was first with it. */
  private async once(family: string, issued: IssuedTokens | undefined): Promise<IssuedTokens | undefined> {
    if (!issued) await this.grants.revoke(family);
    return issued;
  }

  private tokensFor(client: Client, basis: Basis, scope: string[]): FamilyTokens {
    const after = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const access = { scope, expires: after(this.environment.ACCESS_TOKEN_TTL) };
    if (!grantsOf(client).includes('refresh_token')) return { access };
    // RFC 6749, section 6: a token for less may be asked for; the next refresh token is for as much as this one.
    const whole = basis.by === 'refresh' ? basis.scope : scope;
    return { access, refresh: { scope: whole, expires: after(this.environment.REFRESH_TOKEN_TTL) } };
  }
}
