import { connect, type Socket } from 'node:net';

/** What is read of an answer. */
export interface Answer {
  /** 0: the connection ended without one. */
  status: number;
  /** That of a problem. */
  code?: string | undefined;
}

const none: Answer = { status: 0 };

/** Milliseconds after which an answer is waited for no longer. */
const patience = 30_000;

const headEnd = Buffer.from('\r\n\r\n');

/**
 * A kept connection that asks one thing at a time and reads no more of an answer than its status and where it ends: what
 * makes the load must not take the processor from what is measured.
 */
export class Connection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  /** Bytes that the body still has to come; undefined while the head is read. */
  private left: number | undefined;
  private answer: Answer = none;
  private resolve: ((answer: Answer) => void) | undefined;

  /** @param closed called once when it can be used no more */
  constructor(
    host: string,
    port: number,
    private readonly headers: string,
    closed: () => void,
  ) {
    this.socket = connect(port, host);
    this.socket.setNoDelay(true).setTimeout(patience);
    this.socket.on('data', (chunk: Buffer) => {
      this.read(chunk);
    });
    this.socket.on('timeout', () => this.socket.destroy());
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.finish(none);
      closed();
    });
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  ask(target: string): Promise<Answer> {
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
      this.answer = status < 400 ? { status } : { status, code: codeIn(this.received.toString('latin1', end)) };
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`An answer without a length: ${head}`);
      this.left = Number(length) - (this.received.length - end - headEnd.length);
    } else this.left -= chunk.length;
    if (this.left <= 0) this.finish(this.answer);
  }

  private finish(answer: Answer): void {
    this.left = undefined;
    this.received = Buffer.alloc(0);
    const { resolve } = this;
    this.resolve = undefined;
    resolve?.(answer);
  }
}

/** It stands near the beginning of a problem, and so in the packet of its head. */
function codeIn(body: string): string | undefined {
  const [, json, xml] = /"code":"(\w+)"|<code>(\w+)/.exec(body) ?? [];
  return json ?? xml;
}
