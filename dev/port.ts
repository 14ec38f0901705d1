import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFailure } from './services/start-failure.js';

const DEFAULT_PORT = '3000';

/** After a killed run the service needs a moment to exit. */
const FREE_PORT_TIMEOUT_MS = 2_000;

/** Reads PORT. */
export function servicePort({ PORT: given = '' }: NodeJS.ProcessEnv): number {
  // An empty variable counts as unset.
  const text = given === '' ? DEFAULT_PORT : given;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new StartFailure('PORT must be a number from 1 to 65535.');
}

/** @throws StartFailure if another program uses the port */
export async function expectFree(port: number): Promise<void> {
  for (const deadline = Date.now() + FREE_PORT_TIMEOUT_MS; !(await isFree(port));) {
    if (Date.now() > deadline) {
      throw new StartFailure(
        `Another program uses port ${port}. Set PORT to a free port: PORT=${port === 65_535 ? 3000 : port + 1} npm start`,
      );
    }
    await delay(100);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
