import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { report, withServices, type BenchServices } from '../../bench/directory.js';
import { main } from '../../dev/main.js';
import { nodeCommand, runQuietly } from '../../dev/run-program.js';
import { demonstrationToken, startService } from '../../dev/service.js';
import { freePort } from '../../dev/services/free-port.js';
import { type Child } from '../../dev/services/child.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { Balancer } from './balancer.js';
import { Callers } from './callers.js';

/** Callers of the balancer, and callers who hold on to one replica, whatever its answers say. */
const [balanced, stubborn] = [16, 4];

/** Seconds that a replica may take to leave. */
const longest = 25;

interface Replica {
  readonly port: number;
  service: Child;
}

/**
 * `npm run test:rolling -- [--restarts 20]`: restarts two replicas behind a balancer in turn, under load, and counts the
 * requests that fail. A failed one is any that is not answered as it should be.
 */
function rolling(): Promise<number> {
  const { values } = parseArgs({ options: { restarts: { type: 'string' } } });
  const restarts = Number(values.restarts ?? 20);
  if (!Number.isSafeInteger(restarts)) throw new StartFailure('--restarts is a number.');
  return withServices({ NODE_ENV: 'test' }, (services) => roll(services, restarts));
}

async function roll({ variables, dataDir, abort }: BenchServices, restarts: number): Promise<number> {
  const env = { ...process.env, ...variables, NODE_ENV: 'test', LOG_LEVEL: 'warn', SHUTDOWN_DRAIN: '4' };
  for (const command of ['migrate', 'seed'])
    await runQuietly(command, nodeCommand('dist/cli/main.js', command), { env, abort });
  const start = (port: number): Promise<Child> =>
    startService({ port, env, logFile: join(dataDir, `replica-${port}.log`), abort });
  const ports = [await freePort(), await freePort()];
  const replicas: Replica[] = [];
  for (const port of ports) replicas.push({ port, service: await start(port) });
  const urlOf = ({ port }: Replica): string => `http://127.0.0.1:${port}`;
  const balancer = new Balancer(replicas.map(urlOf));
  const over = new AbortController();
  const times: number[] = [];
  let unclean = 0;
  try {
    const url = await balancer.listen();
    const token = await demonstrationToken(ports[0] ?? 0);
    const callers = new Callers(token);
    const running = callers.run(url, balanced, over.signal);
    await delay(2000);
    for (let restart = 0; restart < restarts; restart += 1) {
      abort.throwIfAborted();
      const replica = replicas[restart % replicas.length];
      if (!replica) break;
      const holding = new AbortController();
      const holders = new Callers(token).run(urlOf(replica), stubborn, holding.signal);
      const told = performance.now();
      replica.service.signal('SIGTERM');
      await Promise.race([replica.service.exited, delay(30_000)]);
      const seconds = (performance.now() - told) / 1000;
      holding.abort();
      await holders;
      times.push(seconds);
      if (replica.service.running || replica.service.status !== 0) unclean += 1;
      replica.service = await start(replica.port);
      while (!balancer.isReady(urlOf(replica))) await delay(50);
      report(`${restart + 1}: left in ${seconds.toFixed(1)} s; ${callers.summary}`);
    }
    over.abort();
    await running;
    const slowest = Math.max(0, ...times);
    report(
      `${restarts} restarts of two replicas: ${callers.summary}; the slowest left in ${slowest.toFixed(1)} s, ` +
        `${unclean} with another status than 0.`,
    );
    return callers.failed === 0 && unclean === 0 && slowest <= longest ? 0 : 1;
  } finally {
    over.abort();
    balancer.close();
    await Promise.all(replicas.map(({ service }) => service.stop(5000)));
  }
}

void main(rolling);
