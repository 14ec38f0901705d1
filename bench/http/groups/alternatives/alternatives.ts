import { type Bench, type GroupResult } from '../../bench.js';
import { type Comparison } from '../../measure/comparison.js';
import { takeTurnsOfAll } from '../../measure/rounds.js';
import { beginChanges } from './changes.js';
import { checksOf } from './checks.js';
import { contestantsFor } from './contestants.js';
import { foundDifferences } from './found.js';
import { fullRows, quickRows, type Row } from './rows.js';
import { startSides } from './sides.js';
import { indexSizes } from './sizes.js';
import { warmUpSides } from './warm-up.js';

/**
 * The lengths of warm-ups, in rounds: of each side before all rows, and before each row. All is compiled by then, but the
 * caches of repeated requests are empty.
 */
const warmUps = { side: 6, distinct: 0.25, repeated: 2 };

/** The service and what a user would have instead of it, over the same places and with the same questions. */
export async function alternativesGroup(bench: Bench): Promise<GroupResult[]> {
  const { small, large, load, rounds, isQuick } = bench;
  const world = large ?? small;
  const sides = await startSides(bench, world);
  const sizes = await indexSizes(sides, world);
  const rows = isQuick ? quickRows(world, bench) : fullRows(world, bench);
  const notes = typeof sides.solr === 'string' ? [sides.solr] : [];
  for (const [name, bytes] of Object.entries(sizes)) {
    notes.push(`Index of ${world.count.toLocaleString('en')} places, ${name}: ${(bytes / 1e6).toFixed(1)} MB.`);
  }
  await warmUpSides(load, sides, rows, warmUps.side * rounds.seconds);
  const comparisons: Comparison[] = [];
  for (const row of rows) {
    const [first, ...others] = contestantsFor(sides, row.sides, row.paths, row.order);
    if (!first) continue;
    if (!isQuick && isSearch(row)) notes.push(await foundDifferences(row.name, [first, ...others]));
    const endChanges = row.isChanging === true ? await beginChanges(world, sides) : undefined;
    for (const connections of row.connections) {
      // One connection is for the latency of each kind, which needs fewer requests.
      const seconds = connections === 1 ? rounds.seconds / 2 : rounds.seconds;
      const warmUp = (row.order ? warmUps.repeated : warmUps.distinct) * rounds.seconds;
      const settings = { ...rounds, seconds, warmUp, connections };
      comparisons.push(...(await takeTurnsOfAll(load, row.name, [first, ...others], settings)));
    }
    await endChanges?.();
  }
  return resultsOf(comparisons, { notes, bytesOfPlace: (sizes.service ?? 0) / world.count, count: world.count });
}

/** Whether all its responses say how many places were found. */
function isSearch({ paths, order }: Row): boolean {
  return order === undefined && paths[0]?.startsWith('/v2/places?') === true;
}

/** A result for each of the other sides. */
function resultsOf(
  comparisons: readonly Comparison[],
  { notes, bytesOfPlace, count }: { notes: readonly string[]; bytesOfPlace: number; count: number },
): GroupResult[] {
  const others = [...new Set(comparisons.map(({ sides: [, other] }) => other.name))];
  const results = others.map((other): GroupResult => {
    const own = comparisons.filter(({ sides }) => sides[1].name === other);
    return {
      name: `alternatives, ${count.toLocaleString('en')} places: ${other}`,
      comparisons: own,
      checks: checksOf(own),
    };
  });
  const size = { name: 'index', measured: bytesOfPlace, atMost: 400, unit: 'bytes a place' };
  return [...results, { name: 'alternatives', comparisons: [], checks: [size], notes }];
}
