import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from '../../bench/statistics.js';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { report, step } from '../../dev/services/step.js';
import { latency, outcomes, successful, type TimedResponse } from '../load/figures.js';
import { type LoadedService, withLoadedService } from '../load/service.js';
import { type Sample, Sampler } from './sampler.js';
import { trend } from './trend.js';

const help = `npm run test:soak [-- --minutes N]

Sends 70 % of the peak for an hour, and samples memory after garbage collection, sockets and connections to PostgreSQL.
Fails if memory grows significantly by more than 1 MB an hour in the second half, if sockets or connections grow, or if a
request fails.

  --minutes N   duration (60)`;

const [warmUp, measured] = [20, 10];
const clients = 16;
const share = 0.7;

/** Seconds between samples at most, and the minimum number of samples. */
const maxInterval = 30;
const minSamples = 40;

const megabyte = 1_000_000;

/** Permitted growth. The pools open connections on demand. */
const tolerated = { growth: megabyte, connections: 2 };

function soak(): Promise<number> {
  const { minutes } = readOptions({ minutes: 60 }, help);
  let file = '';
  const settings = (dataDir: string): NodeJS.ProcessEnv => {
    file = join(dataDir, 'soak-samples.ndjson');
    rmSync(file, { force: true });
    // The token must outlive the soak.
    const ACCESS_TOKEN_TTL = String(Math.ceil((minutes + 60) * 60));
    return {
      ACCESS_TOKEN_TTL,
      SOAK_SAMPLES: file,
      NODE_OPTIONS: `--import=${pathToFileURL(join(__dirname, 'probe.mjs')).href}`,
    };
  };
  return withLoadedService(settings, (loaded) => watch(loaded, new Sampler(loaded, file), minutes * 60));
}

async function watch({ load, abort }: LoadedService, sampler: Sampler, seconds: number): Promise<number> {
  await step(report, 'Warmed up', () => load.closedLoop(clients, warmUp));
  const fastest = await step(report, 'Peak', () => load.closedLoop(clients, measured));
  const rate = (share * successful(fastest).length) / measured;
  report(`${Math.round(rate)} requests a second for ${seconds / 60} minutes`);
  report('| minutes | heap | resident | sockets | connections to PostgreSQL | responses since, their p99 |');
  const interval = Math.min(maxInterval, seconds / minSamples);
  const rows = Math.ceil(seconds / interval / 20);
  const samples: Sample[] = [await sampler.take()];
  let [since, failed]: [TimedResponse[], number] = [[], 0];
  for (let turn = 1; turn * interval <= seconds; turn += 1) {
    since.push(...(await load.openLoop(rate, interval, abort)));
    samples.push(await sampler.take());
    if (turn % rows > 0) continue;
    report(line(samples.at(-1), since));
    failed += since.length - successful(since).length;
    since = [];
  }
  return conclude(samples, failed);
}

function line(sample: Sample | undefined, responses: readonly TimedResponse[]): string {
  if (!sample) return '';
  const { at, heap, rss, sockets, backends } = sample;
  const cells = [
    (at * 60).toFixed(0),
    `${(heap / megabyte).toFixed(2)} MB`,
    `${(rss / megabyte).toFixed(0)} MB`,
    sockets,
    backends,
    `${outcomes(responses)}, ${Math.round(latency(responses, 0.99))} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function conclude(samples: readonly Sample[], failed: number): number {
  const [first, second] = [samples.slice(0, samples.length / 2), samples.slice(samples.length / 2)];
  const { slope, error } = trend(second.map(({ at, heap }) => [at, heap] as const));
  const typical = (of: readonly Sample[], what: 'sockets' | 'backends'): number => median(of.map((one) => one[what]));
  const growth = (what: 'sockets' | 'backends'): number => typical(second, what) - typical(first, what);
  report(
    `Memory grows by ${(slope / megabyte).toFixed(2)} ± ${((2 * error) / megabyte).toFixed(2)} MB an hour in the second ` +
      `half; sockets by ${growth('sockets')}, connections to PostgreSQL by ${growth('backends')}; ${failed} requests failed.`,
  );
  const isCertain = 2 * error <= tolerated.growth;
  if (!isCertain) report('The error is too large to decide whether memory grows. Run longer.');
  const isFlat = isCertain && slope - 2 * error <= tolerated.growth;
  return isFlat &&
    growth('sockets') <= tolerated.connections &&
    growth('backends') <= tolerated.connections &&
    failed === 0
    ? 0
    : 1;
}

void main(soak);
