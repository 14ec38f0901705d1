import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../../dev/services/free-port.js';

export type Mode = 'pass' | 'slow' | 'cut' | 'stall' | 'busy';

const slowMs = 5000;

const stallBytes = 600;

const busyBody = JSON.stringify({
  error: { type: 'es_rejected_execution_exception', reason: 'rejected execution of coordinating operation' },
  status: 429,
});

/** A proxy in front of Elasticsearch that simulates faults. */
export class ElasticsearchProxy {
  private readonly server: Server;
  private readonly connections = new Set<Socket>();
  /** Connections that stay open, but on which nothing is forwarded. */
  private readonly dead = new WeakSet<Socket>();
  url = '';
  mode: Mode = 'pass';
  target = 'http://127.0.0.1:1';

  constructor() {
    this.server = createServer((request, response) => {
      this.forward(request, response).catch(() => response.destroy());
    });
    this.server.on('connection', (socket) => {
      this.connections.add(socket);
      socket.on('close', () => this.connections.delete(socket));
    });
  }

  async listen(): Promise<void> {
    this.url = await listen(this.server, this.url === '' ? 0 : Number(new URL(this.url).port));
  }

  /** Closes all connections and refuses new ones. */
  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Forwards nothing on the connections that are open now, as if they had died without a sign. New ones work. */
  killSilently(): void {
    for (const socket of this.connections) {
      this.dead.add(socket);
      // The server must not close an idle connection.
      socket.setTimeout(0);
    }
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (this.dead.has(request.socket)) return;
    if (this.mode === 'busy') {
      response.writeHead(429, { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' });
      response.end(busyBody);
      return;
    }
    if (this.mode === 'slow') await delay(slowMs);
    const { method, headers, url = '/' } = request;
    const from = await new Promise<IncomingMessage>((resolve, reject) => {
      ask(`${this.target}${url}`, { method, headers, agent: false }, resolve).on('error', reject).end(body);
    });
    const received = await buffer(from);
    if (this.dead.has(request.socket)) return;
    const { 'transfer-encoding': _, ...kept } = from.headers;
    response.writeHead(from.statusCode ?? 502, { ...kept, 'content-length': received.length });
    if (this.mode === 'cut') {
      response.write(received.subarray(0, received.length / 2), () => response.destroy());
    } else if (this.mode === 'stall' && received.length > stallBytes) response.write(received.subarray(0, stallBytes));
    else response.end(received);
  }
}
