import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Connection } from './connection.js';
import { type Traffic } from './traffic.js';

/** One answer, or none. Times in milliseconds. */
export interface Answered extends Answer {
  /** When it was asked, by `performance.now()`. */
  at: number;
  ms: number;
}

/** No more connections than this are opened; who finds none is not answered. */
const mostConnections = 4000;

/** Milliseconds between two looks at who is to be sent. */
const tick = 5;

/** Callers of a service, on kept connections. */
export class Callers {
  private readonly idle: Connection[] = [];
  private readonly open = new Set<Connection>();
  private readonly address: URL;
  private readonly headers: string;

  constructor(
    url: string,
    token: string,
    private readonly traffic: Traffic,
  ) {
    this.address = new URL(url);
    this.headers = `Host: ${this.address.host}\r\nAuthorization: Bearer ${token}\r\n`;
  }

  /** How many connections are open. */
  get connections(): number {
    return this.open.size;
  }

  /** So many callers ask one thing after the other: what a service can do at most shows. */
  async inTurn(callers: number, seconds: number): Promise<Answered[]> {
    const answers: Answered[] = [];
    const until = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (performance.now() < until) answers.push(await this.ask());
      }),
    );
    return answers;
  }

  /** So many come in a second, whatever becomes of those before them. Ends when the last has been answered. */
  async steadily(rate: number, seconds: number, abort: AbortSignal): Promise<Answered[]> {
    const answers: Answered[] = [];
    const pending: Promise<unknown>[] = [];
    const began = performance.now();
    const due = (): number => Math.floor((Math.min(performance.now() - began, seconds * 1000) * rate) / 1000);
    for (let sent = 0; sent < Math.floor(seconds * rate);) {
      abort.throwIfAborted();
      for (; sent < due(); sent += 1) pending.push(this.ask().then((answer) => answers.push(answer)));
      await delay(tick);
    }
    await Promise.all(pending);
    return answers;
  }

  close(): void {
    for (const connection of this.open) connection.close();
  }

  private async ask(): Promise<Answered> {
    const at = performance.now();
    const connection = this.take();
    const answer = connection ? await connection.ask(this.traffic.next()) : { status: 0 };
    if (connection?.isOpen) this.idle.push(connection);
    return { ...answer, at, ms: performance.now() - at };
  }

  private take(): Connection | undefined {
    for (let known = this.idle.pop(); known; known = this.idle.pop()) if (known.isOpen) return known;
    if (this.open.size >= mostConnections) return undefined;
    const connection: Connection = new Connection(this.address.hostname, Number(this.address.port), this.headers, () =>
      this.open.delete(connection),
    );
    this.open.add(connection);
    return connection;
  }
}
