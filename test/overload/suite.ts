import { setTimeout as delay } from 'node:timers/promises';
import { report, step } from '../../dev/services/step.js';
import { outcomes, successful, type TimedResponse, times as timesOf } from '../load/figures.js';
import { type LoadedService, withLoadedService } from '../load/service.js';
import { type Suite, type SuiteRun } from '../slow/suite.js';

const [warmUp, measured, afterwards] = [30, 30, 15];
const clients = 16;

/** A response counts as goodput within this time. */
const deadlineMs = 3000;

/** Goodput as a share of the peak; recovery in milliseconds. */
const targets = { goodput: 0.8, recovery: 5000 };

/**
 * Measures the peak of the service with 16 clients, then sends three times as many requests at a fixed rate. Fails if goodput
 * falls below 80 % of the peak, or if half of the peak still fails five seconds later. The peak is measured again at the end,
 * and the mean of both counts: the machine may be slower or faster than it was before.
 */
export const overload: Suite = {
  name: 'overload',
  minutes: 4,
  run: (run) => {
    // Within a minute, queues grow over their limits, and garbage is collected many times.
    const { seconds, times } = run.options({ seconds: 60, times: 3 });
    // Cached responses are also served during overload, so they would hide it.
    const settings = { RESPONSE_CACHE_SIZE: '0' };
    return withLoadedService({ settings, abort: run.abort }, (loaded) => measure(run, loaded, seconds, times));
  },
};

async function measure(run: SuiteRun, { load, abort }: LoadedService, seconds: number, times: number): Promise<void> {
  await step(report, 'Warmed up', () => load.closedLoop(clients, warmUp));
  const before = await step(report, 'Peak', () => load.closedLoop(clients, measured));
  const rate = successful(before).length / measured;
  const overloaded = load.openLoop(times * rate, seconds, abort);
  await step(report, `${times} times the peak`, () => delay(seconds * 1000));
  // Requests of the overload are still pending.
  const ended = performance.now();
  const after = await step(report, 'Half of it', () => load.openLoop(rate / 2, afterwards, abort));
  const during = await overloaded;
  const again = await step(report, 'Peak again', () => load.closedLoop(clients, measured));
  const peak = (rate + successful(again).length / measured) / 2;
  const goodput = successful(during, deadlineMs).length / seconds;
  const failed = after.filter(({ status, ms }) => status !== 200 || ms > deadlineMs / 3).map(({ at }) => at - ended);
  const recovery = Math.max(0, ...failed);
  const record = (name: string, responses: readonly TimedResponse[], during: number): void => {
    const good = successful(responses, deadlineMs);
    const rates = {
      'requests/s': Math.round(responses.length / during),
      'goodput/s': Math.round(good.length / during),
    };
    const quantiles = timesOf(responses, deadlineMs);
    run.row({ load: name, ...rates, 'its p50, p99': quantiles, 'all responses': outcomes(responses) });
    run.did(`successful requests: ${name}`, good.length);
  };
  record('peak', before, measured);
  record(`${times} times the peak`, during, seconds);
  record('half of the peak', after, afterwards);
  record('peak again', again, measured);
  const part = Math.round((100 * goodput) / peak);
  run.note(`Goodput is ${part} % of the peak; recovery takes ${(recovery / 1000).toFixed(1)} s.`);
  run.expect(goodput >= targets.goodput * peak, `Goodput must be at least ${100 * targets.goodput} % of the peak.`);
  run.expect(recovery <= targets.recovery, `Recovery must take at most ${targets.recovery / 1000} s.`);
}
