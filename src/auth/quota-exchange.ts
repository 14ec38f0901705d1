import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { z } from 'zod';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { quotaText } from '../config/values.js';
import { InjectBackground } from '../database/data-source.js';
import { QUOTA_SPENT, Listener } from '../database/listener.js';

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
export type QuotaKind = z.output<typeof quotaKindSchema>;

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
