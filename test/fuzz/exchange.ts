import { Agent, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface FuzzResponse {
  /** 0 if the connection was closed without a response. */
  status: number;
  type: string;
  body: Buffer;
  ms: number;
}

const timeoutMs = 20_000;

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

/** Sends a request by an HTTP client. */
export function send(url: string, { method, target, headers, body }: Sent): Promise<FuzzResponse> {
  const startedAt = performance.now();
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    // `fetch` would correct the target.
    const request = sendRequest(
      { hostname, port, method, path: target, headers, agent, timeout: timeoutMs },
      (response) => {
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
            ms: performance.now() - startedAt,
          });
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error(`No response in ${timeoutMs} ms`)));
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends bytes, ends the request side, and reads until the server closes the connection. */
export function sendBytes(url: string, message: Buffer): Promise<FuzzResponse> {
  const startedAt = performance.now();
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const finish = (): void => {
      const body = Buffer.concat(chunks);
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(body.toString('latin1', 0, 20)) ?? [];
      resolve({ status: Number(status), type: '', body, ms: performance.now() - startedAt });
    };
    const socket = connect(Number(port), hostname);
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`Not closed in ${timeoutMs} ms`)));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close before it has read everything.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.end(message);
  });
}
