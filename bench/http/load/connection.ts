import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A response as far as the load generator reads it. */
export interface Received {
  readonly status: number;
  /** Head and body. */
  readonly bytes: number;
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
  private bytes = 0;
  /** Bytes of the whole response. Undefined: the head is incomplete. NaN: chunked. */
  private length?: number | undefined;

  private constructor({ hostname, port }: URL) {
    this.socket = connect(Number(port), hostname);
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk) => {
      this.read(chunk);
    });
    const fail = (error?: Error): void => {
      this.settle?.reject(error ?? new Error('The server has closed the connection.'));
    };
    this.socket.on('error', fail);
    this.socket.on('close', () => {
      fail();
    });
  }

  static async open(url: URL): Promise<Connection> {
    const connection = new Connection(url);
    await once(connection.socket, 'connect');
    return connection;
  }

  send(request: Buffer): Promise<Received> {
    this.head = '';
    this.bytes = 0;
    this.length = undefined;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    delete this.settle;
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
    const { settle, status, bytes } = this;
    delete this.settle;
    settle?.resolve({ status, bytes });
  }

  private readHead(chunk: Buffer): void {
    const end = chunk.indexOf(headEnd);
    this.head += chunk.toString('latin1', 0, end < 0 ? chunk.length : end + headEnd.length);
    const whole = end < 0 ? this.head.indexOf(headEnd) : this.head.length - headEnd.length;
    if (whole < 0) return;
    this.status = Number(this.head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head)?.[1];
    this.length = length === undefined ? Number.NaN : whole + headEnd.length + Number(length);
  }
}
