import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems/problems.js';
import { type Principal, type TokenKind } from '../access/principal.js';
import { QuotaExchange } from './quota-exchange.js';

interface KindQuota {
  /** Value of the header `RateLimit-Policy`. */
  policy: string;
  limiter: RateLimiterMemory;
}

/**
 * Limits the requests of a client, for each kind of token (docs/adr/0040-quota.md). Each user of a client has a quota.
 * Off unless configured.
 */
@Injectable()
export class Quota {
  private readonly quotas = new Map<TokenKind, KindQuota>();

  constructor(
    private readonly exchange: QuotaExchange,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'QUOTA_APPLICATION' | 'QUOTA_USER' | 'QUOTA_TRUSTED'>,
  ) {
    const configured = {
      application: environment.QUOTA_APPLICATION,
      user: environment.QUOTA_USER,
      trusted: environment.QUOTA_TRUSTED,
    };
    for (const [kind, quota] of Object.entries(configured) as [TokenKind, (typeof configured)[TokenKind]][]) {
      if (!quota) continue;
      this.quotas.set(kind, {
        policy: `"${kind}";q=${quota.requests};w=${quota.seconds}`,
        limiter: new RateLimiterMemory({ points: quota.requests, duration: quota.seconds, keyPrefix: '' }),
      });
    }
    if (this.quotas.size > 0) {
      exchange.start((kind, key, count) => {
        void this.quotas.get(kind)?.limiter.penalty(key, count);
      });
    }
  }

  /** Whether requests with this token are counted. */
  appliesTo(principal: Principal): boolean {
    return this.quotas.has(quotaKind(principal));
  }

  /**
   * Counts a request and sets the headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers).
   *
   * @throws ProblemError `quota_exceeded` with `Retry-After`
   */
  async consume(principal: Principal, response: Response): Promise<void> {
    const kind = quotaKind(principal);
    const quota = this.quotas.get(kind);
    if (!quota) return;
    const { policy, limiter } = quota;
    const key = kind === 'user' ? userKey(principal) : principal.clientId;
    // The library rejects with the same state once the quota is used up.
    const state = await limiter.consume(key).catch((rejection: unknown) => {
      if (rejection instanceof RateLimiterRes) return rejection;
      throw rejection;
    });
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    response.setHeader('RateLimit-Policy', policy);
    response.setHeader('RateLimit', `"${kind}";r=${state.remainingPoints};t=${seconds}`);
    if (state.consumedPoints > limiter.points) {
      const quotaName = kind === 'user' ? 'its quota for this user' : 'its quota';
      throw new ProblemError('quota_exceeded', `The client has used up ${quotaName}. Retry after ${seconds} s.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    this.exchange.record(kind, key);
  }
}

/** A trusted token counts against the quota `trusted`, with a user or without. */
function quotaKind({ trusted, userId }: Principal): TokenKind {
  if (trusted) return 'trusted';
  return userId === undefined ? 'application' : 'user';
}

/** A digest, because identifiers of users can be too long for a notification. */
function userKey({ clientId, userId }: Principal): string {
  return hash('sha256', JSON.stringify([clientId, userId]), 'base64url');
}
