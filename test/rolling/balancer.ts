import { Agent, createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Milliseconds between two looks at the readiness of a replica. */
const interval = 500;

interface Replica {
  url: string;
  ready: boolean;
}

/**
 * A balancer as they are in front of replicas: it asks each whether it is ready, gives requests in turn to those that
 * are, keeps its connections, and leaves one when the answer says so. It never asks a second time.
 */
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
    this.timer = setInterval(() => void this.look(), interval);
  }

  async listen(): Promise<string> {
    await this.look();
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

  private async look(): Promise<void> {
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
    const outgoing = ask(`${replica.url}${url}`, { method, headers, agent: this.agent }, (answer) => {
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy();
      else fail();
    });
    request.pipe(outgoing);
  }
}
