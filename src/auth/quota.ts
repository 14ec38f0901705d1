import { hash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Response } from 'express';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type QuotaKind } from '../config/values.js';
import { errorMessage } from '../config/error-message.js';
import { ReadDatabase } from '../database/read-database.js';
import { ProblemError } from '../http/problems.js';
import { type RouteQuota, type Principal, type TokenKind } from './access.js';

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

/** Between two warnings that PostgreSQL does not count, in milliseconds. */
const warningIntervalMs = 60_000;

interface LimiterOfQuota {
  /** Value of the header `RateLimit-Policy`. */
  policy: string;
  limiter: RateLimiterPostgres;
}

/**
 * Limits the requests of a client, for each kind of token (docs/adr/0070-overload.md). Each user of a client has a quota. A quota
 * of the client replaces those of the settings. Without any quota, nothing is counted. A route with a quota of its own counts
 * the request a second time. The counts are in PostgreSQL; while it does not answer, each replica counts for itself.
 */
@Injectable()
export class Quota {
  private readonly logger = new Logger(Quota.name);
  private readonly limiters = new Map<string, LimiterOfQuota>();
  private warnedAt = 0;

  constructor(
    private readonly database: ReadDatabase,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'QUOTAS'>,
  ) {}

  /** Whether requests with this token are counted. */
  countsToken(principal: Principal): boolean {
    return this.quotaOf(principal) !== undefined;
  }

  /** Whether requests of routes with this quota are counted. */
  countsRoute(quota: RouteQuota): boolean {
    return this.environment.QUOTAS[quota] !== undefined;
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
    await this.count({ kind, quota: this.environment.QUOTAS[kind], key: clientId, description }, response);
  }

  private async count({ kind, quota, key, description }: CountedQuota, response: Response): Promise<void> {
    if (quota === undefined) return;
    const { policy, limiter } = this.limiterFor(kind, quota);
    const { state, isUsedUp } = await limiter.consume(key).then(
      (counted) => ({ state: counted, isUsedUp: false }),
      (rejection: unknown) => {
        if (rejection instanceof RateLimiterRes) return { state: rejection, isUsedUp: true };
        throw rejection;
      },
    );
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    // A response can report two quotas. Both headers are lists.
    addToList(response, 'RateLimit-Policy', policy);
    addToList(response, 'RateLimit', `"${kind}";r=${state.remainingPoints};t=${seconds}`);
    if (isUsedUp) {
      throw new ProblemError('quota_exceeded', `The client has used up ${description}. Retry after ${seconds} s.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
  }

  private quotaOf(principal: Principal): string | undefined {
    return principal.quota ?? this.environment.QUOTAS[quotaKind(principal)];
  }

  private limiterFor(kind: QuotaKind, quota: string): LimiterOfQuota {
    const name = `${kind} ${quota}`;
    const existing = this.limiters.get(name);
    if (existing) return existing;
    const [requests = 0, seconds = 0] = quota.split('/').map(Number);
    const limits = { keyPrefix: name, points: requests, duration: seconds };
    const created = {
      policy: `"${kind}";q=${requests};w=${seconds}`,
      limiter: new RateLimiterPostgres({
        ...limits,
        storeType: 'client',
        storeClient: { query: (statement: Statement) => this.run(statement) },
        tableName: 'quotas',
        tableCreated: true,
        // `Cleanup` does.
        clearExpiredByTimeout: false,
        // Requests beyond the quota are rejected without PostgreSQL.
        inMemoryBlockOnConsumed: requests + 1,
        insuranceLimiter: new RateLimiterMemory(limits),
      }),
    };
    this.limiters.set(name, created);
    return created;
  }

  private async run({ text, values }: Statement): Promise<{ rows: unknown[] }> {
    try {
      return { rows: await this.database.query<unknown[]>(text, values) };
    } catch (error) {
      this.warn(error);
      throw error;
    }
  }

  /** The library counts in memory then, and drops the error. */
  private warn(error: unknown): void {
    if (Date.now() - this.warnedAt < warningIntervalMs) return;
    this.warnedAt = Date.now();
    this.logger.warn(`PostgreSQL does not count requests, so this replica counts alone: ${errorMessage(error)}`);
  }
}

/** As the library calls `query` of a client of PostgreSQL. */
interface Statement {
  text: string;
  values: unknown[];
}

function addToList(response: Response, header: string, entry: string): void {
  const entries = [response.getHeader(header), entry].filter((value) => value !== undefined);
  response.setHeader(header, entries.join(', '));
}

/** A trusted token counts against the quota `trusted`, with a user or without. */
function quotaKind({ trusted, userId }: Principal): TokenKind {
  if (trusted) return 'trusted';
  return userId === undefined ? 'application' : 'user';
}

/** A digest, because identifiers of users can be long. */
function userKey({ clientId, userId }: Principal): string {
  return hash('sha256', JSON.stringify([clientId, userId]), 'base64url');
}
