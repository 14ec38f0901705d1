import { Injectable } from '@nestjs/common';
import { TokenCache } from '../../auth/tokens/token-cache.js';
import { TokenStore } from '../../auth/tokens/token-store.js';
import { TokenFamilyStore } from './token-family-store.js';

/**
 * Revokes tokens. PostgreSQL notifies the token caches of all replicas; the cache of this replica is changed directly, so
 * that the next request of the caller already fails.
 */
@Injectable()
export class Revocations {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilyStore,
    private readonly cache: TokenCache,
  ) {}

  async revokeAccessToken(token: string): Promise<void> {
    await this.tokens.revoke(token);
    this.cache.removeToken(token);
  }

  /** Revokes all tokens of a family. @returns false if the family was revoked before */
  async revokeFamily(family: string): Promise<boolean> {
    const digests = await this.families.revoke(family);
    digests?.forEach((digest) => {
      this.cache.remove(digest);
    });
    return digests !== undefined;
  }
}
