import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface Answer {
  /** 0: the connection was closed without one. */
  status: number;
  type: string;
  body: Buffer;
  ms: number;
}

/** Milliseconds after which nobody waits for an answer any more. */
const patience = 20_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};

interface Sent {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sends a request that an HTTP client can send. */
export function send(url: string, { method, target, headers, body }: Sent): Promise<Answer> {
  const began = performance.now();
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    // The target goes as it is: what would parse it as an address would mend it.
    const request = ask({ hostname, port, method, path: target, headers, agent, timeout: patience }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const sent = Buffer.concat(chunks);
        const decode = decoders[response.headers['content-encoding'] ?? ''];
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body: decode && sent.length > 0 ? decode(sent) : sent,
          ms: performance.now() - began,
        });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`No answer in ${patience} ms`)));
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends bytes and says that no more will come; the answer is whatever comes until the connection is closed. */
export function sendBytes(url: string, message: Buffer): Promise<Answer> {
  const began = performance.now();
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const finish = (): void => {
      const body = Buffer.concat(chunks);
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(body.toString('latin1', 0, 20)) ?? [];
      resolve({ status: Number(status), type: '', body, ms: performance.now() - began });
    };
    const socket = connect(Number(port), hostname);
    socket.setTimeout(patience, () => socket.destroy(new Error(`No end in ${patience} ms`)));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close before it has read everything.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.end(message);
  });
}
