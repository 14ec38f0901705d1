import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeCommand } from './run-program.js';
import { Child } from './services/child.js';
import { freePort } from './services/free-port.js';
import { StartFailure } from './services/start-failure.js';

const START_TIMEOUT_MS = 60_000;
/** Includes compiling everything. */
const WATCH_START_TIMEOUT_MS = 300_000;

export interface ServiceOptions {
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly abort: AbortSignal;
  /** Compiles the service and restarts it when `src` changes. The compiler writes to the terminal, the service to its log. */
  readonly watch?: boolean;
  /** Lets a debugger attach to port 9229 of this machine, also after a restart. */
  readonly debug?: boolean;
}

/**
 * For the service and for commands, as `start:prod` and the image have them. On a machine with free memory, V8 would let the heap grow to
 * several times the size of the live objects.
 */
export const heapOptions = ['--max-semi-space-size=16', '--heap-growing-percent=80'] as const;

const nodeOptions = [...heapOptions, '--import=./dist/observability/traces/register.mjs'] as const;

/**
 * Starts the service as in production and waits until it listens. It is a separate process, because it handles signals itself and
 * must stop before PostgreSQL and Elasticsearch.
 */
export async function startService(options: ServiceOptions): Promise<Child> {
  const { port, env, logFile, abort, watch = false } = options;
  abort.throwIfAborted();
  const service = new Child(watch ? watchCommand(options) : nodeCommand(...nodeOptions, 'dist/main.js'), {
    // No load balancer has to notice the shutdown first.
    env: { SHUTDOWN_DRAIN: '0', ...env, PORT: String(port) },
    logFile,
    output: watch ? 'terminal' : 'log',
    stopSignal: 'SIGTERM',
  });
  const deadline = Date.now() + (watch ? WATCH_START_TIMEOUT_MS : START_TIMEOUT_MS);
  while (service.running && !abort.aborted && Date.now() < deadline) {
    if (await isListening(serviceUrl(port, env))) return service;
    await delay(50);
  }
  await service.stop(2_000);
  abort.throwIfAborted();
  throw new StartFailure(`The service did not start.\n${service.logTail()}`);
}

/** `nest start --watch`, with the service's options of Node. `exec`, because signals must reach the service and not a shell. */
function watchCommand({ logFile, debug = false }: ServiceOptions): [string, ...string[]] {
  const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const inspector = debug ? ['--inspect', '--enable-source-maps'] : [];
  const node = nodeCommand(...nodeOptions, ...inspector).map(quote);
  const service = `exec ${node.join(' ')} >>${quote(resolve(logFile))} 2>&1`;
  const nest = join(dirname(require.resolve('@nestjs/cli/package.json')), 'bin/nest.js');
  return nodeCommand(nest, 'start', '--watch', '--watchAssets', '--preserveWatchOutput', '--exec', service);
}

/** The address of a service on this machine, by its LISTEN_ADDRESS. */
export function serviceUrl(port: number, { LISTEN_ADDRESS: given = '' }: NodeJS.ProcessEnv): string {
  const listensOnLoopback = ['', 'all', 'localhost', '127.0.0.1', '0.0.0.0', '::'].includes(given);
  const host = given.includes(':') ? `[${given}]` : given;
  return `http://${listensOnLoopback ? 'localhost' : host}:${port}`;
}

/** Starts the service on a free port. @returns it with its URL and an application token */
export async function startOnFreePort(
  options: Omit<ServiceOptions, 'port'>,
): Promise<{ service: Child; url: string; token: string }> {
  const port = await freePort();
  const service = await startService({ ...options, port });
  const url = `http://127.0.0.1:${port}`;
  return { service, url, token: await requestToken(url) };
}

/** Requests a token for a demonstration client. */
export async function requestToken(
  url: string,
  client = 'demo-app',
  grant: Record<string, string> = { grant_type: 'client_credentials' },
): Promise<string> {
  const response = await fetch(`${url}/v2/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` },
    body: new URLSearchParams(grant),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new StartFailure(`No token from the service: POST /v2/oauth/token returns ${response.status}.`);
  return token;
}

/** A search without a token returns 401 once the service is up. */
async function isListening(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v2/places`, { signal: AbortSignal.timeout(2_000) });
    return response.status === 401;
  } catch {
    return false;
  }
}
