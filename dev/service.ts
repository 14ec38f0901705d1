import { setTimeout as delay } from 'node:timers/promises';
import { node } from './run-program.js';
import { Child } from './services/child.js';
import { StartFailure } from './services/start-failure.js';

const PATIENCE = 60_000;

export interface ServiceOptions {
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly abort: AbortSignal;
}

/**
 * Starts the service as it runs in production, a process of its own, and waits until it answers. It is not loaded into
 * this process, because it takes the signals that ask it to leave for itself, and has to be gone before PostgreSQL and
 * Elasticsearch are.
 */
export async function startService({ port, env, logFile, abort }: ServiceOptions): Promise<Child> {
  abort.throwIfAborted();
  const service = new Child(
    node('--max-semi-space-size=8', '--import=./dist/observability/traces/register.mjs', 'dist/main.js'),
    {
      // Nobody has to look elsewhere before it leaves.
      env: { SHUTDOWN_DRAIN: '0', ...env, PORT: String(port) },
      logFile,
      output: 'log',
      stopSignal: 'SIGTERM',
    },
  );
  const deadline = Date.now() + PATIENCE;
  while (service.running && !abort.aborted && Date.now() < deadline) {
    if (await answers(port)) return service;
    await delay(50);
  }
  await service.stop(2_000);
  abort.throwIfAborted();
  throw new StartFailure(`The service did not start.\n${service.logTail()}`);
}

/** A token with which the demonstration client may read, got in the way that every client gets one. */
export async function demonstrationToken(port: number): Promise<string> {
  const response = await fetch(`http://localhost:${port}/v2/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from('demo-app:demo-app-secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new StartFailure(`The service gives no token: POST /v2/oauth/token answers ${response.status}.`);
  return token;
}

/** Without a token a place search is refused: whoever says so is up. */
async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://localhost:${port}/v2/places`, { signal: AbortSignal.timeout(2_000) });
    return response.status === 401;
  } catch {
    return false;
  }
}
