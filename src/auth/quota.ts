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

/** What a request counts against. */
interface CountedQuota {
  kind: QuotaKind;
  /** `REQUESTS/SECONDS`; undefined if there is no quota. */
  quota: string | undefined;
  /** Requests with the same key count together: those of a client, or of a user of a client. */
  key: string;
  /** How the problem calls the quota. */
  description: string;
}

interface LimiterOfQuota {
  /** Value of the header `RateLimit-Policy`. */
  policy: string;
  limiter: RateLimiterMemory;
}

/**
 * Limits the requests of a client, for each kind of token (docs/adr/0070-overload.md). Each user of a client has a quota. A quota
 * of the client replaces those of the settings. Without any quota, nothing is counted. A route with a quota of its own counts
 * the request a second time.
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
  countsToken(principal: Principal): boolean {
    return this.quotaOf(principal) !== undefined;
  }

  /** Whether requests of routes with this quota are counted. */
  countsRoute(quota: RouteQuota): boolean {
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
    const description = kind === 'user' ? 'its quota for this user' : 'its quota';
    await this.count({ kind, quota: this.quotaOf(principal), key, description }, response);
  }

  /** As `consume`, against the quota of a route. All tokens of a client count together. */
  async consumeOfRoute(kind: RouteQuota, { clientId }: Principal, response: Response): Promise<void> {
    const description = 'its quota for checks of e-mail addresses';
    await this.count({ kind, quota: this.configured[kind], key: clientId, description }, response);
  }

  private async count({ kind, quota, key, description }: CountedQuota, response: Response): Promise<void> {
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
      throw new ProblemError('quota_exceeded', `The client has used up ${description}. Retry after ${seconds} s.`, {
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
