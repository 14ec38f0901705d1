import { join } from 'node:path';
import { startService } from '../../../dev/service.js';
import { commandLine, nodeCommand } from '../../../dev/run-program.js';
import { Child } from '../../../dev/services/child.js';
import { freePort } from '../../../dev/services/free-port.js';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchServers } from '../../servers.js';
import { type World } from './world.js';

/** The service as it runs in production. */
export interface Service {
  readonly url: string;
  /** Serves health and metrics. */
  readonly adminUrl: string;
  /** An application token, and one of a trusted client. */
  readonly token: string;
  readonly trusted: string;
  /** Milliseconds from the start until `/health/ready` returned 200. */
  readonly readyAfter: number;
  readonly pid: number | undefined;
}

/** A server of `baselines`. */
export interface Baseline {
  readonly url: string;
  readonly pid: number | undefined;
}

/** The service with its default settings, and without cached responses. */
export const variants = {
  asDelivered: {},
  withoutCache: { RESPONSE_CACHE_SIZE: '0' },
} satisfies Record<string, NodeJS.ProcessEnv>;

export type Variant = keyof typeof variants;

/** Starts services and servers to compare with, and stops all of them. */
export class Services {
  private readonly running: Child[] = [];
  private readonly known = new Map<string, Promise<Service>>();

  constructor(private readonly servers: BenchServers) {}

  /** Returns one shared service for each world and variant. */
  of({ env }: Pick<World, 'env'>, variant: Variant): Promise<Service> {
    const key = `${variant} ${env.DATABASE_URL}`;
    const service =
      this.known.get(key) ?? this.startAlone({ ...env, ...variants[variant] }).then((alone) => alone.service);
    this.known.set(key, service);
    return service;
  }

  /** Starts a service that the caller may stop before the others. */
  async startAlone(env: NodeJS.ProcessEnv): Promise<{ service: Service; stop: () => Promise<void> }> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const [url, adminUrl] = [port, adminPort].map((at) => `http://127.0.0.1:${at}`) as [string, string];
    const began = performance.now();
    // Other work on the machine must not end a run by a search that times out.
    const settings = { NODE_ENV: 'production', PUBLIC_URL: url, SEARCH_TIMEOUT: '30000', QUOTA_EMAIL_CHECK: 'none' };
    const whole = { ...process.env, ...settings, ADMIN_PORT: String(adminPort), ...env };
    const child = await startService({ port, env: whole, logFile: this.logFile('service'), abort: this.servers.abort });
    this.running.push(child);
    await until(async () => (await fetch(`${adminUrl}/health/ready`)).ok, child);
    const readyAfter = performance.now() - began;
    const cli = commandLine({ env: whole, abort: this.servers.abort });
    // The log of the command follows the token.
    const tokenOf = async (client: string): Promise<string> =>
      (await cli('tokens', 'issue', '--client', client, '--ttl', '86400')).split('\n')[0] ?? '';
    const [token, trusted] = [await tokenOf('bench-app'), await tokenOf('bench-trusted')];
    return { service: { url, adminUrl, token, trusted, readyAfter, pid: child.pid }, stop: () => child.stop(5000) };
  }

  /** Starts a server of `baselines`. */
  async startBaseline(name: string, env: NodeJS.ProcessEnv): Promise<Baseline> {
    const port = String(await freePort());
    const program = join(__dirname, '..', 'baselines', `${name}.ts`);
    const child = new Child(nodeCommand('--import=tsx', program), {
      env: { ...process.env, NODE_ENV: 'production', ...env, PORT: port },
      logFile: this.logFile(name),
      output: 'log',
      stopSignal: 'SIGTERM',
    });
    this.running.push(child);
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(url)).status > 0, child);
    return { url, pid: child.pid };
  }

  /** Makes `stop()` stop a program, too. */
  add(child: Child): void {
    this.running.push(child);
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((child) => child.stop(5000)));
  }

  private logFile(name: string): string {
    return join(this.servers.dataDir, `${name}-${this.running.length}.log`);
  }
}

async function until(holds: () => Promise<boolean>, child: Child): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds().catch(() => false))) {
    if (!child.running || Date.now() > deadline)
      throw new StartFailure(`The server did not start.\n${child.logTail()}`);
    await delay(10);
  }
}
