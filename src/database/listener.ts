import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit, Optional } from '@nestjs/common';
import { Client } from 'pg';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { keepAlive } from './connect.js';

export interface ListenerEvents {
  /** A notification arrived on the channel. */
  readonly notified: (payload: string) => void;
  /** Listening has started, or started again: earlier notifications may have been missed. */
  readonly connected?: () => void;
  /** The connection is lost, or the first attempt to connect has failed. Notifications are missed until `connected`. */
  readonly disconnected?: (reason: Error) => void;
}

/** How missing notifications are detected. In milliseconds. Both together are how long changes may be missed unnoticed. */
export interface ListenerLimits {
  /** Between a notification to itself that has arrived and the next one. */
  checkMs: number;
  /** A notification to itself that has not arrived after this time means that no notifications arrive. */
  responseMs: number;
}

const defaultLimits: ListenerLimits = { checkMs: 2000, responseMs: 2500 };

const reconnectMs = 1000;

const connectTimeoutMs = 2000;

const endTimeoutMs = 1000;

/** The connections of a listener from one attempt to connect to its failure. */
interface Session {
  readonly client: Client;
  /**
   * Sends the notifications to itself. PostgreSQL sends a session its own notifications before the result of the statement, and a
   * pooler in transaction mode forwards them then, although it drops those of others.
   */
  readonly sender: Client;
  /** Is called when one of them arrives. */
  echoed: () => void;
}

/**
 * Listens on channels of PostgreSQL over a connection of its own. Reconnects until it is closed. Sends itself notifications over a
 * second connection: TCP does not report that the other machine is gone, and a pooler may drop notifications.
 */
@Injectable()
export class Listener implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Listener.name);
  private readonly limits: ListenerLimits;
  private readonly channels = new Map<string, ListenerEvents>();
  /** The channel of the notifications to itself. The same after each reconnection: a pooler may keep a connection that listens. */
  private readonly echoChannel = `echo ${randomUUID()}`;
  private session: Session | undefined;
  private connecting: Promise<unknown> | undefined;
  /** The next check while connected, else the next attempt to connect. */
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private isFailureReported = false;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'DATABASE_URL'>,
    @Optional() limits: Partial<ListenerLimits> = {},
  ) {
    this.limits = { ...defaultLimits, ...limits };
  }

  /** Sets the handler of a channel. Call it in a constructor: the listener is opened when all modules are there. */
  on(channel: string, events: ListenerEvents): void {
    this.channels.set(channel, events);
  }

  /** Without a channel, no connection is needed. */
  async onModuleInit(): Promise<void> {
    if (this.channels.size > 0) await this.open();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Starts to listen. Returns after the first attempt to connect; later attempts run in the background. */
  async open(): Promise<void> {
    if (this.closed) return;
    const session = this.newSession();
    if (!session) return;
    this.session = session;
    const { client, sender } = session;
    const { echoChannel } = this;
    client.on('notification', ({ channel, payload }) => {
      if (channel === echoChannel) session.echoed();
      else this.notify(channel, payload ?? '');
    });
    for (const each of [client, sender]) {
      each.on('error', (error) => {
        this.reconnect(session, error);
      });
      each.on('end', () => {
        this.reconnect(session, new Error('The connection has ended'));
      });
    }
    try {
      const connected = [client.connect(), sender.connect()];
      this.connecting = Promise.allSettled(connected);
      await Promise.all(connected);
      for (const channel of [...this.channels.keys(), echoChannel])
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      await this.echo(session);
      if (session !== this.session) return;
      this.isFailureReported = false;
      for (const { connected } of this.channels.values()) connected?.();
      this.check(session);
    } catch (error) {
      this.reconnect(session, toError(error));
    }
  }

  /** Reads the files of `sslrootcert`, `sslcert` and `sslkey`. @returns undefined if a file is missing: later attempts read it again */
  private newSession(): Session | undefined {
    const options = {
      connectionString: this.environment.DATABASE_URL,
      application_name: 'place-directory listener',
      connectionTimeoutMillis: connectTimeoutMs,
      // Only for the other statements: `echo()` waits shorter.
      query_timeout: 2 * this.limits.responseMs,
      ...keepAlive,
    };
    try {
      const [client, sender] = [new Client(options), new Client(options)];
      return { client, sender, echoed: () => undefined };
    } catch (error) {
      this.retry(toError(error));
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const { session } = this;
    this.session = undefined;
    // pg never completes `end()` if it is called while the client still connects.
    await this.connecting;
    if (session) await endSession(session);
  }

  /** Any program can send a notification. An exception in this event of `pg` would end the process. */
  private notify(channel: string, payload: string): void {
    try {
      this.channels.get(channel)?.notified(payload);
    } catch (error) {
      this.logger.error({ msg: `Cannot handle a notification on ${channel}`, err: error });
    }
  }

  private check(session: Session): void {
    this.timer = setTimeout(() => {
      this.echo(session).then(
        () => {
          if (session === this.session) this.check(session);
        },
        (error: unknown) => {
          this.reconnect(session, toError(error));
        },
      );
    }, this.limits.checkMs).unref();
  }

  /** Sends a notification to itself. Resolves when it has arrived. */
  private async echo(session: Session): Promise<void> {
    const { sender } = session;
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        session.echoed = resolve;
        sender.query(`NOTIFY ${sender.escapeIdentifier(this.echoChannel)}`).catch(reject);
        // If the event loop was blocked, the notification may wait to be read: `setImmediate` runs after the reading.
        timer = setTimeout(() => setImmediate(reject, new Error(noNotifications)), this.limits.responseMs).unref();
      });
    } finally {
      clearTimeout(timer);
    }
  }

  private reconnect(session: Session, reason: Error): void {
    if (session !== this.session) return;
    this.session = undefined;
    clearTimeout(this.timer);
    void endSession(session);
    this.retry(reason);
  }

  private retry(reason: Error): void {
    if (!this.isFailureReported) for (const { disconnected } of this.channels.values()) disconnected?.(reason);
    this.isFailureReported = true;
    this.timer = setTimeout(() => void this.open(), reconnectMs);
  }
}

const noNotifications =
  'PostgreSQL delivers no notifications: its connection is silent, or a pooler is not in session mode';

async function endSession({ client, sender }: Session): Promise<void> {
  await Promise.all(
    [client, sender].map(async (each) => {
      // pg never completes `end()` on a dead connection.
      const cut = setTimeout(() => each.connection.stream.destroy(), endTimeoutMs);
      await each.end().catch(() => undefined);
      clearTimeout(cut);
    }),
  );
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
// Channels of PostgreSQL's LISTEN and NOTIFY. The triggers in force are in `schema.sql`.

/**
 * The outbox `place_changes` has new rows. No payload.
 *
 * Notified by `enqueue_places()` and `enqueue_places_of()`, which the triggers of `places`, `place_categories`, `categories`,
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
  'joined_areas',
] as const;

export type NotifyingTable = (typeof notifyingTables)[number];

/**
 * Access tokens are no longer valid. The payload is the digest of one token in hexadecimal, or `all`.
 *
 * Notified by `notify_token_change()`, `notify_all_tokens()` and `end_access()`, which the triggers of `access_tokens`, `clients` and
 * `users` call (`schema.sql`). `TokenCache` listens.
 */
export const TOKEN_CHANGE = 'token_change';
