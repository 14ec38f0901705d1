import { connect, type Socket } from 'node:net';
import { type TimedResponse } from './figures.js';

type Outcome = Pick<TimedResponse, 'status' | 'code'>;

const timeoutMs = 30_000;

const headEnd = Buffer.from('\r\n\r\n');

/**
 * A keep-alive connection for one request at a time. It reads only the status and the end of a response, because the load
 * generator shares the processors with the service.
 */
export class Connection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  /** The remaining bytes of the body; undefined while the head is read. */
  private left: number | undefined;
  private outcome: Outcome = { status: 0 };
  /** Why the connection ended. */
  private failure: string | undefined;
  private resolve: ((outcome: Outcome) => void) | undefined;

  /** @param closed called when the connection has closed */
  constructor(
    host: string,
    port: number,
    private readonly headers: string,
    closed: () => void,
  ) {
    this.socket = connect(port, host);
    this.socket.setNoDelay(true).setTimeout(timeoutMs);
    this.socket.on('data', (chunk: Buffer) => {
      this.read(chunk);
    });
    this.socket.on('timeout', () => this.socket.destroy(Object.assign(new Error('no data'), { code: 'timeout' })));
    this.socket.on('error', (error: NodeJS.ErrnoException) => {
      this.failure = error.code;
    });
    this.socket.on('close', () => {
      this.finish({ status: 0, code: this.failure ?? 'closed' });
      closed();
    });
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  get(target: string): Promise<Outcome> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.socket.write(`GET ${target} HTTP/1.1\r\n${this.headers}\r\n`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    if (this.left === undefined) {
      this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
      const end = this.received.indexOf(headEnd);
      if (end < 0) return;
      const head = this.received.toString('latin1', 0, end);
      const status = Number(head.slice(9, 12));
      this.outcome = status < 400 ? { status } : { status, code: codeIn(this.received.toString('latin1', end)) };
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`A response without a length: ${head}`);
      this.left = Number(length) - (this.received.length - end - headEnd.length);
    } else this.left -= chunk.length;
    if (this.left <= 0) this.finish(this.outcome);
  }

  private finish(outcome: Outcome): void {
    this.left = undefined;
    this.received = Buffer.alloc(0);
    const { resolve } = this;
    this.resolve = undefined;
    resolve?.(outcome);
  }
}

/** The code of a problem. It is near the beginning, so it arrives with the head. */
function codeIn(body: string): string | undefined {
  const [, json, xml] = /"code":"(\w+)"|<code>(\w+)/.exec(body) ?? [];
  return json ?? xml;
}
