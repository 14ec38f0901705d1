import { Injectable } from '@nestjs/common';
import { TokenFamilyStore } from './token-family-store.js';
import { TokenCache } from '../../auth/tokens/token-cache.js';
import { TokenStore } from '../../auth/tokens/token-store.js';

/**
 * Revokes tokens. PostgreSQL tells every replica; this one does not wait for that, so that the next request of whoever
 * revoked finds the token gone.
 */
@Injectable()
export class Revocations {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilyStore,
    private readonly cache: TokenCache,
  ) {}

  async ofToken(token: string): Promise<void> {
    await this.tokens.revoke(token);
    this.cache.removeToken(token);
  }

  /** All tokens of a family. @returns whether it was still good */
  async ofFamily(family: string): Promise<boolean> {
    const digests = await this.families.revoke(family);
    digests?.forEach((digest) => {
      this.cache.remove(digest);
    });
    return digests !== undefined;
  }
}
