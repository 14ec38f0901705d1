import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type TimedResponse } from '../load/figures.js';
import { get } from '../load/get.js';

export interface FaultResponse extends TimedResponse {
  kind: 'search' | 'other';
  /** The response to a search differs from the ones before and after the fault. */
  partial: boolean;
}

const searches = ['q=restaurante', 'rows=50', 'q=sao+paulo&rows=20', 'fq=address.city:%22sao+paulo%22', 'sort=name'];
const others = [
  '/v2/users/maria',
  '/v2/users/maria/followers',
  '/v2/categories',
  '/v2/users/maria/places/reviews',
  '/v2/places/masp',
];
const paths = { search: searches.map((query) => `/v2/places?${query}`), other: others };

/** Milliseconds between two requests of a kind, whether earlier ones have a response or not. */
const intervalMs = 40;

function pathOf(kind: FaultResponse['kind'], turn: number): string {
  return paths[kind][turn % paths[kind].length] ?? '';
}

/** Sends searches and other requests at a constant rate, and records the responses. */
export class FaultLoad {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  private readonly expected = new Map<string, string>();
  /** Responses to searches that differ from the one before the fault. */
  private readonly differing: { response: FaultResponse; path: string; body: string }[] = [];
  readonly responses: FaultResponse[] = [];

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Records the complete responses to the searches. */
  async recordExpected(): Promise<void> {
    for (const path of paths.search) {
      const { status, body } = await get(`${this.url}${path}`, this.token, this.agent);
      if (status !== 200) throw new Error(`${path} returns ${status} before any fault`);
      this.expected.set(path, body);
    }
  }

  /** Records the complete responses to the searches after a fault during which a place changed. */
  async recordChanged(): Promise<void> {
    for (const path of paths.search) {
      const { body } = await get(`${this.url}${path}`, this.token, this.agent);
      for (const differing of this.differing) {
        if (differing.path === path && differing.body === body) differing.response.partial = false;
      }
    }
  }

  /** Sends requests until the signal aborts. Resolves after the last response. */
  async run(stop: AbortSignal, waitingClients?: number): Promise<void> {
    if (waitingClients === undefined) await this.runAtConstantRate(stop);
    else await Promise.all(Array.from({ length: waitingClients }, (_, client) => this.runClient(stop, client)));
  }

  private async runAtConstantRate(stop: AbortSignal): Promise<void> {
    const pending = new Set<Promise<void>>();
    for (let turn = 0; !stop.aborted; turn += 1) {
      for (const kind of ['search', 'other'] as const) {
        const sent = this.send(kind, pathOf(kind, turn)).finally(() => pending.delete(sent));
        pending.add(sent);
      }
      await delay(intervalMs);
    }
    await Promise.all(pending);
  }

  private async runClient(stop: AbortSignal, client: number): Promise<void> {
    for (let turn = client; !stop.aborted; turn += 1) {
      for (const kind of ['search', 'other'] as const) await this.send(kind, pathOf(kind, turn));
      await delay(intervalMs);
    }
  }

  private async send(kind: FaultResponse['kind'], path: string): Promise<void> {
    const at = performance.now();
    const { status, body } = await get(`${this.url}${path}`, this.token, this.agent);
    const partial = status === 200 && kind === 'search' && body !== this.expected.get(path);
    const response = { kind, at, ms: performance.now() - at, status, partial };
    this.responses.push(response);
    if (partial) this.differing.push({ response, path, body });
  }
}
