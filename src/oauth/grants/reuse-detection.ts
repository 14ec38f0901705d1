import { Injectable, Logger } from '@nestjs/common';
import { AuthorizationCodeStore, type FoundCode } from './authorization-code-store.js';
import { type FoundRefreshToken, RefreshTokenStore } from './refresh-token-store.js';
import { Revocations } from './revocations.js';

/**
 * Finds codes and refresh tokens that clients present. A code or refresh token that is presented twice may be stolen, so
 * all tokens of its family are revoked (RFC 6749, section 4.1.2; RFC 9700, section 4.14.2; docs/adr/0020-token-reuse.md).
 */
@Injectable()
export class ReuseDetection {
  private readonly logger = new Logger(ReuseDetection.name);

  constructor(
    private readonly codes: AuthorizationCodeStore,
    private readonly refreshTokens: RefreshTokenStore,
    private readonly revocations: Revocations,
  ) {}

  /** @returns undefined if the code is unknown, was issued to another client, or was used before */
  async findCode(code: string, clientId: string): Promise<FoundCode | undefined> {
    return this.findUnspent(await this.codes.find(code), clientId);
  }

  /** Spends a code without issuing tokens. */
  async spendCode(code: string): Promise<void> {
    await this.codes.spend(code);
  }

  /** @returns undefined if the refresh token is unknown, was issued to another client, or was used before */
  async findRefreshToken(token: string, clientId: string): Promise<FoundRefreshToken | undefined> {
    return this.findUnspent(await this.refreshTokens.find(token), clientId);
  }

  async revokeFamily(family: string): Promise<void> {
    if (await this.revocations.revokeFamily(family)) {
      this.logger.warn({ family, msg: 'Code or refresh token used twice; all tokens of its family are revoked' });
    }
  }

  /** Compares the client first: the mistake of another client must not end the sessions of this one. */
  private async findUnspent<Found extends { clientId: string; family: string; spent: boolean }>(
    found: Found | undefined,
    clientId: string,
  ): Promise<Found | undefined> {
    if (found?.clientId !== clientId) return undefined;
    if (!found.spent) return found;
    await this.revokeFamily(found.family);
    return undefined;
  }
}
