import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withServices, type BenchServices } from '../../bench/servers.js';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { commandLine } from '../../dev/run-program.js';
import { requestToken, startService } from '../../dev/service.js';
import { freePort } from '../../dev/services/free-port.js';
import { type Child } from '../../dev/services/child.js';
import { report } from '../../dev/services/step.js';
import { Balancer } from './balancer.js';
import { Clients } from './clients.js';

/** Clients of the balancer, and clients that keep using one replica. */
const [balanced, direct] = [16, 4];

/** Seconds that a replica may take to stop. */
const longest = 25;

interface Replica {
  readonly port: number;
  service: Child;
}

const help = `npm run test:rolling [-- --restarts 20]

Restarts two replicas behind a load balancer in turn, under load. Fails if a request through the balancer fails. Also counts
requests of direct clients that a stopping replica breaks; once it has stopped, it may refuse connections.`;

function rolling(): Promise<number> {
  const { restarts } = readOptions({ restarts: 20 }, help);
  return withServices({ NODE_ENV: 'test' }, (services) => roll(services, restarts));
}

async function roll({ variables, dataDir, abort }: BenchServices, restarts: number): Promise<number> {
  const env = { ...process.env, ...variables, NODE_ENV: 'test', LOG_LEVEL: 'warn', SHUTDOWN_DRAIN: '4' };
  for (const args of [['migrate'], ['seed', '--small']]) await commandLine({ env, abort })(...args);
  const start = (port: number): Promise<Child> =>
    startService({ port, env, logFile: join(dataDir, `replica-${port}.log`), abort });
  const ports = [await freePort(), await freePort()];
  const replicas: Replica[] = [];
  for (const port of ports) replicas.push({ port, service: await start(port) });
  const urlOf = ({ port }: Replica): string => `http://127.0.0.1:${port}`;
  const balancer = new Balancer(replicas.map(urlOf));
  const over = new AbortController();
  const times: number[] = [];
  let [unclean, broken] = [0, 0];
  try {
    const url = await balancer.listen();
    const token = await requestToken(url);
    const clients = new Clients(token);
    const running = clients.run(url, balanced, over.signal);
    await delay(2000);
    for (let restart = 0; restart < restarts; restart += 1) {
      abort.throwIfAborted();
      const replica = replicas[restart % replicas.length];
      if (!replica) break;
      const stopDirect = new AbortController();
      const directClients = new Clients(token);
      const runningDirect = directClients.run(urlOf(replica), direct, stopDirect.signal);
      const began = performance.now();
      replica.service.signal('SIGTERM');
      await Promise.race([replica.service.exited, delay(30_000)]);
      const seconds = (performance.now() - began) / 1000;
      stopDirect.abort();
      await runningDirect;
      broken += directClients.broken;
      times.push(seconds);
      if (replica.service.running || replica.service.status !== 0) unclean += 1;
      replica.service = await start(replica.port);
      while (!balancer.isReady(urlOf(replica))) await delay(50);
      report(
        `${restart + 1}: stopped in ${seconds.toFixed(1)} s; ${clients.summary}; direct: ${directClients.summary}`,
      );
    }
    over.abort();
    await running;
    const slowest = Math.max(0, ...times);
    report(
      `${restarts} restarts of two replicas: ${clients.summary}; ${broken} direct requests broken; ` +
        `the slowest stopped in ${slowest.toFixed(1)} s, ${unclean} exited with another status than 0.`,
    );
    return clients.failed === 0 && unclean === 0 && slowest <= longest ? 0 : 1;
  } finally {
    over.abort();
    balancer.close();
    await Promise.all(replicas.map(({ service }) => service.stop(5000)));
  }
}

void main(rolling);
