import { Logger } from '@nestjs/common';
import { Client } from 'pg';

/** What a listener is told of. */
export interface ListenerEvents {
  /** A notification on the channel. */
  notified(payload: string): void;
  /** Listening has (again) begun: whatever was notified before may have been missed. */
  connected(): void;
  /** The connection is lost: notifications are missed until `connected`. */
  disconnected(reason: Error): void;
}

/** When a connection counts as lost that is open and carries nothing, in milliseconds. */
export interface ListenerLimits {
  /** Between an answer and the next question whether PostgreSQL is still there. */
  checkEvery: number;
  /** For the answer to a question. */
  answerWithin: number;
}

const usual: ListenerLimits = { checkEvery: 15_000, answerWithin: 5000 };

const reconnectAfterMs = 1000;
const connectWithinMs = 2000;
const leaveWithinMs = 1000;

/** Before the system asks the other end by itself, which it does after two hours otherwise. */
const keepAliveAfterMs = 10_000;

/** Listens on one channel of PostgreSQL, over a connection of its own that is made anew whenever it breaks. */
export class Listener {
  private readonly logger = new Logger(Listener.name);
  private readonly limits: ListenerLimits;
  private client: Client | undefined;
  private connecting: Promise<unknown> | undefined;
  /** Until the next check while connected, else until the next attempt. */
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly events: ListenerEvents,
    limits: Partial<ListenerLimits> = {},
  ) {
    this.limits = { ...usual, ...limits };
  }

  /** Begins to listen; keeps trying by itself when PostgreSQL is away. Once it has been closed, it stays so. */
  async open(): Promise<void> {
    if (this.closed) return;
    const client = new Client({
      connectionString: this.url,
      application_name: 'place-directory listener',
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: this.limits.answerWithin,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
    });
    this.client = client;
    client.on('notification', ({ payload }) => {
      this.tell(payload ?? '');
    });
    client.on('error', (error) => {
      this.lose(client, error);
    });
    client.on('end', () => {
      this.lose(client, new Error('The connection has ended'));
    });
    try {
      this.connecting = client.connect();
      await this.connecting;
      await client.query(`LISTEN ${client.escapeIdentifier(this.channel)}`);
      if (client !== this.client) return;
      this.events.connected();
      this.watch(client);
    } catch (error) {
      this.lose(client, toError(error));
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    // A connection that is told to end before it is one never does.
    await this.connecting?.catch(() => undefined);
    if (!client) return;
    // One that carries nothing takes no leave.
    const cut = setTimeout(() => client.connection.stream.destroy(), leaveWithinMs);
    await client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  /** What was notified comes from outside, and is told in an event of the driver: what is thrown there ends the process. */
  private tell(payload: string): void {
    try {
      this.events.notified(payload);
    } catch (error) {
      this.logger.error({ msg: `A notification on ${this.channel} was of no use`, err: error });
    }
  }

  /** Asks now and then: when the machine at the other end goes without a word, the connection stays open. */
  private watch(client: Client): void {
    if (client !== this.client) return;
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => {
          this.watch(client);
        },
        (error: unknown) => {
          this.lose(client, toError(error));
        },
      );
    }, this.limits.checkEvery).unref();
  }

  private lose(client: Client, reason: Error): void {
    if (client !== this.client) return;
    this.client = undefined;
    clearTimeout(this.timer);
    // With a question unanswered it is cut at once.
    void client.end().catch(() => undefined);
    this.events.disconnected(reason);
    this.timer = setTimeout(() => void this.open(), reconnectAfterMs);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
