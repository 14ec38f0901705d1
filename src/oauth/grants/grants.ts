import { Injectable, Logger } from '@nestjs/common';
import { Revocations } from './revocations.js';
import { AuthorizationCodeStore, type FoundCode } from './authorization-code-store.js';
import { type FoundRefreshToken, RefreshTokenStore } from './refresh-token-store.js';

/**
 * Codes and refresh tokens as they are handed in. One that was used before is in two hands, and nobody can tell which is
 * the thief's: all tokens that came of it are revoked (RFC 6749, section 4.1.2; RFC 9700, section 4.14.2).
 */
@Injectable()
export class Grants {
  private readonly logger = new Logger(Grants.name);

  constructor(
    private readonly codes: AuthorizationCodeStore,
    private readonly refreshTokens: RefreshTokenStore,
    private readonly revocations: Revocations,
  ) {}

  /** The code, when it was not used before. */
  async code(code: string): Promise<FoundCode | undefined> {
    return this.unspent(await this.codes.find(code));
  }

  /** Uses a code up for nothing. */
  async spend(code: string): Promise<void> {
    await this.codes.spend(code);
  }

  /** The refresh token, when it was not used before. */
  async refreshToken(token: string): Promise<FoundRefreshToken | undefined> {
    return this.unspent(await this.refreshTokens.find(token));
  }

  /** Ends a family of which something was used twice. */
  async revoke(family: string): Promise<void> {
    if (await this.revocations.ofFamily(family)) {
      this.logger.warn({ family, msg: 'A code or refresh token was used twice: its tokens are revoked' });
    }
  }

  private async unspent<Found extends { family: string; spent: boolean }>(found?: Found): Promise<Found | undefined> {
    if (!found?.spent) return found;
    await this.revoke(found.family);
    return undefined;
  }
}
