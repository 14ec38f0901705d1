import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../../bench/http/load/connection.js';
import { type TimedResponse } from './figures.js';

/** Requests beyond this number of connections count as failed. */
const maxConnections = 4000;

/** Milliseconds without data, after which a request has failed. */
const timeoutMs = 30_000;

/** Milliseconds between two checks for due requests. */
const tickMs = 5;

interface ClosedLoop {
  /** Ends it earlier. */
  readonly stop?: AbortSignal;
  /** Milliseconds between a response and the next request of a client. */
  readonly pauseMs?: number;
  /** Where responses are added as they come. */
  readonly responses?: TimedResponse[];
}

/** Sends requests to a service over keep-alive connections. */
export class LoadGenerator {
  private readonly idle: Connection[] = [];
  private readonly all = new Set<Connection>();
  private readonly address: URL;
  private readonly headers: string;

  /** @param next the path of the next request */
  constructor(
    url: string,
    token: string,
    private readonly next: () => string,
  ) {
    this.address = new URL(url);
    this.headers = `Host: ${this.address.host}\r\nAuthorization: Bearer ${token}\r\n`;
  }

  /** The number of open connections. */
  get connections(): number {
    return [...this.all].filter(({ isOpen }) => isOpen).length;
  }

  /** Closed loop: each client sends its next request after a response. Measures the peak of the service. */
  async closedLoop(
    clients: number,
    seconds: number,
    { stop, pauseMs = 0, responses = [] }: ClosedLoop = {},
  ): Promise<TimedResponse[]> {
    const end = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end && stop?.aborted !== true) {
          responses.push(await this.send());
          if (pauseMs > 0) await delay(pauseMs);
        }
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
    for (const connection of this.all) connection.close();
  }

  private async send(): Promise<TimedResponse> {
    const at = performance.now();
    const outcome = await this.outcome();
    return { ...outcome, at, ms: performance.now() - at };
  }

  private async outcome(): Promise<Pick<TimedResponse, 'status' | 'code'>> {
    const connection = this.take();
    if (!connection) return { status: 0, code: 'not sent' };
    try {
      const { status, code } = await connection.send(`GET ${this.next()} HTTP/1.1\r\n${this.headers}\r\n`);
      this.idle.push(connection);
      return { status, code };
    } catch (error) {
      this.all.delete(connection);
      return { status: 0, code: (error as NodeJS.ErrnoException).code };
    }
  }

  private take(): Connection | undefined {
    for (let known = this.idle.pop(); known; known = this.idle.pop()) {
      if (known.isOpen) return known;
      this.all.delete(known);
    }
    if (this.all.size >= maxConnections) return undefined;
    const connection = new Connection(this.address, timeoutMs);
    this.all.add(connection);
    return connection;
  }
}

/** One after the other, again and again. */
export function inTurn(paths: readonly string[]): () => string {
  let at = 0;
  return () => paths[at++ % paths.length] ?? '';
}
