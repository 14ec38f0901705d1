import { Agent, request as ask } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** One answer, or none. Times in milliseconds. */
export interface Answered {
  kind: 'search' | 'rest';
  /** When it was asked. */
  at: number;
  ms: number;
  /** 0: there was no answer. */
  status: number;
  /** A list that is not what it was before the fault. */
  partial: boolean;
}

const searches = ['q=restaurante', 'rows=50', 'q=sao+paulo&rows=20', 'fq=address.city:%22sao+paulo%22', 'sort=name'];
const rest = [
  '/v2/users/maria',
  '/v2/users/maria/followers',
  '/v2/categories',
  '/v2/users/maria/places/reviews',
  '/v2/places/masp',
];

/** Milliseconds between two requests of a kind: a steady stream, whatever becomes of them, as from many callers. */
const interval = 40;
const patience = 10_000;

interface Reply {
  status: number;
  body: string;
}

/** Asks searches and other things at a steady rate, and notes what came of each. */
export class Load {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  private readonly whole = new Map<string, string>();
  readonly answers: Answered[] = [];

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Learns what whole answers look like. */
  async learn(): Promise<void> {
    for (const path of this.paths('search')) {
      const { status, body } = await this.ask(path);
      if (status !== 200) throw new Error(`${path} answers ${status} before any fault`);
      this.whole.set(path, body);
    }
  }

  /** Until it is told to stop, and then until the last answer is there. */
  async run(stopped: AbortSignal): Promise<void> {
    const open = new Set<Promise<void>>();
    for (let turn = 0; !stopped.aborted; turn += 1) {
      for (const kind of ['search', 'rest'] as const) {
        const paths = this.paths(kind);
        const one = this.note(kind, paths[turn % paths.length] ?? '').finally(() => open.delete(one));
        open.add(one);
      }
      await delay(interval);
    }
    await Promise.all(open);
  }

  private paths(kind: Answered['kind']): string[] {
    return kind === 'search' ? searches.map((query) => `/v2/places?${query}`) : rest;
  }

  private async note(kind: Answered['kind'], path: string): Promise<void> {
    const at = performance.now();
    const { status, body } = await this.ask(path).catch((): Reply => ({ status: 0, body: '' }));
    const partial = status === 200 && kind === 'search' && body !== this.whole.get(path);
    this.answers.push({ kind, at, ms: performance.now() - at, status, partial });
  }

  private ask(path: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${this.token}` };
      const request = ask(`${this.url}${path}`, { agent: this.agent, headers, timeout: patience }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('error', reject).on('end', () => {
          resolve({ status: response.statusCode ?? 0, body });
        });
      });
      request.on('timeout', () => request.destroy(new Error('It hangs')));
      request.on('error', reject).end();
    });
  }
}
