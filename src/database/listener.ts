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

const reconnectAfterMs = 1000;
const connectWithinMs = 2000;

/** Listens on one channel of PostgreSQL, over a connection of its own that is made anew whenever it breaks. */
export class Listener {
  private client: Client | undefined;
  private connecting: Promise<unknown> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly events: ListenerEvents,
  ) {}

  /** Begins to listen; keeps trying by itself when PostgreSQL is away. Once it has been closed, it stays so. */
  async open(): Promise<void> {
    if (this.closed) return;
    const client = new Client({
      connectionString: this.url,
      application_name: 'place-directory listener',
      connectionTimeoutMillis: connectWithinMs,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ payload }) => {
      this.events.notified(payload ?? '');
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
      if (client === this.client) this.events.connected();
    } catch (error) {
      this.lose(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    // A connection that is told to end before it is one never does.
    await this.connecting?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  private lose(client: Client, reason: Error): void {
    if (client !== this.client) return;
    this.client = undefined;
    void client.end().catch(() => undefined);
    this.events.disconnected(reason);
    this.timer = setTimeout(() => void this.open(), reconnectAfterMs);
  }
}
