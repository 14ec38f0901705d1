import { StartFailure } from '../../dev/services/start-failure.js';
import { report } from '../../dev/services/step.js';
import { type ProcessorTime } from '../processes.js';
import { median } from '../statistics.js';
import { type Burst, type LoadResult, run, type Target, warmUp } from './load/load.js';

/** One of the sides of a comparison. */
export interface Contestant {
  readonly name: string;
  readonly target: Target;
  /** The programs that work for its requests, by name. */
  readonly programs?: Readonly<Record<string, ProcessorTime>>;
}

export interface Rounds {
  readonly rounds: number;
  /** The length of a round. */
  readonly seconds: number;
  /** Seconds of warm-up. A quarter of it if the side was measured before. */
  readonly warmUp: number;
}

type Settings = Rounds & { readonly connections: number };

/** Milliseconds of processor time for a request, by program. */
type Programs = Readonly<Record<string, number>>;

type Round = Pick<LoadResult, 'throughput' | 'p50' | 'p99'> & { readonly programs: Programs };

/** Medians over the rounds. */
export interface Side extends Round {
  readonly name: string;
}

export interface Comparison {
  readonly name: string;
  readonly connections: number;
  readonly sides: readonly [Side, Side];
  /** Medians of the ratios of the rounds, first to second. */
  readonly ratios: { readonly throughput: number; readonly p50: number; readonly p99: number };
}

/** Of a warm-up until a side gets no faster: its bursts in seconds, and what ends it. A slow start may look like the end for half a minute. */
const fully = { seconds: 10, gain: 1.02, burstsWithoutGain: 3, minBursts: 18, maxBursts: 30 };

/**
 * Sends requests until the last three bursts were no faster than one before, for three to five minutes. Java and Node compile what runs
 * often, which takes a large program minutes.
 */
export async function warmUpFully(target: Target): Promise<void> {
  const { seconds, gain, burstsWithoutGain, minBursts, maxBursts } = fully;
  let [fastest, withoutGain] = [0, 0];
  for (let burst = 0; burst < maxBursts && (burst < minBursts || withoutGain < burstsWithoutGain); burst += 1) {
    const { throughput } = await warmUp(target, { connections: 8, seconds });
    withoutGain = throughput > gain * fastest ? 0 : withoutGain + 1;
    fastest = Math.max(fastest, throughput);
  }
  report(`    ${target.url}: warm at ${fastest.toFixed(0)} requests a second`);
}

const warm = new WeakSet<Target>();

/**
 * Measures all in turn, round by round, so that other work on the machine affects all.
 *
 * @returns a comparison of the first with each of the others, in their order
 */
export async function takeTurnsOfAll(
  name: string,
  contestants: readonly Contestant[],
  settings: Settings,
): Promise<Comparison[]> {
  const taken = await takeRounds(contestants, settings);
  const sides = contestants.map((one, at): Side => sideOf(one.name, taken[at] ?? []));
  const [first, ...others] = sides;
  if (!first) return [];
  const comparisons = others.map((other, at): Comparison => {
    const ratio = (figure: 'throughput' | 'p50' | 'p99'): number =>
      median((taken[0] ?? []).map((round, turn) => round[figure] / (taken[at + 1]?.[turn]?.[figure] ?? Number.NaN)));
    const ratios = { throughput: ratio('throughput'), p50: ratio('p50'), p99: ratio('p99') };
    return { name, connections: settings.connections, sides: [first, other], ratios };
  });
  const texts = sides.map(({ name: side, throughput, p50, programs }, at) => {
    const ratio = comparisons[at - 1]?.ratios.throughput;
    // Without programs that did next to nothing.
    const times = Object.entries(programs).flatMap(([program, ms]) =>
      ms < 0.005 ? [] : `${program} ${ms.toFixed(2)}`,
    );
    const used = times.length === 0 ? '' : `, processor ms: ${times.join(' ')}`;
    return `${side} ${throughput.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms${used}${ratio === undefined ? '' : ` (${ratio.toFixed(2)})`}`;
  });
  report(`    ${name}, ${settings.connections} connections: ${texts.join('; ')}`);
  return comparisons;
}

/** Measures one alone. */
export async function takeRoundsOf(contestant: Contestant, settings: Settings): Promise<Side> {
  const [rounds = []] = await takeRounds([contestant], settings);
  return sideOf(contestant.name, rounds);
}

async function takeRounds(
  contestants: readonly Contestant[],
  { rounds, seconds, warmUp: warmUpSeconds, connections }: Settings,
): Promise<Round[][]> {
  for (const { target } of contestants) {
    await warmUp(target, { connections, seconds: warm.has(target) ? warmUpSeconds / 4 : warmUpSeconds });
    warm.add(target);
  }
  const taken = contestants.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      // Each side is first in its turn.
      const at = (round + turn) % contestants.length;
      const contestant = contestants[at];
      if (contestant) taken[at]?.push(await takeRound(contestant, { connections, seconds }));
    }
  }
  return taken;
}

async function takeRound({ target, programs = {} }: Contestant, burst: Burst): Promise<Round> {
  const used = Object.entries(programs).map(([name, read]) => ({ name, read, before: read() }));
  const { throughput, p50, p99, requests, generator } = await runUntilResponses(target, burst);
  const times = used.map(({ name, read, before }): [string, number] => [name, (read() - before) / requests]);
  const all = times.length === 0 ? {} : Object.fromEntries([...times, ['load', generator]]);
  return { throughput, p50, p99, programs: all };
}

/** Repeats a round with twice the length if it was too short for a response. */
async function runUntilResponses(target: Target, burst: Burst): Promise<LoadResult> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const result = await run(target, { ...burst, seconds: burst.seconds * 2 ** attempt });
    if (result.throughput > 0) return result;
  }
  throw new StartFailure(`${target.url} sends no response within ${burst.seconds * 4} s.`);
}

function sideOf(name: string, rounds: readonly Round[]): Side {
  const of = (read: (round: Round) => number | undefined): number =>
    median(rounds.map((round) => read(round) ?? Number.NaN));
  return {
    name,
    throughput: of(({ throughput }) => throughput),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    programs: Object.fromEntries(
      Object.keys(rounds[0]?.programs ?? {}).map((program) => [program, of(({ programs }) => programs[program])]),
    ),
  };
}
