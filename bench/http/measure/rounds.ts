import { StartFailure } from '../../../dev/services/start-failure.js';
import { report } from '../../../dev/services/step.js';
import { type Job, type LoadResult } from '../load/job.js';
import { type Load, type Target } from '../load/load.js';
import { processState, type ProcessState } from './process-state.js';
import { median } from '../../statistics.js';

/** One of two that are measured in turn. */
export interface Contestant {
  readonly name: string;
  readonly target: Target;
  /** Whether it is the service, which tells of its process. */
  readonly isService: boolean;
}

/** Medians over the rounds. */
interface Figures {
  /** Requests a second. */
  readonly throughput: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of the service only. Milliseconds of processor time for a request. */
  readonly cpu?: number;
  /** Bytes, the most of all rounds. */
  readonly resident?: number;
  /** Milliseconds, p99. */
  readonly loopDelay?: number;
}

/** The first beside the second. */
export interface Comparison {
  readonly name: string;
  readonly connections: number;
  readonly sides: readonly [Side, Side];
  /** Medians of the ratios of the rounds, first to second. */
  readonly ratios: { readonly throughput: number; readonly p50: number; readonly p99: number };
  /** Milliseconds by which the first is slower at the median. */
  readonly p50Difference: number;
}

interface Side extends Figures {
  readonly name: string;
}

export interface Rounds {
  readonly rounds: number;
  /** Of a round. */
  readonly seconds: number;
  /** Seconds before the first round of a side that has not been asked yet, and a quarter of it before those of others. */
  readonly warmUp: number;
}

type Burst = Pick<Job, 'connections' | 'seconds'>;

type Round = LoadResult & Partial<ProcessState>;

/** Those that were asked before. */
const warm = new WeakSet<Target>();

/** Measures one, the other, one, the other: what else runs on the machine comes and goes, and meets both. */
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
    // Nobody is always the first of a round.
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
  if (!isService) return someAnswers(load, target, burst);
  const before = await processState(target.url);
  const result = await someAnswers(load, target, burst);
  const after = await processState(target.url);
  return { ...result, ...after, cpu: ((after.cpu - before.cpu) * 1000) / result.requests };
}

/** Where many wait for slow answers, the first one may come after the end of a short round. */
async function someAnswers(load: Load, target: Target, burst: Burst): Promise<LoadResult> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const result = await load.run(target, { ...burst, seconds: burst.seconds * 2 ** attempt });
    if (result.requests > 0) return result;
  }
  throw new StartFailure(`${target.url} gives no answer within ${burst.seconds * 4} s.`);
}

function figures(rounds: readonly Round[]): Figures {
  const of = (key: 'throughput' | 'p50' | 'p99' | 'cpu' | 'loopDelay'): number =>
    median(rounds.map((round) => round[key] ?? Number.NaN));
  const common = { throughput: of('throughput'), p50: of('p50'), p99: of('p99') };
  const residents = rounds.flatMap(({ resident }) => resident ?? []);
  if (residents.length === 0) return common;
  return { ...common, cpu: of('cpu'), loopDelay: of('loopDelay'), resident: Math.max(...residents) };
}
