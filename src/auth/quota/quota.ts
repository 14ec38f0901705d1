import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { quota as quotaSchema } from '../../config/values.js';
import { ProblemError } from '../../http/problems/problems.js';
import { type Principal, type TokenKind } from '../access/principal.js';
import { QuotaExchange } from './quota-exchange.js';

interface LimiterOfQuota {
  /** Value of the header `RateLimit-Policy`. */
  policy: string;
  limiter: RateLimiterMemory;
}

/**
 * Limits the requests of a client, for each kind of token (docs/adr/0040-quota.md). Each user of a client has a quota. The quota
 * of the client itself comes before those of the settings. Off unless there is one.
 */
@Injectable()
export class Quota {
  private readonly configured: Record<TokenKind, string | undefined>;
  private readonly limiters = new Map<string, LimiterOfQuota>();
  private isExchanging = false;

  constructor(
    private readonly exchange: QuotaExchange,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'QUOTA_APPLICATION' | 'QUOTA_USER' | 'QUOTA_TRUSTED'>,
  ) {
    this.configured = {
      application: formatQuota(environment.QUOTA_APPLICATION),
      user: formatQuota(environment.QUOTA_USER),
      trusted: formatQuota(environment.QUOTA_TRUSTED),
    };
    if (Object.values(this.configured).some((quota) => quota !== undefined)) this.startExchange();
  }

  /** Whether requests with this token are counted. */
  appliesTo(principal: Principal): boolean {
    return this.quotaOf(principal) !== undefined;
  }

  /**
   * Counts a request and sets the headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers).
   *
   * @throws ProblemError `quota_exceeded` with `Retry-After`
   */
  async consume(principal: Principal, response: Response): Promise<void> {
    const kind = quotaKind(principal);
    const quota = this.quotaOf(principal);
    if (quota === undefined) return;
    this.startExchange();
    const { policy, limiter } = this.limiterFor(kind, quota);
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
    this.exchange.record(kind, key, quota);
  }

  private quotaOf(principal: Principal): string | undefined {
    return principal.quota ?? this.configured[quotaKind(principal)];
  }

  /** Without settings, a replica exchanges from the first request of a client with a quota on. */
  private startExchange(): void {
    if (this.isExchanging) return;
    this.isExchanging = true;
    this.exchange.start((kind, key, count, quota = this.configured[kind]) => {
      if (quota !== undefined) void this.limiterFor(kind, quota).limiter.penalty(key, count);
    });
  }

  private limiterFor(kind: TokenKind, quota: string): LimiterOfQuota {
    const name = `${kind} ${quota}`;
    const existing = this.limiters.get(name);
    if (existing) return existing;
    const { requests, seconds } = quotaSchema.parse(quota);
    const created = {
      policy: `"${kind}";q=${requests};w=${seconds}`,
      limiter: new RateLimiterMemory({ points: requests, duration: seconds, keyPrefix: '' }),
    };
    this.limiters.set(name, created);
    return created;
  }
}

function formatQuota(quota: Environment['QUOTA_USER']): string | undefined {
  return quota && `${quota.requests}/${quota.seconds}`;
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
