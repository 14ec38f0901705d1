import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type QueryConfig } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { quota as quotaSchema } from '../config/values.js';
import { poolOf } from '../database/connect.js';
import { ProblemError } from '../http/problems.js';
import { type RouteQuota, type Principal, type TokenKind } from './access.js';

/** What a quota counts: requests with a kind of token, or checks of e-mail addresses. */
type QuotaKind = TokenKind | RouteQuota;

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
  limiter: RateLimiterPostgres;
}

/**
 * Limits the requests of a client, for each kind of token (docs/adr/0070-overload.md). Each user of a client has a quota. A quota
 * of the client replaces those of the settings. Without any quota, nothing is counted. A route with a quota of its own counts
 * the request a second time. All replicas count in PostgreSQL. While it is away, each replica counts for itself.
 */
@Injectable()
export class Quota {
  private readonly configured: Record<QuotaKind, string | undefined>;
  private readonly limiters = new Map<string, LimiterOfQuota>();

  constructor(
    private readonly database: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<
      Environment,
      'QUOTA_APPLICATION' | 'QUOTA_USER' | 'QUOTA_TRUSTED' | 'QUOTA_EMAIL_CHECK' | 'DATABASE_NAMED_STATEMENTS'
    >,
  ) {
    this.configured = {
      application: formatQuota(environment.QUOTA_APPLICATION),
      user: formatQuota(environment.QUOTA_USER),
      trusted: formatQuota(environment.QUOTA_TRUSTED),
      email_check: formatQuota(environment.QUOTA_EMAIL_CHECK),
    };
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
    const { policy, limiter } = this.limiterFor(kind, quota);
    // The library rejects with a state once the quota is used up.
    const { state, isExceeded } = await limiter.consume(key).then(
      (state) => ({ state, isExceeded: false }),
      (rejection: unknown) => {
        if (rejection instanceof RateLimiterRes) return { state: rejection, isExceeded: true };
        throw rejection;
      },
    );
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    // A response can report two quotas. Both headers are lists.
    addToList(response, 'RateLimit-Policy', policy);
    addToList(response, 'RateLimit', `"${kind}";r=${state.remainingPoints};t=${seconds}`);
    if (isExceeded) {
      throw new ProblemError('quota_exceeded', `The client has used up ${description}. Retry after ${seconds} s.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
  }

  private quotaOf(principal: Principal): string | undefined {
    return principal.quota ?? this.configured[quotaKind(principal)];
  }

  /** The pool of requests. Some poolers support no named statements. */
  private store(): { query: (statement: QueryConfig) => Promise<unknown> } {
    const pool = poolOf(this.database);
    const { DATABASE_NAMED_STATEMENTS: isNamed } = this.environment;
    return { query: ({ name, ...statement }) => pool.query(isNamed ? { name, ...statement } : statement) };
  }

  private limiterFor(kind: QuotaKind, quota: string): LimiterOfQuota {
    const name = `${kind} ${quota}`;
    const existing = this.limiters.get(name);
    if (existing) return existing;
    const { requests, seconds } = quotaSchema.parse(quota);
    const options = { points: requests, duration: seconds, keyPrefix: name };
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient: this.store(),
      storeType: 'pool',
      tableName: 'quota_counts',
      tableCreated: true,
      // `Cleanup` does it.
      clearExpiredByTimeout: false,
      // Requests beyond the quota ask PostgreSQL no more.
      inMemoryBlockOnConsumed: requests,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    const created = { policy: `"${kind}";q=${requests};w=${seconds}`, limiter };
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

/** A digest: identifiers of users can be long. */
function userKey({ clientId, userId }: Principal): string {
  return hash('sha256', JSON.stringify([clientId, userId]), 'base64url');
}
