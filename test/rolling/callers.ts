import { Agent, request as ask } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const paths = [
  '/v2/places?q=museu',
  '/v2/users/maria',
  '/v2/users/maria/followers',
  '/v2/categories',
  '/v2/places/masp',
];

/** Milliseconds between the answer and the next request of a caller. */
const rest = 5;

/** Callers who ask one thing after the other over connections that they keep. */
export class Callers {
  private answered = 0;
  private readonly failures = new Map<string, number>();

  constructor(private readonly token: string) {}

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  get summary(): string {
    const kinds = [...this.failures].map(([kind, count]) => `${count} × ${kind}`).join(', ');
    return `${this.answered.toLocaleString('en')} requests answered, ${this.failed} failed${kinds && ` (${kinds})`}`;
  }

  async run(url: string, count: number, stopped: AbortSignal): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: count });
    await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        for (let turn = at; !stopped.aborted; turn += 1) {
          const outcome = await this.ask(`${url}${paths[turn % paths.length] ?? ''}`, agent);
          if (outcome === '200') this.answered += 1;
          else this.failures.set(outcome, (this.failures.get(outcome) ?? 0) + 1);
          await delay(rest);
        }
      }),
    );
    agent.destroy();
  }

  private ask(url: string, agent: Agent): Promise<string> {
    return new Promise((resolve) => {
      const headers = { Authorization: `Bearer ${this.token}` };
      const request = ask(url, { agent, headers, timeout: 10_000 }, (response) => {
        response.resume();
        response.on('end', () => {
          resolve(String(response.statusCode));
        });
        response.on('error', () => {
          resolve('cut');
        });
      });
      request.on('timeout', () => request.destroy(new Error('timeout')));
      request.on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code ?? error.message);
      });
      request.end();
    });
  }
}
