import { StartFailure } from '../../../dev/services/start-failure.js';
import { report } from '../../../dev/services/step.js';
import { type Job, type LoadResult } from '../load/job.js';
import { type Load, type Target } from '../load/load.js';
import { compare, type Comparison, type Round, type Side, sideOf } from './comparison.js';
import { processState } from './process-state.js';
import { type ProcessorTime } from './processor-time.js';

/** One of the sides of a comparison. */
export interface Contestant {
  readonly name: string;
  readonly target: Target;
  /** Where to read the process metrics of the service. */
  readonly adminUrl?: string;
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

type Burst = Pick<Job, 'connections' | 'seconds'>;

const warm = new WeakSet<Target>();

/** Measures both sides in turn, round by round, so that other work on the machine affects both. */
export async function takeTurns(
  load: Load,
  name: string,
  [first, other]: readonly [Contestant, Contestant],
  rounds: Rounds & { connections: number },
): Promise<Comparison> {
  const [comparison] = await takeTurnsOfAll(load, name, [first, other], rounds);
  if (!comparison) throw new Error('There is nothing to compare with.');
  return comparison;
}

/** Measures all in turn. @returns a comparison of the first with each of the others, in their order */
export async function takeTurnsOfAll(
  load: Load,
  name: string,
  contestants: readonly [Contestant, ...Contestant[]],
  { rounds, seconds, warmUp, connections }: Rounds & { connections: number },
): Promise<Comparison[]> {
  const taken = new Map<Contestant, Round[]>(contestants.map((contestant) => [contestant, []]));
  for (const { target } of contestants) {
    await load.warmUp(target, { connections, seconds: warm.has(target) ? warmUp / 4 : warmUp });
    warm.add(target);
  }
  for (let round = 0; round < rounds; round += 1) {
    // Each side is first in its turn.
    const first = round % contestants.length;
    for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      taken.get(contestant)?.push(await takeRound(load, contestant, { connections, seconds }));
    }
  }
  const [own, ...others] = contestants.map((contestant) => ({
    name: contestant.name,
    rounds: taken.get(contestant) ?? [],
  }));
  if (!own) return [];
  const comparisons = others.map((other) => compare(name, connections, [own, other]));
  report(line(comparisons));
  return comparisons;
}

/** Measures one alone. */
export async function takeRounds(
  load: Load,
  contestant: Contestant,
  { rounds, seconds, warmUp, connections }: Rounds & { connections: number },
): Promise<Side> {
  await load.warmUp(contestant.target, { connections, seconds: warmUp });
  const taken: Round[] = [];
  while (taken.length < rounds) taken.push(await takeRound(load, contestant, { connections, seconds }));
  return sideOf({ name: contestant.name, rounds: taken });
}

function line(comparisons: readonly Comparison[]): string {
  const [comparison] = comparisons;
  if (!comparison) return '';
  const { name, connections, sides } = comparison;
  const texts = [
    { side: sides[0], ratio: '' },
    ...comparisons.map(({ sides: [, side], ratios }) => ({ side, ratio: ` (${ratios.throughput.toFixed(2)})` })),
  ].map(({ side, ratio }) => `${side.name} ${side.throughput.toFixed(0)}/s, p50 ${side.p50.toFixed(2)} ms${ratio}`);
  return `    ${name}, ${connections} connections: ${texts.join('; ')}`;
}

async function takeRound(load: Load, contestant: Contestant, burst: Burst): Promise<Round> {
  const { target, adminUrl, programs = {} } = contestant;
  const before = adminUrl === undefined ? undefined : await processState(adminUrl);
  const used = Object.entries(programs).map(([name, read]) => ({ name, read, before: read() }));
  const result = await runUntilResponses(load, target, burst);
  const times = used.map(({ name, read, before }) => [name, (read() - before) / result.requests] as const);
  const all = Object.fromEntries([...times, ['load', result.generator]]);
  const round = { ...result, ...(times.length > 0 && { programs: all }) };
  if (!before || adminUrl === undefined) return round;
  const after = await processState(adminUrl);
  return { ...round, ...after, cpu: ((after.cpu - before.cpu) * 1000) / result.requests };
}

/** Repeats a round with twice the length if it was too short for a response. */
async function runUntilResponses(load: Load, target: Target, burst: Burst): Promise<LoadResult> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const result = await load.run(target, { ...burst, seconds: burst.seconds * 2 ** attempt });
    if (result.throughput > 0) return result;
  }
  throw new StartFailure(`${target.url} sends no response within ${burst.seconds * 4} s.`);
}
