import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { InjectBackground } from '../../database/background.js';
import { QUOTA_SPENT } from '../../database/channels.js';
import { Listener } from '../../database/listener.js';
import { type TokenKind } from '../access/principal.js';
import { type QuotaMessage, readMessage, type Spending } from './quota-message.js';

/** Milliseconds: by so much the replicas may be behind each other. */
const interval = 500;

/** PostgreSQL carries less than 8,000 bytes in a notification. */
const entriesInOne = 20;

type Hear = (kind: TokenKind, clientId: string, count: number) => void;

/**
 * Tells the other replicas what clients have spent here, and hears what they have spent there, by `NOTIFY`. While
 * PostgreSQL is away each replica counts for itself: nobody waits, and nobody is refused for it.
 */
@Injectable()
export class QuotaExchange implements OnApplicationShutdown {
  private readonly id = randomUUID();
  private readonly counts = new Map<string, Spending>();
  private listener: Listener | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'DATABASE_URL'>,
  ) {}

  open(hear: Hear): void {
    this.listener = new Listener(this.environment.DATABASE_URL, QUOTA_SPENT, {
      notified: (payload) => {
        const message = readMessage(payload);
        if (message && message.from !== this.id) for (const entry of message.spent) hear(...entry);
      },
      connected: () => undefined,
      disconnected: () => undefined,
    });
    void this.listener.open();
    this.timer = setInterval(() => void this.tell(), interval).unref();
  }

  spent(kind: TokenKind, clientId: string): void {
    const key = `${kind} ${clientId}`;
    const entry = this.counts.get(key);
    if (entry) entry[2] += 1;
    else this.counts.set(key, [kind, clientId, 1]);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.listener?.close();
  }

  private async tell(): Promise<void> {
    const spent = [...this.counts.values()];
    this.counts.clear();
    const messages: string[] = [];
    for (let at = 0; at < spent.length; at += entriesInOne) {
      const message: QuotaMessage = { from: this.id, spent: spent.slice(at, at + entriesInOne) };
      messages.push(JSON.stringify(message));
    }
    if (messages.length === 0) return;
    // What cannot be told now would belong to a window that is over by then.
    await this.database
      .query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS message (payload)', [QUOTA_SPENT, messages])
      .catch(() => undefined);
  }
}
