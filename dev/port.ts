import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFailure } from './services/start-failure.js';

const DEFAULT = '3000';

/** The service of an earlier run that was killed needs a moment to notice. */
const PATIENCE = 2_000;

/** Reads PORT. */
export function servicePort({ PORT: given = '' }: NodeJS.ProcessEnv): number {
  // An empty variable is as good as absent.
  const text = given === '' ? DEFAULT : given;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new StartFailure('PORT has to be a number from 1 to 65535.');
}

/** @throws StartFailure when another program listens on the port. */
export async function expectFree(port: number): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; !(await isFree(port));) {
    if (Date.now() > deadline) {
      throw new StartFailure(
        `Port ${port} is taken by another program. Set PORT to a free one: PORT=${port === 65_535 ? 3000 : port + 1} npm start`,
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
