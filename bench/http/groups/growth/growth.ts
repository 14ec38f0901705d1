import { type Bench, type GroupResult } from '../bench.js';
import { type Check } from '../measure/check.js';
import { type Comparison } from '../measure/comparison.js';
import { takeTurns } from '../measure/rounds.js';
import { searchesOf, selectiveKinds } from '../requests/searches.js';
import { Random } from '../../random.js';
import { serviceAt } from './contestants.js';

/** Searches that find few places, over many places and over those of Rhode Island. */
export async function growthGroup({ load, services, small, large, rounds, seed }: Bench): Promise<GroupResult[]> {
  if (!large) return [];
  const few = await services.of(small, 'withoutCache');
  const many = await services.of(large, 'withoutCache');
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  for (const [name, kind] of Object.entries(selectiveKinds)) {
    const [inLarge, inSmall] = [large, small].map(({ places }) => searchesOf(kind, 300, places, new Random(seed)));
    const comparison = await takeTurns(
      load,
      name,
      [
        { ...serviceAt(many, inLarge ?? []), name: `${large.count.toLocaleString('en')} places` },
        { ...serviceAt(few, inSmall ?? []), name: `${small.count.toLocaleString('en')} places` },
      ],
      { ...rounds, connections: 1 },
    );
    comparisons.push(comparison);
    const measured = comparison.ratios.p50;
    checks.push({ name: `${name}, p50 at 1 connection`, measured, atMost: 2, unit: 'times that of Rhode Island' });
  }
  return [{ name: 'growth of the index', comparisons, checks }];
}
