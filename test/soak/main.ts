import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { report } from '../../bench/directory.js';
import { median } from '../../bench/http/measure/statistics.js';
import { main } from '../../dev/main.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { step } from '../../dev/services/step.js';
import { type Answered } from '../load/callers.js';
import { good, outcomes, quantile } from '../load/figures.js';
import { type LoadedService, withLoadedService } from '../load/service.js';
import { type Sample, Sampler } from './sampler.js';
import { trend } from './trend.js';

const help = `npm run test:soak [-- --minutes N]

Asks 70 % of what the service can do for an hour, and looks at what it holds: memory after garbage was collected, sockets,
connections to PostgreSQL. Fails when memory grows by more than 1 MB an hour in the second half, beyond what chance
explains, when sockets or connections grow, or when a request is not answered well.

  --minutes N   how long (60)`;

const [warmUp, measured] = [20, 10];
const callersAtPeak = 16;
const share = 0.7;

/** Seconds between samples; of a short soak there are as many in less time. */
const longestInterval = 30;
const samplesAtLeast = 40;

const megabyte = 1_000_000;

/** What may be added: connections come and go, a pool as they are needed. */
const tolerated = { growth: megabyte, connections: 2 };

function soak(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, help: { type: 'boolean' } } });
  const minutes = Number(values.minutes ?? 60);
  if (values.help === true || !(minutes > 0)) throw new StartFailure(help);
  let file = '';
  const settings = (dataDir: string): NodeJS.ProcessEnv => {
    file = join(dataDir, 'soak-samples.ndjson');
    rmSync(file, { force: true });
    // The token of the callers has to last.
    const ACCESS_TOKEN_TTL = String(Math.ceil((minutes + 60) * 60));
    return {
      ACCESS_TOKEN_TTL,
      SOAK_SAMPLES: file,
      NODE_OPTIONS: `--import=${pathToFileURL(join(__dirname, 'probe.mjs')).href}`,
    };
  };
  return withLoadedService(settings, (loaded) => watch(loaded, new Sampler(loaded, file), minutes * 60));
}

async function watch({ callers, abort }: LoadedService, sampler: Sampler, seconds: number): Promise<number> {
  await step(report, 'Warmed up', () => callers.inTurn(callersAtPeak, warmUp));
  const fastest = await step(report, 'Peak', () => callers.inTurn(callersAtPeak, measured));
  const rate = (share * good(fastest).length) / measured;
  report(`Asked ${Math.round(rate)} times a second for ${seconds / 60} minutes`);
  report('| minutes | memory kept | resident | sockets | connections to PostgreSQL | answers since, their p99 |');
  const interval = Math.min(longestInterval, seconds / samplesAtLeast);
  const rows = Math.ceil(seconds / interval / 20);
  const samples: Sample[] = [await sampler.take()];
  let [since, failed]: [Answered[], number] = [[], 0];
  for (let turn = 1; turn * interval <= seconds; turn += 1) {
    since.push(...(await callers.steadily(rate, interval, abort)));
    samples.push(await sampler.take());
    if (turn % rows > 0) continue;
    report(line(samples.at(-1), since));
    failed += since.length - good(since).length;
    since = [];
  }
  return conclude(samples, failed);
}

function line(sample: Sample | undefined, answers: readonly Answered[]): string {
  if (!sample) return '';
  const { at, kept, rss, sockets, backends } = sample;
  const cells = [
    (at * 60).toFixed(0),
    `${(kept / megabyte).toFixed(2)} MB`,
    `${(rss / megabyte).toFixed(0)} MB`,
    sockets,
    backends,
    `${outcomes(answers)}, ${Math.round(quantile(answers, 0.99))} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function conclude(samples: readonly Sample[], failed: number): number {
  const [first, second] = [samples.slice(0, samples.length / 2), samples.slice(samples.length / 2)];
  const { slope, error } = trend(second.map(({ at, kept }) => [at, kept] as const));
  const usual = (of: readonly Sample[], what: 'sockets' | 'backends'): number => median(of.map((one) => one[what]));
  const growth = (what: 'sockets' | 'backends'): number => usual(second, what) - usual(first, what);
  report(
    `Memory grows by ${(slope / megabyte).toFixed(2)} ± ${((2 * error) / megabyte).toFixed(2)} MB an hour in the second ` +
      `half; sockets by ${growth('sockets')}, connections to PostgreSQL by ${growth('backends')}; ${failed} requests failed.`,
  );
  const isTold = 2 * error <= tolerated.growth;
  if (!isTold) report('That is too uncertain to say whether memory grows: a longer run tells.');
  const isFlat = isTold && slope - 2 * error <= tolerated.growth;
  return isFlat &&
    growth('sockets') <= tolerated.connections &&
    growth('backends') <= tolerated.connections &&
    failed === 0
    ? 0
    : 1;
}

void main(soak);
