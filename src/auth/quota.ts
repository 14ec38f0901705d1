import { randomUUID, hash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { z } from 'zod';
import { type Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { quotaText, quota as quotaSchema } from '../config/values.js';
import { InjectBackground } from '../database/data-source.js';
import { QUOTA_SPENT, Listener } from '../database/listener.js';
import { ProblemError } from '../http/problems.js';
import { type RouteQuota, type Principal, type TokenKind } from './access.js';

const sendIntervalMs = 500;

/** Keeps a message below the 8,000 bytes that PostgreSQL allows in a notification. */
const maxUsagesPerMessage = 20;

type OnUsage = (...usage: QuotaUsage) => void;

/**
 * Exchanges quota usage between replicas with `NOTIFY`. While PostgreSQL is away, each replica counts for itself, and no
 * request waits or fails.
 */
@Injectable()
export class QuotaExchange implements OnApplicationShutdown {
  private readonly replicaId = randomUUID();
  private readonly unsent = new Map<string, QuotaUsage>();
  private listener: Listener | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'DATABASE_URL'>,
  ) {}

  /** @param onUsage is called with the usage that other replicas report */
  start(onUsage: OnUsage): void {
    this.listener = new Listener(this.environment.DATABASE_URL, QUOTA_SPENT, {
      notified: (payload) => {
        const message = parseQuotaMessage(payload);
        if (message && message.from !== this.replicaId) for (const usage of message.spent) onUsage(...usage);
      },
    });
    void this.listener.open();
    this.timer = setInterval(() => void this.send(), sendIntervalMs).unref();
  }

  /**
   * Counts one request for the next message to the other replicas.
   *
   * @param key who made the request, at most 100 characters
   * @param quota that the request counts against
   */
  record(kind: QuotaKind, key: string, quota: string): void {
    const usage = this.unsent.get(`${kind} ${quota} ${key}`);
    if (usage) usage[2] += 1;
    else this.unsent.set(`${kind} ${quota} ${key}`, [kind, key, 1, quota]);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.listener?.close();
  }

  private async send(): Promise<void> {
    const unsent = [...this.unsent.values()];
    this.unsent.clear();
    // In messages of their own: replicas of the previous version drop a whole message with a kind that they do not know.
    const isCheck = ([kind]: QuotaUsage) => kind === 'email_check';
    const messages = [
      ...this.messagesOf(unsent.filter((usage) => !isCheck(usage))),
      ...this.messagesOf(unsent.filter(isCheck)),
    ];
    if (messages.length === 0) return;
    // Not retried: the usage would arrive in a later window.
    await this.database
      .query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS message (payload)', [QUOTA_SPENT, messages])
      .catch(() => undefined);
  }

  private messagesOf(usages: readonly QuotaUsage[]): string[] {
    const messages: string[] = [];
    for (let index = 0; index < usages.length; index += maxUsagesPerMessage) {
      const message: QuotaMessage = { from: this.replicaId, spent: usages.slice(index, index + maxUsagesPerMessage) };
      messages.push(JSON.stringify(message));
    }
    return messages;
  }
}

const quotaKindSchema = z.enum(['application', 'user', 'trusted', 'email_check']);

/** What a quota counts: requests with a kind of token, or checks of e-mail addresses. */
type QuotaKind = z.output<typeof quotaKindSchema>;

// A replica of the previous version sends no quota.
const usage = z.tuple([quotaKindSchema, z.string(), z.number().int().positive(), quotaText.optional()]);

const schema = z.object({ from: z.string(), spent: z.array(usage) });

/** The kind, who made the requests (a client, or a user of a client), the number of requests, and their quota. */
type QuotaUsage = z.output<typeof usage>;

/** The notification that a replica sends to the others: its id, and the usage since its last notification. */
export type QuotaMessage = z.output<typeof schema>;

/** @returns undefined if another version of the service sent the payload in another form */
export function parseQuotaMessage(payload: string): QuotaMessage | undefined {
  try {
    return schema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

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
