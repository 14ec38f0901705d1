import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { outcomes } from '../load/figures.js';
import { get } from '../load/get.js';

const paths = [
  '/v2/places?q=museu',
  '/v2/users/maria',
  '/v2/users/maria/followers',
  '/v2/categories',
  '/v2/places/masp',
];

/** Milliseconds between a response and the next request of a client. */
const pauseMs = 5;

/** Clients that send one request after the other over keep-alive connections. */
export class Clients {
  private readonly received: { status: number; code?: string }[] = [];

  constructor(private readonly token: string) {}

  get failed(): number {
    return this.received.filter(({ status }) => status !== 200).length;
  }

  /** Requests without a response, on connections that were not refused. */
  get broken(): number {
    return this.received.filter(({ status, code }) => status === 0 && code !== 'ECONNREFUSED').length;
  }

  get summary(): string {
    return `${this.failed} requests failed (${outcomes(this.received)})`;
  }

  async run(url: string, count: number, stop: AbortSignal): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: count });
    await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        for (let turn = at; !stop.aborted; turn += 1) {
          const { body: _body, ...outcome } = await get(`${url}${paths[turn % paths.length] ?? ''}`, this.token, agent);
          this.received.push(outcome);
          await delay(pauseMs);
        }
      }),
    );
    agent.destroy();
  }
}
