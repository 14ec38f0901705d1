import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { report } from '../../bench/directory.js';
import { main } from '../../dev/main.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { step } from '../../dev/services/step.js';
import { type Answered } from '../load/callers.js';
import { good, outcomes, quantile } from '../load/figures.js';
import { type LoadedService, withLoadedService } from '../load/service.js';

const help = `npm run test:overload [-- --seconds N] [--times N]

Finds what the service does at most (16 callers who ask one thing after the other), then offers three times as much at a
fixed rate for a minute. Fails when less than 80 % of the peak is answered well meanwhile, or when half of the peak is not
answered well five seconds later.

  --seconds N   how long it is overloaded (60)
  --times N     how many times the peak is offered (3)`;

const [warmUp, measured, afterwards] = [15, 20, 15];
const callersAtPeak = 16;

/** Milliseconds after which an answer is of no use any more. */
const inTime = 3000;

const targets = { goodput: 0.8, recovery: 5000 };

function overload(): Promise<number> {
  const options = { seconds: { type: 'string' }, times: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  const [seconds, times] = [Number(values.seconds ?? 60), Number(values.times ?? 3)];
  if (values.help === true || !(seconds > 0) || !(times > 0)) throw new StartFailure(help);
  return withLoadedService(
    // What is kept is given in any crowd; this asks what becomes of work.
    () => ({ RESPONSE_CACHE_SIZE: '0' }),
    (loaded) => measure(loaded, seconds, times),
  );
}

async function measure({ callers, abort }: LoadedService, seconds: number, times: number): Promise<number> {
  await step(report, 'Warmed up', () => callers.inTurn(callersAtPeak, warmUp));
  const before = await step(report, 'Peak', () => callers.inTurn(callersAtPeak, measured));
  const peak = good(before).length / measured;
  const overloaded = callers.steadily(times * peak, seconds, abort);
  await step(report, `${times} times the peak`, () => delay(seconds * 1000));
  // Those who came before are still there.
  const ended = performance.now();
  const after = await step(report, 'Half of it', () => callers.steadily(peak / 2, afterwards, abort));
  const during = await overloaded;
  const goodput = good(during, inTime).length / seconds;
  const unwell = after.filter(({ status, ms }) => status !== 200 || ms > inTime / 3).map(({ at }) => at - ended);
  const recovery = Math.max(0, ...unwell);
  report('| load | asked per second | answered well per second | median, p99 of those | all answers |');
  report(line('peak, 16 callers', before, measured));
  report(line(`${times} times the peak`, during, seconds));
  report(line('half of the peak, then', after, afterwards));
  const part = Math.round((100 * goodput) / peak);
  report(`${part} % of the peak is answered in time; all is well again after ${(recovery / 1000).toFixed(1)} s.`);
  return goodput >= targets.goodput * peak && recovery <= targets.recovery ? 0 : 1;
}

function line(name: string, answers: readonly Answered[], seconds: number): string {
  const well = good(answers, inTime);
  const [median, slow] = [quantile(well, 0.5), quantile(well, 0.99)].map((ms) => `${Math.round(ms)} ms`);
  const [asked, answered] = [answers.length, well.length].map((count) => Math.round(count / seconds));
  return `| ${name} | ${asked} | ${answered} | ${median}, ${slow} | ${outcomes(answers)} |`;
}

void main(overload);
