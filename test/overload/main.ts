import { setTimeout as delay } from 'node:timers/promises';
import { main } from '../../dev/main.js';
import { markdownTable } from '../../dev/markdown-table.js';
import { readOptions } from '../../dev/options.js';
import { report, step } from '../../dev/services/step.js';
import { outcomes, successful, type TimedResponse, times as timesOf } from '../load/figures.js';
import { type LoadedService, withLoadedService } from '../load/service.js';

const help = `npm run test:overload [-- --seconds N] [--times N]

Measures the peak of the service with 16 clients, then sends three times as many requests at a fixed rate for a minute.
Fails if goodput falls below 80 % of the peak, or if half of the peak still fails five seconds later.

  --seconds N   length of the overload (60)
  --times N     overload as a multiple of the peak (3)`;

const [warmUp, measured, afterwards] = [15, 20, 15];
const clients = 16;

/** A response counts as goodput within this time. */
const deadlineMs = 3000;

/** Goodput as a share of the peak; recovery in milliseconds. */
const targets = { goodput: 0.8, recovery: 5000 };

function overload(): Promise<number> {
  const { seconds, times } = readOptions({ seconds: 60, times: 3 }, help);
  return withLoadedService(
    // Cached responses are also served during overload, so they would hide it.
    () => ({ RESPONSE_CACHE_SIZE: '0' }),
    (loaded) => measure(loaded, seconds, times),
  );
}

async function measure({ load, abort }: LoadedService, seconds: number, times: number): Promise<number> {
  await step(report, 'Warmed up', () => load.closedLoop(clients, warmUp));
  const before = await step(report, 'Peak', () => load.closedLoop(clients, measured));
  const peak = successful(before).length / measured;
  const overloaded = load.openLoop(times * peak, seconds, abort);
  await step(report, `${times} times the peak`, () => delay(seconds * 1000));
  // Requests of the overload are still pending.
  const ended = performance.now();
  const after = await step(report, 'Half of it', () => load.openLoop(peak / 2, afterwards, abort));
  const during = await overloaded;
  const goodput = successful(during, deadlineMs).length / seconds;
  const failed = after.filter(({ status, ms }) => status !== 200 || ms > deadlineMs / 3).map(({ at }) => at - ended);
  const recovery = Math.max(0, ...failed);
  const rows = [
    row('peak, 16 clients', before, measured),
    row(`${times} times the peak`, during, seconds),
    row('half of the peak, then', after, afterwards),
  ];
  report(markdownTable(['load', 'requests/s', 'goodput/s', 'its p50, p99', 'all responses'], rows));
  const part = Math.round((100 * goodput) / peak);
  report(`Goodput is ${part} % of the peak; recovery takes ${(recovery / 1000).toFixed(1)} s.`);
  return goodput >= targets.goodput * peak && recovery <= targets.recovery ? 0 : 1;
}

function row(name: string, responses: readonly TimedResponse[], seconds: number): string[] {
  const counts = [responses, successful(responses, deadlineMs)].map(({ length }) => (length / seconds).toFixed(0));
  return [name, ...counts, timesOf(responses, deadlineMs), outcomes(responses)];
}

void main(overload);
