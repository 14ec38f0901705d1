import { StartFailure } from '../../../dev/services/start-failure.js';
import { report } from '../../../dev/services/step.js';
import { type Job, type LoadResult } from '../load/job.js';
import { type Load, type Target } from '../load/load.js';
import { processState, type ProcessState } from './process-state.js';
import { median } from '../../statistics.js';

/** One of the two sides of a comparison. */
export interface Contestant {
  readonly name: string;
  readonly target: Target;
  /** Whether it is the service, which has process metrics. */
  readonly isService: boolean;
}

/** Medians over the rounds. */
interface Figures extends Pick<LoadResult, 'throughput' | 'p50' | 'p99'> {
  /** Milliseconds of processor time for a request. Only of the service. */
  readonly cpu?: number;
  /** Bytes, the maximum of all rounds. */
  readonly resident?: number;
  /** Milliseconds, p99. */
  readonly loopDelay?: number;
}

export interface Comparison {
  readonly name: string;
  readonly connections: number;
  readonly sides: readonly [Side, Side];
  /** Medians of the ratios of the rounds, first to second. */
  readonly ratios: { readonly throughput: number; readonly p50: number; readonly p99: number };
  /** The median difference in milliseconds; positive if the first is slower. */
  readonly p50Difference: number;
}

interface Side extends Figures {
  readonly name: string;
}

export interface Rounds {
  readonly rounds: number;
  /** The length of a round. */
  readonly seconds: number;
  /** Seconds of warm-up. A quarter of it if the side was measured before. */
  readonly warmUp: number;
}

type Burst = Pick<Job, 'connections' | 'seconds'>;

type Round = LoadResult & Partial<ProcessState>;

const warm = new WeakSet<Target>();

/** Measures both sides in turn, round by round, so that other work on the machine affects both. */
export async function takeTurns(
  load: Load,
  name: string,
  contestants: readonly [Contestant, Contestant],
  { rounds, seconds, warmUp, connections }: Rounds & { connections: number },
): Promise<Comparison> {
  const taken: [Round[], Round[]] = [[], []];
  for (const { target } of contestants) {
    await load.run(target, { connections, seconds: warm.has(target) ? warmUp / 4 : warmUp });
    warm.add(target);
  }
  for (let round = 0; round < rounds; round += 1) {
    // The sides alternate in being first.
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      taken[at].push(await takeRound(load, contestants[at], { connections, seconds }));
    }
  }
  const [first, second] = taken;
  const each = (of: (one: Round, other: Round) => number): number =>
    median(first.flatMap((one, round) => (second[round] ? [of(one, second[round])] : [])));
  const comparison: Comparison = {
    name,
    connections,
    sides: [
      { name: contestants[0].name, ...figures(first) },
      { name: contestants[1].name, ...figures(second) },
    ],
    ratios: {
      throughput: each((one, other) => one.throughput / other.throughput),
      p50: each((one, other) => one.p50 / other.p50),
      p99: each((one, other) => one.p99 / other.p99),
    },
    p50Difference: each((one, other) => one.p50 - other.p50),
  };
  report(line(comparison));
  return comparison;
}

function line({ name, connections, sides, ratios }: Comparison): string {
  const texts = sides.map((side) => `${side.name} ${side.throughput.toFixed(0)}/s, p50 ${side.p50.toFixed(2)} ms`);
  return `    ${name}, ${connections} connections: ${texts.join('; ')} (${ratios.throughput.toFixed(2)})`;
}

async function takeRound(load: Load, { target, isService }: Contestant, burst: Burst): Promise<Round> {
  if (!isService) return runUntilResponses(load, target, burst);
  const before = await processState(target.url);
  const result = await runUntilResponses(load, target, burst);
  const after = await processState(target.url);
  return { ...result, ...after, cpu: ((after.cpu - before.cpu) * 1000) / result.requests };
}

/** Repeats a round with twice the length if it was too short for a response. */
async function runUntilResponses(load: Load, target: Target, burst: Burst): Promise<LoadResult> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const result = await load.run(target, { ...burst, seconds: burst.seconds * 2 ** attempt });
    if (result.requests > 0) return result;
  }
  throw new StartFailure(`${target.url} sends no response within ${burst.seconds * 4} s.`);
}

function figures(rounds: readonly Round[]): Figures {
  const of = (key: 'throughput' | 'p50' | 'p99' | 'cpu' | 'loopDelay'): number =>
    median(rounds.map((round) => round[key] ?? Number.NaN));
  const common = { throughput: of('throughput'), p50: of('p50'), p99: of('p99') };
  const residents = rounds.flatMap(({ resident }) => resident ?? []);
  if (residents.length === 0) return common;
  return { ...common, cpu: of('cpu'), loopDelay: of('loopDelay'), resident: Math.max(...residents) };
}
