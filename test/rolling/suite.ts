import { setTimeout as delay } from 'node:timers/promises';
import { requestToken } from '../../dev/service.js';
import { outcomes, successful, type TimedResponse } from '../load/figures.js';
import { inTurn } from '../load/load-generator.js';
import { type ServiceUnderLoad, withService } from '../load/service.js';
import { type Suite, type SuiteRun } from '../slow/suite.js';
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

/**
 * Restarts two replicas behind a load balancer in turn, under load. Fails if a request through the balancer fails. Also counts
 * requests of direct clients that a stopping replica breaks; once it has stopped, it may refuse connections.
 */
export const rolling: Suite = {
  name: 'rolling',
  minutes: 3,
  run: (run) => {
    // Five of each replica, each under thousands of requests.
    const { restarts } = run.options({ restarts: 10 });
    const setup = { settings: { SHUTDOWN_DRAIN: '4' }, abort: run.abort, withPlaces: false };
    return withService(setup, (service) => roll(run, service, restarts));
  },
};

async function roll(run: SuiteRun, service: ServiceUnderLoad, restarts: number): Promise<void> {
  const replicas = [await service.start(), await service.start()];
  const balancer = new Balancer(replicas.map(({ url }) => url));
  const over = new AbortController();
  const responses: TimedResponse[] = [];
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
      const broken = ofDirect.filter(({ status, code }) => status === 0 && code !== 'ECONNREFUSED').length;
      const isClean = !replica.process.running && replica.process.status === 0;
      run.expect(isClean, `Restart ${restart + 1}: the replica did not exit with status 0.`);
      run.expect(seconds <= longest, `Restart ${restart + 1}: the replica took more than ${longest} s to stop.`);
      await service.restart(replica);
      while (!balancer.isReady(replica.url)) await delay(50, undefined, { signal: service.abort });
      const ofReplica = { 'direct requests': ofDirect.length, broken };
      run.row({
        restart: restart + 1,
        'stopped in': `${seconds.toFixed(1)} s`,
        'responses so far': outcomes(responses),
        ...ofReplica,
      });
      run.did('restarts');
      run.did('direct requests', ofDirect.length);
    }
    over.abort();
    await running;
    run.did('balanced requests', responses.length);
    const failed = responses.length - successful(responses).length;
    run.expect(failed === 0, `${failed} requests through the balancer failed: ${outcomes(responses)}.`);
  } finally {
    over.abort();
    balancer.close();
  }
}
