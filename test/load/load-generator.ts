import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection.js';
import { type TimedResponse } from './figures.js';
import { type Traffic } from './traffic.js';

/** Requests beyond this number of connections count as failed. */
const maxConnections = 4000;

/** Milliseconds between two checks for due requests. */
const tickMs = 5;

/** Sends requests to a service over keep-alive connections. */
export class LoadGenerator {
  private readonly idle: Connection[] = [];
  private readonly open = new Set<Connection>();
  private readonly address: URL;
  private readonly headers: string;

  constructor(
    url: string,
    token: string,
    private readonly traffic: Pick<Traffic, 'next'>,
  ) {
    this.address = new URL(url);
    this.headers = `Host: ${this.address.host}\r\nAuthorization: Bearer ${token}\r\n`;
  }

  /** The number of open connections. */
  get connections(): number {
    return this.open.size;
  }

  /** Closed loop: each client sends its next request after a response. Measures the peak of the service. */
  async closedLoop(clients: number, seconds: number): Promise<TimedResponse[]> {
    const responses: TimedResponse[] = [];
    const end = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) responses.push(await this.send());
      }),
    );
    return responses;
  }

  /** Open loop: sends `rate` requests a second, even without responses. Resolves after the last response. */
  async openLoop(rate: number, seconds: number, abort: AbortSignal): Promise<TimedResponse[]> {
    const responses: TimedResponse[] = [];
    const pending: Promise<unknown>[] = [];
    const began = performance.now();
    const due = (): number => Math.floor((Math.min(performance.now() - began, seconds * 1000) * rate) / 1000);
    for (let sent = 0; sent < Math.floor(seconds * rate);) {
      abort.throwIfAborted();
      for (; sent < due(); sent += 1) pending.push(this.send().then((response) => responses.push(response)));
      await delay(tickMs);
    }
    await Promise.all(pending);
    return responses;
  }

  close(): void {
    for (const connection of this.open) connection.close();
  }

  private async send(): Promise<TimedResponse> {
    const at = performance.now();
    const connection = this.take();
    const response = connection ? await connection.get(this.traffic.next()) : { status: 0, code: 'not sent' };
    if (connection?.isOpen) this.idle.push(connection);
    return { ...response, at, ms: performance.now() - at };
  }

  private take(): Connection | undefined {
    for (let known = this.idle.pop(); known; known = this.idle.pop()) if (known.isOpen) return known;
    if (this.open.size >= maxConnections) return undefined;
    const connection: Connection = new Connection(this.address.hostname, Number(this.address.port), this.headers, () =>
      this.open.delete(connection),
    );
    this.open.add(connection);
    return connection;
  }
}
