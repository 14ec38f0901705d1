import { type Island, island, planOf } from './plan.js';
import { cityName, islandName } from './streets.js';

/** The seed of the island that `seed` loads. All replicas draw the same, so nothing of it is stored. */
const SEED = 7;

let drawn: Island | undefined;
let plan: Buffer | undefined;

/** The island of the demonstration data. */
export function sampleIsland(): Island {
  return (drawn ??= island(SEED));
}

/** Its plan: GeoJSON. Drawing takes some tenths of a second, the first time. */
export function samplePlan(): Buffer {
  return (plan ??= Buffer.from(JSON.stringify(planOf(sampleIsland()))));
}

interface Areas {
  named(key: string): readonly { readonly type: string; readonly country?: string }[];
}

/** Whether places of the island are among the data. */
export function hasSample(areas: Areas): boolean {
  return areas.named(cityName.toLowerCase()).some(({ type, country }) => type === 'city' && country === islandName);
}
