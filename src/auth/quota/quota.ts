import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems/problems.js';
import { type Principal, type TokenKind } from '../access/principal.js';
import { QuotaExchange } from './quota-exchange.js';

interface Limited {
  policy: string;
  limiter: RateLimiterMemory;
}

/**
 * How many requests a client may make with tokens of one kind (design, section 3). Counted in memory, so that no request
 * waits for it; the replicas tell each other what was spent.
 */
@Injectable()
export class Quota {
  private readonly limited = new Map<TokenKind, Limited>();

  constructor(
    private readonly exchange: QuotaExchange,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'QUOTA_APPLICATION' | 'QUOTA_USER' | 'QUOTA_TRUSTED'>,
  ) {
    const quotas = {
      application: environment.QUOTA_APPLICATION,
      user: environment.QUOTA_USER,
      trusted: environment.QUOTA_TRUSTED,
    };
    for (const [kind, quota] of Object.entries(quotas) as [TokenKind, (typeof quotas)[TokenKind]][]) {
      if (!quota) continue;
      this.limited.set(kind, {
        policy: `"${kind}";q=${quota.requests};w=${quota.seconds}`,
        limiter: new RateLimiterMemory({ points: quota.requests, duration: quota.seconds, keyPrefix: '' }),
      });
    }
    if (this.limited.size > 0) {
      exchange.open((kind, clientId, count) => {
        void this.limited.get(kind)?.limiter.penalty(clientId, count);
      });
    }
  }

  /** Whether requests of this kind are counted. */
  limits(principal: Principal): boolean {
    return this.limited.has(quotaKind(principal));
  }

  /**
   * Counts a request, and says in its answer what is left (draft-ietf-httpapi-ratelimit-headers).
   *
   * @throws ProblemError `quota_exceeded` with `Retry-After`
   */
  async spend(principal: Principal, response: Response): Promise<void> {
    const kind = quotaKind(principal);
    const limited = this.limited.get(kind);
    if (!limited) return;
    const { policy, limiter } = limited;
    const state = await limiter.consume(principal.clientId).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    response.setHeader('RateLimit-Policy', policy);
    response.setHeader('RateLimit', `"${kind}";r=${state.remainingPoints};t=${seconds}`);
    if (state.consumedPoints > limiter.points) {
      throw new ProblemError('quota_exceeded', `The client has used up its requests; more in ${seconds} s.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    this.exchange.spent(kind, principal.clientId);
  }
}

/** A trusted client's token has the quota of trusted clients, whether it speaks for a user or not. */
function quotaKind({ trusted, userId }: Principal): TokenKind {
  if (trusted) return 'trusted';
  return userId === undefined ? 'application' : 'user';
}
