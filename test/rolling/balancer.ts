import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '../../dev/services/free-port.js';
import { forward } from '../support/forward.js';

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
      this.distribute(request, response);
    });
    this.timer = setInterval(() => void this.checkReadiness(), intervalMs);
  }

  async listen(): Promise<string> {
    await this.checkReadiness();
    return listen(this.server);
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

  private distribute(request: IncomingMessage, response: ServerResponse): void {
    const ready = this.replicas.filter((replica) => replica.ready);
    this.turn += 1;
    const replica = ready[this.turn % ready.length];
    if (replica) forward(request, response, `${replica.url}${request.url ?? '/'}`, this.agent);
    else response.writeHead(502).end();
  }
}
