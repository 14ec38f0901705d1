import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, nodeCommand } from '../../dev/run-program.js';
import { startService } from '../../dev/service.js';
import { Child } from '../../dev/services/child.js';
import { freePort } from '../../dev/services/free-port.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { type BenchServers, type Variables } from '../servers.js';
import { get } from './load/load.js';
import { type Contestant } from './measure.js';

/** The service as it runs in production. */
export interface Service {
  readonly url: string;
  readonly token: string;
  readonly pid: number | undefined;
}

/** A server of `baselines`. */
export type Baseline = Pick<Service, 'url' | 'pid'>;

/** The service with its default settings, and without cached responses. */
export const variants = {
  asDelivered: {},
  withoutCache: { RESPONSE_CACHE_SIZE: '0' },
} satisfies Record<string, NodeJS.ProcessEnv>;

/** The service with requests for these paths. */
export function serviceAt({ url, token }: Service, paths: readonly string[], name = 'service'): Contestant {
  return { name, target: { url, requests: paths.map((path) => get(path, token)), status: 200 } };
}

/** Starts services and servers to compare with, and stops all of them. */
export class Services {
  private readonly running: Child[] = [];
  private readonly known = new Map<string, Promise<Service>>();

  constructor(private readonly servers: BenchServers) {}

  /** Returns one shared service for each world and variant. */
  of({ env }: { readonly env: Variables }, variant: keyof typeof variants): Promise<Service> {
    const key = `${variant} ${env.DATABASE_URL}`;
    const service = this.known.get(key) ?? this.start({ ...env, ...variants[variant] });
    this.known.set(key, service);
    return service;
  }

  private async start(env: NodeJS.ProcessEnv): Promise<Service> {
    const { abort } = this.servers;
    const [port, adminPort] = [await freePort(), await freePort()];
    const [url, adminUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`];
    // Other work on the machine must not end a run by a search that times out.
    const settings = { NODE_ENV: 'production', PUBLIC_URL: url, SEARCH_TIMEOUT: '30000', QUOTAS: 'email_check=none' };
    const whole = { ...process.env, ...settings, ADMIN_PORT: String(adminPort), ...env };
    const child = this.add(await startService({ port, env: whole, logFile: this.logFile('service'), abort }));
    await until(async () => (await fetch(`${adminUrl}/health/ready`)).ok, child);
    // The log of the command follows the token.
    const issued = await commandLine({ env: whole, abort })(
      'tokens',
      'issue',
      '--client',
      'bench-app',
      '--ttl',
      '86400',
    );
    const [token = ''] = issued.split('\n');
    return { url, token, pid: child.pid };
  }

  /** Starts a server of `baselines`. */
  async startBaseline(name: string, env: NodeJS.ProcessEnv): Promise<Baseline> {
    const port = String(await freePort());
    const child = this.add(
      new Child(nodeCommand('--import=tsx', join(__dirname, 'baselines', `${name}.ts`)), {
        env: { ...process.env, NODE_ENV: 'production', ...env, PORT: port },
        logFile: this.logFile(name),
        output: 'log',
        stopSignal: 'SIGTERM',
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(url)).status > 0, child);
    return { url, pid: child.pid };
  }

  /** Makes `stop()` stop a program, too. */
  add(child: Child): Child {
    this.running.push(child);
    return child;
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
