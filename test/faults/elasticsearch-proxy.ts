import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** What becomes of the requests to Elasticsearch. */
export type Manner = 'pass' | 'slow' | 'cut' | 'busy';

/** Milliseconds. */
const slowness = 5000;

const busyAnswer = JSON.stringify({
  error: { type: 'es_rejected_execution_exception', reason: 'rejected execution of coordinating operation' },
  status: 429,
});

/** Stands between the service and the real Elasticsearch, for what a real one does not do on demand. */
export class ElasticsearchProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private port = 0;
  manner: Manner = 'pass';
  target = 'http://127.0.0.1:1';

  constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Refuses what is new and breaks what is open. */
  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (this.manner === 'busy') {
      response.writeHead(429, { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' });
      response.end(busyAnswer);
      return;
    }
    if (this.manner === 'slow') await delay(slowness);
    const { method, headers, url = '/' } = request;
    const from = await new Promise<IncomingMessage>((resolve, reject) => {
      ask(`${this.target}${url}`, { method, headers, agent: false }, resolve).on('error', reject).end(body);
    });
    const answer = await buffer(from);
    const { 'transfer-encoding': _, ...kept } = from.headers;
    response.writeHead(from.statusCode ?? 502, { ...kept, 'content-length': answer.length });
    if (this.manner === 'cut') {
      response.write(answer.subarray(0, answer.length / 2), () => response.destroy());
    } else response.end(answer);
  }
}
