import { type LoadResult } from '../load/job.js';
import { median } from '../../statistics.js';
import { type ProcessState } from './process-state.js';

/** What was measured of one side in one round. */
export type Round = LoadResult & Partial<ProcessState> & Pick<Figures, 'programs'>;

/** Medians over the rounds. */
interface Figures extends Pick<LoadResult, 'throughput' | 'p50' | 'p99'> {
  /** Milliseconds of processor time for a request. Only of the service. */
  readonly cpu?: number;
  /** Bytes, the maximum of all rounds. */
  readonly resident?: number;
  /** Milliseconds, p99. */
  readonly loopDelay?: number;
  /** Milliseconds of processor time for a request, by program. */
  readonly programs?: Readonly<Record<string, number>>;
  /** The mean size of a response. */
  readonly bytes?: number;
}

export interface Side extends Figures {
  readonly name: string;
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

/** The name of a side and its rounds. */
export interface Measured {
  readonly name: string;
  readonly rounds: readonly Round[];
}

export function compare(name: string, connections: number, [first, second]: readonly [Measured, Measured]): Comparison {
  const each = (of: (one: Round, other: Round) => number): number =>
    median(first.rounds.flatMap((one, at) => (second.rounds[at] ? [of(one, second.rounds[at])] : [])));
  return {
    name,
    connections,
    sides: [sideOf(first), sideOf(second)],
    ratios: {
      throughput: each((one, other) => one.throughput / other.throughput),
      p50: each((one, other) => one.p50 / other.p50),
      p99: each((one, other) => one.p99 / other.p99),
    },
    p50Difference: each((one, other) => one.p50 - other.p50),
  };
}

export function sideOf({ name, rounds }: Measured): Side {
  const of = (read: (round: Round) => number | undefined): number =>
    median(rounds.map((round) => read(round) ?? Number.NaN));
  const residents = rounds.flatMap(({ resident }) => resident ?? []);
  const programs = Object.keys(rounds[0]?.programs ?? {});
  return {
    name,
    throughput: of(({ throughput }) => throughput),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    bytes: of(({ bytes }) => bytes),
    ...(residents.length > 0 && {
      cpu: of(({ cpu }) => cpu),
      loopDelay: of(({ loopDelay }) => loopDelay),
      resident: Math.max(...residents),
    }),
    ...(programs.length > 0 && {
      programs: Object.fromEntries(programs.map((program) => [program, of((round) => round.programs?.[program])])),
    }),
  };
}
