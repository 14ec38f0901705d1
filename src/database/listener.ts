import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { keepAlive } from './connect.js';

export interface ListenerEvents {
  /** A notification arrived on the channel. */
  notified(payload: string): void;
  /** Listening has started, or started again: earlier notifications may have been missed. */
  connected?(): void;
  /** The connection is lost, or the first attempt to connect has failed. Notifications are missed until `connected`. */
  disconnected?(reason: Error): void;
}

/** How a silent connection is detected as dead. In milliseconds. */
export interface ListenerLimits {
  /** Between a successful `SELECT 1` and the next one. */
  checkMs: number;
  /** A statement without a result after this time means that the connection is dead. */
  responseMs: number;
}

const defaultLimits: ListenerLimits = { checkMs: 15_000, responseMs: 5000 };

const reconnectMs = 1000;

const connectTimeoutMs = 2000;

const endTimeoutMs = 1000;

/** Listens on one channel of PostgreSQL over a connection of its own. Reconnects until it is closed. */
export class Listener {
  private readonly logger = new Logger(Listener.name);
  private readonly limits: ListenerLimits;
  private client: Client | undefined;
  private connecting: Promise<unknown> | undefined;
  /** The next check while connected, else the next attempt to connect. */
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private isFailureReported = false;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly events: ListenerEvents,
    limits: Partial<ListenerLimits> = {},
  ) {
    this.limits = { ...defaultLimits, ...limits };
  }

  /** Starts to listen. Returns after the first attempt to connect; later attempts run in the background. */
  async open(): Promise<void> {
    if (this.closed) return;
    const client = this.newClient();
    if (!client) return;
    this.client = client;
    client.on('notification', ({ payload }) => {
      this.notify(payload ?? '');
    });
    client.on('error', (error) => {
      this.reconnect(client, error);
    });
    client.on('end', () => {
      this.reconnect(client, new Error('The connection has ended'));
    });
    try {
      this.connecting = client.connect();
      await this.connecting;
      await client.query(`LISTEN ${client.escapeIdentifier(this.channel)}`);
      if (client !== this.client) return;
      this.isFailureReported = false;
      this.events.connected?.();
      this.check(client);
    } catch (error) {
      this.reconnect(client, toError(error));
    }
  }

  /** Reads the files of `sslrootcert`, `sslcert` and `sslkey`. @returns undefined if a file is missing: later attempts read it again */
  private newClient(): Client | undefined {
    try {
      return new Client({
        connectionString: this.url,
        application_name: 'place-directory listener',
        connectionTimeoutMillis: connectTimeoutMs,
        query_timeout: this.limits.responseMs,
        ...keepAlive,
      });
    } catch (error) {
      this.retry(toError(error));
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    // pg never completes `end()` if it is called while the client still connects.
    await this.connecting?.catch(() => undefined);
    if (!client) return;
    // pg never completes `end()` on a dead connection.
    const cut = setTimeout(() => client.connection.stream.destroy(), endTimeoutMs);
    await client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  /** Any program can send a notification. An exception in this event of `pg` would end the process. */
  private notify(payload: string): void {
    try {
      this.events.notified(payload);
    } catch (error) {
      this.logger.error({ msg: `Cannot handle a notification on ${this.channel}`, err: error });
    }
  }

  /** Queries regularly, because TCP does not report that the other machine is gone. */
  private check(client: Client): void {
    if (client !== this.client) return;
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => {
          this.check(client);
        },
        (error: unknown) => {
          this.reconnect(client, toError(error));
        },
      );
    }, this.limits.checkMs).unref();
  }

  private reconnect(client: Client, reason: Error): void {
    if (client !== this.client) return;
    this.client = undefined;
    clearTimeout(this.timer);
    // pg cuts the connection at once if a statement is unanswered.
    void client.end().catch(() => undefined);
    this.retry(reason);
  }

  private retry(reason: Error): void {
    if (!this.isFailureReported) this.events.disconnected?.(reason);
    this.isFailureReported = true;
    this.timer = setTimeout(() => void this.open(), reconnectMs);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
// Channels of PostgreSQL's LISTEN and NOTIFY. The triggers in force are in `schema.sql`.

/**
 * The outbox `place_changes` has new rows. No payload.
 *
 * Notified by the functions `enqueue_*()`, which the triggers of `places`, `place_categories`, `categories`,
 * `subcategories` and `sources` call (`schema.sql`). `IndexSyncWorker` listens.
 */
export const PLACE_CHANGE = 'place_change';

/**
 * A table has changed. The payload is the name of the table.
 *
 * Notified by the triggers `tell_change` (`schema.sql`), and by `AreaTable` for `areas`. `TableVersions` listens.
 */
export const TABLE_CHANGE = 'table_change';

/** The tables that have the trigger `tell_change`: `TABLE_CHANGE` reports their changes. A test compares PostgreSQL's triggers. */
export const notifyingTables = [
  'users',
  'follows',
  'checkins',
  'reviews',
  'places',
  'place_categories',
  'categories',
  'subcategories',
  'sources',
] as const;

export type NotifyingTable = (typeof notifyingTables)[number];

/**
 * Access tokens are no longer valid. The payload is the digest of one token in hexadecimal, or `all`.
 *
 * Notified by `notify_token_change()`, `notify_all_tokens()` and `end_access()`, which the triggers of `access_tokens`, `clients` and
 * `users` call (`schema.sql`). `TokenCache` listens.
 */
export const TOKEN_CHANGE = 'token_change';

/** Requests that a replica counted against quotas, as JSON. Notified and heard by `QuotaExchange` of each replica. */
export const QUOTA_SPENT = 'quota_spent';
