import { Agent, createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Milliseconds between two readiness checks. */
const intervalMs = 500;

interface Replica {
  url: string;
  ready: boolean;
}

/** A load balancer: checks readiness, distributes requests to ready replicas in turn, and never retries. */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 200 });
  private readonly replicas: Replica[];
  private readonly server: Server;
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  constructor(urls: readonly string[]) {
    this.replicas = urls.map((url) => ({ url, ready: false }));
    this.server = createServer((request, response) => {
      this.forward(request, response);
    });
    this.timer = setInterval(() => void this.checkReadiness(), intervalMs);
  }

  async listen(): Promise<string> {
    await this.checkReadiness();
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  isReady(url: string): boolean {
    return this.replicas.some((replica) => replica.url === url && replica.ready);
  }

  close(): void {
    clearInterval(this.timer);
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private async checkReadiness(): Promise<void> {
    await Promise.all(
      this.replicas.map(async (replica) => {
        replica.ready = await fetch(`${replica.url}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
          ({ ok }) => ok,
          () => false,
        );
      }),
    );
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const ready = this.replicas.filter((replica) => replica.ready);
    this.turn += 1;
    const replica = ready[this.turn % ready.length];
    const fail = (): void => void response.writeHead(502).end();
    if (!replica) {
      fail();
      return;
    }
    const { method, url = '/', headers } = request;
    const outgoing = ask(`${replica.url}${url}`, { method, headers, agent: this.agent }, (incoming) => {
      const { connection: _, 'keep-alive': __, ...kept } = incoming.headers;
      response.writeHead(incoming.statusCode ?? 502, kept);
      incoming.pipe(response);
      incoming.on('error', () => response.destroy());
    });
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy();
      else fail();
    });
    request.pipe(outgoing);
  }
}
