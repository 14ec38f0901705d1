import { setTimeout as delay } from 'node:timers/promises';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { requestToken } from '../../dev/service.js';
import { report } from '../../dev/services/step.js';
import { outcomes, successful, type TimedResponse } from '../load/figures.js';
import { inTurn } from '../load/load-generator.js';
import { type ServiceUnderLoad, withService } from '../load/service.js';
import { Balancer } from './balancer.js';

/** Clients of the balancer, and clients that keep using one replica. */
const [balanced, direct] = [16, 4];

/** Milliseconds between a response and the next request of a client. */
const pauseMs = 5;

/** Seconds that a replica may take to stop. */
const longest = 25;

const paths = [
  '/v2/places?q=museu',
  '/v2/users/maria',
  '/v2/users/maria/followers',
  '/v2/categories',
  '/v2/places/masp',
];

const help = `npm run test:rolling [-- --restarts 20]

Restarts two replicas behind a load balancer in turn, under load. Fails if a request through the balancer fails. Also counts
requests of direct clients that a stopping replica breaks; once it has stopped, it may refuse connections.`;

function rolling(): Promise<number> {
  const { restarts } = readOptions({ restarts: 20 }, help);
  const settings = () => ({ SHUTDOWN_DRAIN: '4' });
  return withService({ settings, withPlaces: false }, (service) => roll(service, restarts));
}

async function roll(service: ServiceUnderLoad, restarts: number): Promise<number> {
  const replicas = [await service.start(), await service.start()];
  const balancer = new Balancer(replicas.map(({ url }) => url));
  const over = new AbortController();
  const responses: TimedResponse[] = [];
  const times: number[] = [];
  let [unclean, broken] = [0, 0];
  try {
    const url = await balancer.listen();
    const token = await requestToken(url);
    const running = service
      .load(url, token, inTurn(paths))
      .closedLoop(balanced, Infinity, { stop: over.signal, pauseMs, responses });
    await delay(2000);
    for (let restart = 0; restart < restarts; restart += 1) {
      service.abort.throwIfAborted();
      const replica = replicas[restart % replicas.length];
      if (!replica) break;
      const stopDirect = new AbortController();
      const runningDirect = service
        .load(replica.url, token, inTurn(paths))
        .closedLoop(direct, Infinity, { stop: stopDirect.signal, pauseMs });
      const began = performance.now();
      replica.process.signal('SIGTERM');
      await Promise.race([replica.process.exited, delay(30_000)]);
      const seconds = (performance.now() - began) / 1000;
      stopDirect.abort();
      const ofDirect = await runningDirect;
      // Without a response, on connections that were not refused.
      broken += ofDirect.filter(({ status, code }) => status === 0 && code !== 'ECONNREFUSED').length;
      times.push(seconds);
      if (replica.process.running || replica.process.status !== 0) unclean += 1;
      await service.restart(replica);
      while (!balancer.isReady(replica.url)) await delay(50);
      report(`${restart + 1}: stopped in ${seconds.toFixed(1)} s; ${summary(responses)}; direct: ${summary(ofDirect)}`);
    }
    over.abort();
    await running;
    const slowest = Math.max(0, ...times);
    report(
      `${restarts} restarts of two replicas: ${summary(responses)}; ${broken} direct requests broken; ` +
        `the slowest stopped in ${slowest.toFixed(1)} s, ${unclean} exited with another status than 0.`,
    );
    return failed(responses) === 0 && responses.length > 0 && unclean === 0 && slowest <= longest ? 0 : 1;
  } finally {
    over.abort();
    balancer.close();
  }
}

function failed(responses: readonly TimedResponse[]): number {
  return responses.length - successful(responses).length;
}

function summary(responses: readonly TimedResponse[]): string {
  return `${failed(responses)} requests failed (${outcomes(responses)})`;
}

void main(rolling);
