import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A response as far as load generators read it. */
export interface Received {
  readonly status: number;
  /** Head and body. */
  readonly bytes: number;
  /** The code of a problem. */
  readonly code?: string | undefined;
}

const headEnd = '\r\n\r\n';
/** JSON and XML texts do not end with this, so no earlier part of a body looks like the last chunk. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/**
 * A keep-alive connection for one request at a time. It reads no more of a response than its status and its length: a
 * whole HTTP client costs as much processor time as some of the servers that are measured.
 */
export class Connection {
  private readonly socket: Socket;
  private settle?: { resolve: (received: Received) => void; reject: (error: Error) => void };
  private head = '';
  private tail: Buffer = Buffer.alloc(0);
  private status = 0;
  private code: string | undefined;
  private bytes = 0;
  /** Bytes of the whole response. Undefined: the head is incomplete. NaN: chunked. */
  private length?: number | undefined;
  /** The server closes the connection after this response. */
  private isLast = false;

  /** @param timeoutMs without data, after which the connection is closed. By default never */
  constructor({ hostname, port }: URL, timeoutMs = 0) {
    this.socket = connect(Number(port), hostname);
    this.socket.setNoDelay(true).setTimeout(timeoutMs);
    this.socket.on('data', (chunk) => {
      this.read(chunk);
    });
    const fail = (error?: Error): void => {
      this.settle?.reject(error ?? failure('closed', 'The server has closed the connection.'));
    };
    this.socket.on('timeout', () => this.socket.destroy(failure('timeout', 'The server sends nothing.')));
    this.socket.on('error', fail);
    this.socket.on('close', () => {
      fail();
    });
  }

  /** A connection that is established. */
  static async open(url: URL): Promise<Connection> {
    const connection = new Connection(url);
    await once(connection.socket, 'connect');
    return connection;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** @throws Error with the code of a network error, `closed` or `timeout` */
  send(request: Buffer | string): Promise<Received> {
    this.head = '';
    this.bytes = 0;
    this.length = undefined;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      if (this.isOpen) this.socket.write(request);
      else reject(failure('closed', 'The connection is closed.'));
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.length === undefined) this.readHead(chunk);
    if (this.length === undefined) return;
    if (Number.isNaN(this.length)) {
      this.tail = chunk.length >= lastChunk.length ? chunk : Buffer.concat([this.tail, chunk]);
      if (!this.tail.subarray(-lastChunk.length).equals(lastChunk)) return;
    } else if (this.bytes < this.length) return;
    const { settle, status, bytes, code } = this;
    delete this.settle;
    if (this.isLast) this.close();
    settle?.resolve({ status, bytes, code });
  }

  private readHead(chunk: Buffer): void {
    const end = chunk.indexOf(headEnd);
    this.head += chunk.toString('latin1', 0, end < 0 ? chunk.length : end + headEnd.length);
    const whole = end < 0 ? this.head.indexOf(headEnd) : this.head.length - headEnd.length;
    if (whole < 0) return;
    this.status = Number(this.head.slice(9, 12));
    // It is near the beginning of the body, so it arrives with the end of the head.
    this.code = this.status < 400 ? undefined : codeIn(chunk.toString('latin1'));
    this.isLast = /\r\nconnection: *close\r\n/i.test(this.head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head)?.[1];
    this.length = length === undefined ? Number.NaN : whole + headEnd.length + Number(length);
  }
}

function codeIn(body: string): string | undefined {
  const [, json, xml] = /"code":"(\w+)"|<code>(\w+)/.exec(body) ?? [];
  return json ?? xml;
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
