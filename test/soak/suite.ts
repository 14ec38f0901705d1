import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from '../../bench/statistics.js';
import { report, step } from '../../dev/services/step.js';
import { latency, outcomes, successful, type TimedResponse } from '../load/figures.js';
import { type LoadedService, withLoadedService } from '../load/service.js';
import { type Suite, type SuiteRun } from '../slow/suite.js';
import { type Sample, Sampler } from './sampler.js';
import { trend } from './trend.js';

const [warmUp, measured] = [20, 10];
const clients = 16;
const share = 0.7;

/** Seconds between samples at most, and the minimum number of samples. */
const maxInterval = 10;
const minSamples = 40;

const megabyte = 1_000_000;

/** Permitted growth. The pools open connections on demand. */
const tolerated = { growth: megabyte, connections: 2 };

/**
 * Sends 70 % of the peak for a while, and samples memory after garbage collection, sockets and connections to PostgreSQL. Fails
 * if memory grows significantly by more than 1 MB an hour in the second half, if sockets or connections grow, or if a request
 * fails.
 */
export const soak: Suite = {
  name: 'soak',
  minutes: 17,
  run: (run) => {
    const { minutes } = run.options({ minutes: 15 });
    const file = join(run.folder, 'samples.ndjson');
    const settings = {
      // The token must outlive the soak.
      ACCESS_TOKEN_TTL: String(Math.ceil((minutes + 60) * 60)),
      SOAK_SAMPLES: file,
      NODE_OPTIONS: `--import=${pathToFileURL(join(__dirname, 'probe.mjs')).href}`,
    };
    return withLoadedService({ settings, abort: run.abort }, (loaded) =>
      watch(run, loaded, new Sampler(loaded, file), minutes * 60),
    );
  },
};

async function watch(run: SuiteRun, { load, abort }: LoadedService, sampler: Sampler, seconds: number): Promise<void> {
  await step(report, 'Warmed up', () => load.closedLoop(clients, warmUp));
  const fastest = await step(report, 'Peak', () => load.closedLoop(clients, measured));
  const rate = (share * successful(fastest).length) / measured;
  run.note(`${Math.round(rate)} requests a second for ${seconds / 60} minutes.`);
  const interval = Math.min(maxInterval, seconds / minSamples);
  const turnsOfRow = Math.ceil(seconds / interval / 20);
  const samples: Sample[] = [await sampler.take()];
  let [since, failed]: [TimedResponse[], number] = [[], 0];
  for (let turn = 1; turn * interval <= seconds; turn += 1) {
    since.push(...(await load.openLoop(rate, interval, abort)));
    const sample = await sampler.take();
    samples.push(sample);
    if (turn % turnsOfRow > 0 && (turn + 1) * interval <= seconds) continue;
    record(run, sample, since);
    failed += since.length - successful(since).length;
    since = [];
  }
  run.expect(failed === 0, `${failed} requests failed.`);
  judge(run, samples);
}

function record(run: SuiteRun, { at, heap, rss, sockets, backends }: Sample, since: readonly TimedResponse[]): void {
  const memory = { heap: `${(heap / megabyte).toFixed(2)} MB`, resident: `${(rss / megabyte).toFixed(0)} MB` };
  const responses = { 'responses since': outcomes(since), 'their p99': `${Math.round(latency(since, 0.99))} ms` };
  run.row({ minutes: (at * 60).toFixed(0), ...memory, sockets, 'connections to PostgreSQL': backends, ...responses });
  run.did('requests', since.length);
}

function judge(run: SuiteRun, samples: readonly Sample[]): void {
  const [first, second] = [samples.slice(0, samples.length / 2), samples.slice(samples.length / 2)];
  const { slope, error } = trend(second.map(({ at, heap }) => [at, heap] as const));
  const typical = (of: readonly Sample[], what: 'sockets' | 'backends'): number => median(of.map((one) => one[what]));
  const growth = (what: 'sockets' | 'backends'): number => typical(second, what) - typical(first, what);
  const [sockets, backends] = [growth('sockets'), growth('backends')];
  run.note(
    `Memory grows by ${(slope / megabyte).toFixed(2)} ± ${((2 * error) / megabyte).toFixed(2)} MB an hour in the second ` +
      `half; sockets by ${sockets}, connections to PostgreSQL by ${backends}.`,
  );
  const isCertain = 2 * error <= tolerated.growth;
  run.expect(isCertain, 'The error is too large to decide whether memory grows. Run longer.');
  run.expect(!isCertain || slope - 2 * error <= tolerated.growth, 'Memory grows.');
  run.expect(sockets <= tolerated.connections, 'The number of sockets grows.');
  run.expect(backends <= tolerated.connections, 'The number of connections to PostgreSQL grows.');
  run.did('samples', samples.length);
}
