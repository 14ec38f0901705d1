import { hash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { quota as quotaSchema } from '../config/values.js';
import { ProblemError } from '../http/problems.js';
import { type RouteQuota, type Principal, type TokenKind } from './access.js';
import { QuotaExchange, type QuotaKind } from './quota-exchange.js';

interface Usage {
  kind: QuotaKind;
  /** Who made the request. */
  key: string;
  /** Of the quota, for the problem. */
  name: string;
  quota: string | undefined;
}

interface LimiterOfQuota {
  /** Value of the header `RateLimit-Policy`. */
  policy: string;
  limiter: RateLimiterMemory;
}

/**
 * Limits the requests of a client, for each kind of token (docs/adr/0070-overload.md). Each user of a client has a quota. A quota
 * of the client replaces those of the settings. Without any quota, nothing is counted. Some routes have a quota of their own, which
 * counts too.
 */
@Injectable()
export class Quota implements OnModuleInit {
  private readonly configured: Record<QuotaKind, string | undefined>;
  private readonly limiters = new Map<string, LimiterOfQuota>();
  private isExchanging = false;

  constructor(
    private readonly exchange: QuotaExchange,
    @Inject(ENVIRONMENT)
    environment: Pick<Environment, 'QUOTA_APPLICATION' | 'QUOTA_USER' | 'QUOTA_TRUSTED' | 'QUOTA_EMAIL_CHECK'>,
  ) {
    this.configured = {
      application: formatQuota(environment.QUOTA_APPLICATION),
      user: formatQuota(environment.QUOTA_USER),
      trusted: formatQuota(environment.QUOTA_TRUSTED),
      email_check: formatQuota(environment.QUOTA_EMAIL_CHECK),
    };
  }

  /** Not in the constructor: nothing would close the connection if another provider stopped the start. */
  onModuleInit(): void {
    if (Object.values(this.configured).some((quota) => quota !== undefined)) this.startExchange();
  }

  /** Whether requests with this token are counted. */
  appliesTo(principal: Principal): boolean {
    return this.quotaOf(principal) !== undefined;
  }

  /** Whether requests of routes with this quota are counted. */
  isLimited(quota: RouteQuota): boolean {
    return this.configured[quota] !== undefined;
  }

  /**
   * Counts a request and sets the headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers).
   *
   * @throws ProblemError `quota_exceeded` with `Retry-After`
   */
  async consume(principal: Principal, response: Response): Promise<void> {
    const kind = quotaKind(principal);
    const key = kind === 'user' ? userKey(principal) : principal.clientId;
    const name = kind === 'user' ? 'its quota for this user' : 'its quota';
    await this.count({ kind, key, name, quota: this.quotaOf(principal) }, response);
  }

  /** As `consume`, against the quota of a route. All tokens of a client count together. */
  async consumeOfRoute(kind: RouteQuota, { clientId }: Principal, response: Response): Promise<void> {
    const name = 'its quota for checks of e-mail addresses';
    await this.count({ kind, key: clientId, name, quota: this.configured[kind] }, response);
  }

  private async count({ kind, key, name, quota }: Usage, response: Response): Promise<void> {
    if (quota === undefined) return;
    this.startExchange();
    const { policy, limiter } = this.limiterFor(kind, quota);
    // The library rejects with the same state once the quota is used up.
    const state = await limiter.consume(key).catch((rejection: unknown) => {
      if (rejection instanceof RateLimiterRes) return rejection;
      throw rejection;
    });
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    // A response can report two quotas. Both headers are lists.
    addToList(response, 'RateLimit-Policy', policy);
    addToList(response, 'RateLimit', `"${kind}";r=${state.remainingPoints};t=${seconds}`);
    if (state.consumedPoints > limiter.points) {
      throw new ProblemError('quota_exceeded', `The client has used up ${name}. Retry after ${seconds} s.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    this.exchange.record(kind, key, quota);
  }

  private quotaOf(principal: Principal): string | undefined {
    return principal.quota ?? this.configured[quotaKind(principal)];
  }

  /** Without quotas in the settings, the exchange starts with the first request of a client that has a quota. */
  private startExchange(): void {
    if (this.isExchanging) return;
    this.isExchanging = true;
    this.exchange.start((kind, key, count, quota = this.configured[kind]) => {
      if (quota !== undefined) void this.limiterFor(kind, quota).limiter.penalty(key, count);
    });
  }

  private limiterFor(kind: QuotaKind, quota: string): LimiterOfQuota {
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

function addToList(response: Response, header: string, entry: string): void {
  const entries = [response.getHeader(header), entry].filter((value) => value !== undefined);
  response.setHeader(header, entries.join(', '));
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
