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

/** Listens on one channel of PostgreSQL, over a connection of its own that is made anew whenever it breaks. */
export class Listener {
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly events: ListenerEvents,
  ) {}

  /** Begins to listen; keeps trying by itself when PostgreSQL is away. */
  async open(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'place-directory listener',
      connectionTimeoutMillis: 2000,
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
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(this.channel)}`);
      this.events.connected();
    } catch (error) {
      this.lose(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private lose(client: Client, reason: Error): void {
    if (this.closed || client !== this.client) return;
    this.client = undefined;
    void client.end().catch(() => undefined);
    this.events.disconnected(reason);
    this.timer = setTimeout(() => void this.open(), reconnectAfterMs);
  }
}
